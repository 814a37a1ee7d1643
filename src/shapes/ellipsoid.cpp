#include "shapes/ellipsoid.h"

#include <numbers>

#include "base/assert.h"
#include "shapes/blown_up_cube.h"
#include "shapes/parallel_body.h"
#include "shapes/superellipsoid.h"

namespace cairn {

Ellipsoid::Ellipsoid(const Vec3& radii_, double rounding_) : radii(radii_), rounding(rounding_) {
  CAIRN_ASSERT(radii.x > 0 && radii.y > 0 && radii.z > 0 && rounding >= 0);
  if (rounding > 0) {
    mass = Superellipsoid(radii, 2, 2, rounding).mass;
    return;
  }
  const Vec3 s = cairn::scaled(radii, radii);
  const double volume = 4 * std::numbers::pi / 3 * radii.x * radii.y * radii.z;
  mass = {volume, volume / 5 * Vec3{s.y + s.z, s.z + s.x, s.x + s.y}};
}

Ellipsoid Ellipsoid::scaled(double f) const {
  Ellipsoid other = *this;
  other.radii *= f;
  other.rounding *= f;
  other.mass = cairn::scaled(mass, f);
  return other;
}

// The normal at the surface point A u, u on the unit sphere, points along A⁻¹ u.
Surface Ellipsoid::surface(double /*extent*/) const {
  return blown_up_cube([&](const Vec3& u) {
    const Vec3 n = unit(Vec3{u.x / radii.x, u.y / radii.y, u.z / radii.z});
    return cairn::scaled(radii, u) + rounding * n;
  });
}

}  // namespace cairn
