// Every shape by name: its options in a scene, its meaning, and the function that makes the Shape.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/quat.h"
#include "shapes/shape.h"
#include "text/table.h"

namespace cairn {

// A shape in body axes, and the placement of these in the axes of the scene's description: a point y of the
// shape is at x = offset + turn y. `turn` applies before the body's own orientation (orientation * turn). It
// takes z to the axis or normal of the scene, and principal axes to the axes of the given vertices and parts.
// The offset is the centre of mass of a polyhedron, mesh or compound, whose place in the scene is the origin
// of the given coordinates. It is zero for all other shapes.
struct TurnedShape {
  Shape shape;
  Quat turn;
  Vec3 offset;
};

// Returns the path of a file that a shape names; throws InputError at the value with the name.
using FindFile = std::function<std::string(const Value& name)>;
std::string no_files(const Value& name);  // rejects all files

struct ShapeRow {
  std::string name;
  std::string reference;  // key of the paper it comes from; empty for common geometry
  std::string meaning;    // one line, without a full stop
  std::vector<Option> options;
  TurnedShape (*make)(const Value& options, const FindFile& find);
};

// One row or more for each alternative of Shape.
const Table<ShapeRow>& shape_table();

// The key `shape` of a scene: exactly one row of the table.
Option shape_option();

// Makes a shape from the value of shape_option(). Throws InputError if options contradict each other.
TurnedShape make_shape(const Value& shape, const FindFile& find = no_files);

// False for a sphere or disc whose size is given elsewhere (`shape: sphere` beside a file with radii).
bool has_size(const Value& shape);

}  // namespace cairn
