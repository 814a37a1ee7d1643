// Shapes as text for result files, as JSON: in body axes, but for that in the words of a scene, so that the
// scene reader reads it back.
#pragma once

#include <string>

#include "shapes/shape.h"

namespace cairn {

struct ShapeText {
  std::string kind;        // "box"
  std::string parameters;  // {"size": [0.06, 0.012, 0.002]}; lengths in m
};

// A sphere's or disc's radius belongs to the body, so theirs may be 0 here.
ShapeText describe(const Shape& shape);

}  // namespace cairn
