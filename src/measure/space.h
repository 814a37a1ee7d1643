// The part of space that a measure of a sample covers: a box at rest, a box between flat walls that follows
// them, or the whole periodic cell. Its options are declared, read and checked here.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "measure/selection.h"
#include "step/report.h"

namespace cairn {

// The space at one time. Along periodic axes without walls the sides of `region` are infinite. They are NaN
// after a wall was removed.
struct Extent {
  Region region;
  double volume = 0;  // m³; in 2-D an area times one metre
};

class Space {
 public:
  // The options give `box: {min, max}` or `between: [walls]`. With neither, the cell must repeat along all
  // axes. Anything else is an InputError.
  Space(const Value& options, const World& world);

  Extent at(const World& world) const;
  // True if the body is one of the walls between which the space lies.
  bool has_wall(Uid body) const;
  // True if the contact is in the space. The point of a contact with a wall of the space may lie beyond the
  // face of the wall; then the centre of the other body decides.
  bool counts(const World& world, const ContactForce& contact, const Extent& extent) const;

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
