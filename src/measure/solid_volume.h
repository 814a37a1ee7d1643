// The volume of a body inside a box.
//   spheres  exact (measure/ball_in_box.h)
//   discs    exact area in the x-z plane, times the depth of the box
//   others   exact if the bounding sphere is inside the box. Otherwise the share of sample points inside the
//            box counts. The points are spread evenly over the solid, once per shape, and give the share to
//            about 1 % of the volume.
// In 2-D the volume is an area times one metre. Balls count as discs, other solids with their section by the
// plane y = 0, found from sample points in that plane. Walls have no volume.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "measure/selection.h"

namespace cairn {

class SolidVolumes {
 public:
  // Finds the sample points of a body, one thread at a time. Call it before inside(), which several threads
  // may call at once.
  void meet(const World& world, std::size_t i);
  // [m³]; sides of the region may be infinite.
  double inside(const World& world, std::size_t i, const Region& region) const;

  // The volume of a solid, and points spread evenly over it, in body axes.
  struct Samples {
    double volume = 0;
    std::vector<Vec3> points;
  };

 private:
  // Bodies with the same key share their samples: bodies of the same shape, which in 2-D also have the y axis
  // in the same direction of the body.
  using Key = std::array<std::int64_t, 4>;
  static Key key_of(const World& world, std::size_t i);
  static Samples samples_for(const World& world, const Key& key);

  std::map<Key, Samples> samples_;
};

}  // namespace cairn
