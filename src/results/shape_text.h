// Describes shapes as JSON text for result files. The text is in body axes and uses the words of a scene, so
// that the scene reader can read it back.
#pragma once

#include <string>

#include "shapes/shape.h"

namespace cairn {

struct ShapeText {
  std::string kind;        // "box"
  std::string parameters;  // {"size": [0.06, 0.012, 0.002]}; lengths in m
};

// The radius of a sphere or disc belongs to the body; it may be 0 here.
ShapeText describe(const Shape& shape);

}  // namespace cairn
