#include "collide/convex.h"

#include "base/assert.h"

namespace cairn {

bool is_round(const Shape& shape) {
  return std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape);
}

Convex make_convex(const Shape& shape, double radius, const Vec3& position, const Quat& orientation) {
  return std::visit(
      [&]<class Core>(const Core& core) -> Convex {
        constexpr bool round = std::is_same_v<Core, Sphere> || std::is_same_v<Core, Disc>;
        constexpr bool convex = !Core::kWall && !std::is_same_v<Core, Compound>;
        if constexpr (round) {
          Convex ball = make_convex(core, radius, 2 * radius, position, orientation);
          ball.shape = &shape;
          return ball;
        } else if constexpr (convex) {
          Convex made = make_convex(core, rounding(shape), core.thickness(), position, orientation);
          made.shape = &shape;
          return made;
        }
        CAIRN_ASSERT(false && "a shape that is not convex");
        return {};
      },
      shape);
}

double mean_curvature(const Convex& convex, const Vec3& on_core, const Vec3& normal, double limit) {
  CAIRN_ASSERT(convex.kind != nullptr && convex.rounding >= 0);
  if (convex.shape == nullptr || std::holds_alternative<Mesh>(*convex.shape)) return 0;
  if (is_round(*convex.shape)) return 1 / convex.rounding;
  const Vec3 n = convex.back * normal;
  const Vec3 surface = convex.back * (on_core - convex.position) + convex.rounding * n;
  const double mean = curvatures(*convex.shape, surface, n).mean();
  const bool pointed = std::holds_alternative<Cone>(*convex.shape) && limit > 0;
  return pointed ? std::min(mean, 1 / limit) : mean;
}

double mean_curvature(const Convex& convex, const Patch& patch) {
  if (patch.corner.size() > 2) return 0;
  Vec3 middle;
  for (const PatchCorner& corner : patch.corner)
    middle += corner.at / static_cast<double>(patch.corner.size());
  return mean_curvature(convex, convex.position + convex.axes * middle, convex.axes * patch.normal,
                        0.5 * convex.size);
}

}  // namespace cairn
