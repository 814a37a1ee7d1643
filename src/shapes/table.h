// Every shape by name: what a scene writes, what it means, and how it becomes a Shape.
#pragma once

#include <string>
#include <vector>

#include "base/option.h"
#include "base/value.h"
#include "math/quat.h"
#include "shapes/shape.h"

namespace cairn {

// `turn` comes before the body's own orientation (orientation * turn): it takes the shape's z axis to the
// axis or normal that the scene asked for.
struct TurnedShape {
  Shape shape;
  Quat turn;
};

struct ShapeRow {
  std::string name;
  std::string reference;  // key of the paper it comes from; empty for common geometry
  std::string meaning;    // one line, without a full stop
  std::vector<Option> options;
  TurnedShape (*make)(const Value& options);
};

// In the order of the variant Shape.
const std::vector<ShapeRow>& shape_table();

// The key `shape` of a scene: exactly one of the table.
Option shape_option();

// From what was read for shape_option(). Throws InputError where options contradict each other.
TurnedShape make_shape(const Value& shape);

// False for a sphere or disc whose size stands elsewhere (`shape: sphere` beside a file with radii).
bool has_size(const Value& shape);

}  // namespace cairn
