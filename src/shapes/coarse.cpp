// Surfaces with few triangles for round solids: the hull of the farthest points along about a
// hundred directions.
#include "shapes/blown_up_cube.h"
#include "shapes/hull.h"
#include "shapes/support.h"

namespace cairn {
namespace {

constexpr int kSide = 4;  // divisions of a side of the cube whose 98 surface points are the directions
constexpr std::size_t kFew = 200;  // triangles up to which a surface stays as it is

Surface coarse_convex(const Shape& shape) {
  Surface few;
  for (const Vec3& d : blown_up_cube([](const Vec3& u) { return u; }, kSide).vertices)
    few.vertices.push_back(support(shape, d) + rounding(shape) * d);
  few.triangles = convex_hull(few.vertices).triangles;
  return few;
}

Surface coarse_compound(const Compound& compound, double extent) {
  Surface all;
  for (const Part& part : compound.parts) {
    const Surface own = coarse_surface(part.shape, extent);
    const int first = static_cast<int>(all.vertices.size());
    for (const Vec3& v : own.vertices) all.vertices.push_back(part.position + rotate(part.orientation, v));
    for (const auto& [a, b, c] : own.triangles) all.triangles.push_back({first + a, first + b, first + c});
  }
  return all;
}

}  // namespace

Surface coarse_surface(const Shape& shape, double extent) {
  if (const auto* compound = std::get_if<Compound>(&shape)) return coarse_compound(*compound, extent);
  Surface fine = surface(shape, extent);
  return is_convex(shape) && fine.triangles.size() > kFew ? coarse_convex(shape) : fine;
}

}  // namespace cairn
