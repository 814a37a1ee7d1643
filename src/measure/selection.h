// What a measure looks at: a part of space, or the bodies of one entry of the scene. How both are declared,
// read and checked.
#pragma once

#include <cstdint>
#include <optional>

#include "model/world.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

// Index into World::groups.
using Group = std::uint16_t;

// Axis-aligned, low < high. A point on the lower faces is inside, one on the upper faces outside, so that
// boxes side by side count every point once. In two dimensions y plays no part: the region is a rectangle of
// unit depth.
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
Option optional_region_option();  // restricts a measure that otherwise looks everywhere
// An empty box: InputError.
Region read_region(const Value& options, const World& world);
std::optional<Region> read_optional_region(const Value& options, const World& world);

// body: name
Option group_option();
Option optional_group_option();  // restricts a measure that otherwise looks at all free bodies
// An unknown name: InputError with the nearest known one.
Group read_group(const Value& options, const World& world);
Group named_group(const Value& name, const World& world);  // a text that is the name
std::optional<Group> read_optional_group(const Value& options, const World& world);

// All free bodies; with a group, all of its bodies, also fixed and driven ones.
bool is_selected(const Info& info, std::optional<Group> group);

}  // namespace cairn
