#include "collide/spread.h"

#include <limits>

#include "base/assert.h"

namespace cairn {

Spread spread(std::span<const SpreadPoint> points, const Vec3& x, const Vec3& n, double tolerance) {
  CAIRN_ASSERT(tolerance >= 0);
  CAIRN_ASSERT(!(std::abs(dot(x, n)) > 1e-6));
  Spread kept;
  if (points.size() <= 4) {
    for (std::size_t k = 0; k < points.size(); ++k) kept.push_back(k);
    return kept;
  }
  const Vec3 y = cross(n, x);
  constexpr double c = 0.6427876096865394, s = 0.766044443118978;  // cosine and sine of 50°
  const Vec3 direction[4] = {c * x + s * y, c * y - s * x, -(c * x + s * y), s * x - c * y};
  // The farthest point along each direction, and the deepest point.
  std::size_t farthest[4] = {}, deepest = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    for (int i = 0; i < 4; ++i)
      if (dot(direction[i], points[k].at - points[farthest[i]].at) > 0) farthest[i] = k;
    if (points[k].gap < points[deepest].gap) deepest = k;
  }
  // A deeper point takes the place of the chosen point nearest to it.
  double least = std::numeric_limits<double>::infinity(), nearest = least;
  int next_to_it = 0;
  for (int i = 0; i < 4; ++i) {
    least = std::min(least, points[farthest[i]].gap);
    const double distance = norm(points[farthest[i]].at - points[deepest].at);
    if (distance < nearest) {
      nearest = distance;
      next_to_it = i;
    }
  }
  if (least > points[deepest].gap + tolerance) farthest[next_to_it] = deepest;
  // Ascending numbers, each once.
  std::sort(farthest, farthest + 4);
  const std::size_t* end = std::unique(farthest, farthest + 4);
  for (const std::size_t* k = farthest; k != end; ++k) kept.push_back(*k);
  return kept;
}

}  // namespace cairn
