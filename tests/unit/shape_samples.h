// One of each shape for tests, and random places to put them.
#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "base/random.h"
#include "math/quat.h"
#include "shapes/shape.h"

namespace cairn::samples {

struct NamedSample {
  std::string name;
  Shape shape;
};

inline std::vector<NamedSample> sample_shapes() {
  return {{"sphere", Sphere{0.7}},
          {"disc", Disc{0.7}},
          {"box", Box{{0.5, 0.8, 0.3}}},
          {"cylinder", Cylinder{0.6, 0.9}},
          {"flat cylinder", Cylinder{0.9, 0.2}},
          {"cone", Cone{0.7, 1.6}},
          {"blunt cone", Cone{1.1, 0.5}},
          {"plane", Plane{}},
          {"container", Container{{1.0, 0.8, 1.2}, 0}},
          {"tray", Container{{1.0, 0.8, 0.6}, 1 << 5}},
          {"channel", Container{{1.0, 0.8, 0.6}, 1 << 5 | 1 << 0 | 1 << 1}},
          {"drum", Drum{1.0, 0.7}},
          {"endless drum", Drum{1.0}},
          {"open drum", Drum{1.0, 0.7, true}},
          {"tube", Tube{0.8, 0.6}},
          {"cup", Cup{0.8, 1.1}},
          {"funnel", Funnel{1.2, 0.4, 1.0}},
          {"closed funnel", Funnel{1.0, 0.0, 0.8}}};
}

inline Vec3 random_in_box(Random& random, const Vec3& low, const Vec3& high) {
  return {random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)};
}

inline Quat random_orientation(Random& random) {
  return unit(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}

// True for walls whose whole outside is solid.
inline bool is_solid_outside(const Shape& shape) { return is_wall(shape) && thickness(shape) == kInfinity; }

}  // namespace cairn::samples
