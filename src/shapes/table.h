// Every shape by name: what a scene writes, what it means, and how it becomes a Shape.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/quat.h"
#include "shapes/shape.h"
#include "text/table.h"

namespace cairn {

// A shape in body axes and how these lie in the axes that the scene describes it in: a point y of the shape
// is at x = offset + turn y. `turn` comes before the body's own orientation (orientation * turn); it takes z
// to the axis or normal that the scene asked for, and principal axes to the ones in which vertices and parts
// were given. The offset is that of the centre of mass of a polyhedron, mesh or compound: their place in the
// scene is that of the origin of the given coordinates. It is zero for all other shapes.
struct TurnedShape {
  Shape shape;
  Quat turn;
  Vec3 offset;
};

// The path of a file that a shape names; throws InputError at the value that names it.
using FindFile = std::function<std::string(const Value& name)>;
std::string no_files(const Value& name);  // refuses all

struct ShapeRow {
  std::string name;
  std::string reference;  // key of the paper it comes from; empty for common geometry
  std::string meaning;    // one line, without a full stop
  std::vector<Option> options;
  TurnedShape (*make)(const Value& options, const FindFile& find);
};

// In the order of the variant Shape.
const Table<ShapeRow>& shape_table();

// The key `shape` of a scene: exactly one of the table.
Option shape_option();

// From what was read for shape_option(). Throws InputError where options contradict each other.
TurnedShape make_shape(const Value& shape, const FindFile& find = no_files);

// False for a sphere or disc whose size stands elsewhere (`shape: sphere` beside a file with radii).
bool has_size(const Value& shape);

}  // namespace cairn
