#include "collide/sheet.h"

namespace cairn {
namespace {

// Distance of a point of the plane from the nearest edge; negative outside.
double inside_by(const Sheet& sheet, const Vec3& at) {
  double least = kInfinity;
  for (int k = 0; k < sheet.count; ++k) {
    const Vec3 &p = sheet.corner[k], &q = sheet.corner[(k + 1) % sheet.count];
    least = std::min(least, dot(unit(cross(sheet.normal, q - p)), at - p));
  }
  return least;
}

}  // namespace

bool find_closest_to_sheet(const Sheet& sheet, const Vec3& centre, const Vec3& up, const Convex& body,
                           double reach, Closest& closest) {
  const Vec3 low = body.support(-up) - centre, middle = body.position - centre;
  const double z = dot(up, low), top = dot(up, middle);
  if (z >= reach) return false;
  const bool apart = z >= 0;
  const Vec3 crossing = apart ? low - z * up : low + z / (z - top) * (middle - low);
  if (apart ? inside_by(sheet, crossing) >= 0 : top > -z && inside_by(sheet, crossing) > -z) {
    closest = {up, z, centre + low - z * up, centre + low};
    return true;
  }
  return find_closest(make_convex(sheet, 0, 0, centre, {}), body, reach, closest);
}

}  // namespace cairn
