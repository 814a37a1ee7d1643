// Shapes as text for result files: the name and the numbers a scene would give, as JSON.
#pragma once

#include <string>

#include "shapes/shape.h"

namespace cairn {

struct ShapeText {
  std::string kind;        // "box"
  std::string parameters;  // {"size": [0.06, 0.012, 0.002]}; lengths in m, null where the shape has no end
};

// A sphere's or disc's radius belongs to the body, so theirs may be 0 here.
ShapeText describe(const Shape& shape);

}  // namespace cairn
