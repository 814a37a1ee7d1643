#include "shapes/meridian.h"

#include <numbers>

namespace cairn {
namespace {

constexpr int kSegments = 48;  // around the axis

}  // namespace

Surface revolve(Profile profile) {
  Surface surface;
  std::vector<int> first;  // vertex of each profile point at azimuth 0
  // One ring of vertices per profile point, or a single vertex on the axis.
  for (const MeridianPoint& point : profile) {
    first.push_back(static_cast<int>(surface.vertices.size()));
    const int count = point.rho > 0 ? kSegments : 1;
    for (int k = 0; k < count; ++k) {
      const double phi = 2 * std::numbers::pi * k / kSegments;
      surface.vertices.push_back({point.rho * std::cos(phi), point.rho * std::sin(phi), point.z});
    }
  }
  // Two triangles per quad; one where a ring shrinks to a point.
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const bool ring_a = profile[i].rho > 0, ring_b = profile[i + 1].rho > 0;
    for (int k = 0; k < kSegments; ++k) {
      const int next = (k + 1) % kSegments;
      const int a = first[i], b = first[i + 1];
      if (ring_a) surface.triangles.push_back({a + k, a + next, ring_b ? b + next : b});
      if (ring_b) surface.triangles.push_back({ring_a ? a + k : a, b + next, b + k});
    }
  }
  return surface;
}

}  // namespace cairn
