// Signed gap of two convex shapes by brute force: the largest u·d - h_A(u) - h_B(-u) of many directions u,
// refined by a pattern search from the best of them. Every direction gives a lower bound, so that nothing it
// finds can be above the true gap.
#pragma once

#include <algorithm>

#include "collide/contact.h"
#include "shapes/support.h"

namespace cairn::samples {

inline double rounding_of(const PlacedShape& p) {
  return std::holds_alternative<Sphere>(p.shape) ? p.radius : rounding(p.shape);
}

inline Vec3 far_point(const PlacedShape& p, const Vec3& u) {
  return p.position + rotate(p.orientation, support(p.shape, rotate_back(p.orientation, u)));
}

// How far the shapes are apart along the unit vector u from A to B.
inline double apart_along(const PlacedShape& a, const PlacedShape& b, const Vec3& u) {
  return dot(u, far_point(b, -u) - far_point(a, u)) - rounding_of(a) - rounding_of(b);
}

inline Vec3 on_spiral(int k, int count) {
  const double z = 1 - (2 * k + 1.0) / count, rho = std::sqrt(1 - z * z);
  const double phi = std::numbers::pi * (3 - std::sqrt(5.0)) * k;
  return {rho * std::cos(phi), rho * std::sin(phi), z};
}

inline double climb_from(const PlacedShape& a, const PlacedShape& b, Vec3 u, double step) {
  double best = apart_along(a, b, u), angle = 0;
  while (step > 1e-9) {
    const Vec3 s = perpendicular(u), t = cross(u, s);
    bool better = false;
    for (int k = 0; k < 8 && !better; ++k) {
      angle += std::numbers::pi * (3 - std::sqrt(5.0));
      const Vec3 next = unit(u + step * (std::cos(angle) * s + std::sin(angle) * t));
      if (const double apart = apart_along(a, b, next); apart > best) best = apart, u = next, better = true;
    }
    step *= better ? 1.5 : 0.5;
  }
  return best;
}

inline double best_of_directions(const PlacedShape& a, const PlacedShape& b, int count) {
  constexpr int kRefined = 6;
  std::vector<std::pair<double, int>> apart;
  for (int k = 0; k < count; ++k) apart.emplace_back(apart_along(a, b, on_spiral(k, count)), k);
  std::partial_sort(apart.begin(), apart.begin() + kRefined, apart.end(), std::greater<>());
  double best = -kInfinity;
  for (int k = 0; k < kRefined; ++k)
    best = std::max(best, climb_from(a, b, on_spiral(apart[static_cast<std::size_t>(k)].second, count),
                                     2 / std::sqrt(count)));
  return best;
}

}  // namespace cairn::samples
