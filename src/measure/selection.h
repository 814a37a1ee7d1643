// The options that restrict a measure to a part of space, or to the bodies of one entry of the scene: they
// are declared, read and checked here.
#pragma once

#include <cstdint>
#include <optional>

#include "model/world.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

// Index into World::groups.
using Group = std::uint16_t;

// An axis-aligned box, low < high. A point on a lower face is inside, a point on an upper face is outside, so
// that boxes side by side count every point once. In 2-D y is ignored, and the region is a rectangle of unit
// depth.
struct Region : Bounds {
  int dimension = 3;

  bool contains(const Vec3& x) const {
    const bool in_plane = x.x >= low.x && x.z >= low.z && x.x < high.x && x.z < high.z;
    return in_plane && (dimension == 2 || (x.y >= low.y && x.y < high.y));
  }
  double depth() const { return dimension == 2 ? 1 : high.y - low.y; }
  double volume() const { return (high.x - low.x) * depth() * (high.z - low.z); }
};

// box: {min: [x, y, z], max: [x, y, z]}
Option region_option(Presence presence = required, const std::string& without = "");
Option optional_region_option();  // restricts a measure that otherwise covers all space
// An empty box is an InputError.
Region read_region(const Value& options, const World& world);
std::optional<Region> read_optional_region(const Value& options, const World& world);

// body: name
Option group_option();
Option optional_group_option();  // restricts a measure that otherwise covers all free bodies
// An unknown name is an InputError that suggests the nearest known name.
Group read_group(const Value& options, const World& world);
Group named_group(const Value& name, const World& world);  // `name`: the text itself
std::optional<Group> read_optional_group(const Value& options, const World& world);

// Without a group, true for free bodies. With a group, true for all its bodies, fixed and driven ones too.
bool is_selected(const Info& info, std::optional<Group> group);

}  // namespace cairn
