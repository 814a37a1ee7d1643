// The volume of a body inside a box.
//   spheres  exact (measure/ball_in_box.h)
//   discs    the same in the x-z plane, as if the box were as deep as the disc
//   others   exact if the bounding sphere is inside; a body that may be cut counts by those of its sample
//            points that are inside: points spread evenly over its bounds, found once for every shape, which
//            give its share to about 1 % of its volume
// In 2-D an area times one metre for every shape: balls count as discs, others with their section by the
// plane y = 0, from sample points in it. Walls have no volume.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "measure/selection.h"

namespace cairn {

class SolidVolumes {
 public:
  // Finds the sample points of a body; comes before inside(), which many threads may call.
  void meet(const World& world, std::size_t i);
  // [m³]; sides of the region may be infinite.
  double inside(const World& world, std::size_t i, const Region& region) const;

  // A volume, and points in body axes spread evenly over it.
  struct Samples {
    double volume = 0;
    std::vector<Vec3> points;
  };

 private:
  // Bodies that share their samples: those of a shape, in 2-D if they are seen along one direction.
  using Key = std::array<std::int64_t, 4>;
  static Key key_of(const World& world, std::size_t i);
  static Samples samples_for(const World& world, const Key& key);

  std::map<Key, Samples> samples_;
};

}  // namespace cairn
