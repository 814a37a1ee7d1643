// The part of space that a measure of a sample looks at: a box at rest, the box between flat walls, which
// follows them, or the whole periodic cell. Declared, read and checked here.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "measure/selection.h"

namespace cairn {

// One look at it. The sides of `region` are infinite along axes on which a periodic cell bounds it, and NaN
// after a wall is gone.
struct Extent {
  Region region;
  double volume = 0;  // m³; in 2-D an area times one metre
};

class Space {
 public:
  // box: {min, max} or between: [walls] or neither: the cell that repeats along all axes. Else InputError.
  Space(const Value& options, const World& world);

  Extent at(const World& world) const;
  // True if the body is one of the walls between which the space lies.
  bool has_wall(Uid body) const;

 private:
  void find_walls(const Value& names, const World& world);

  struct Sides {
    std::optional<Uid> below, above;
  };
  std::optional<Region> box_;
  std::array<Sides, 3> walls_;  // along x, y, z
};

declare::Fields space_options();

}  // namespace cairn
