// Numbers at the points of a regular grid.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "math/vec3.h"

namespace cairn {

struct GridField {
  std::array<std::size_t, 3> points{};  // along x, y, z
  Vec3 first, spacing;                  // place of the first point, distances of the points [m]

  // A quantity with so many numbers per point; points along x follow each other.
  struct Part {
    std::string name;
    std::size_t components = 1;
    std::vector<double> values;
  };
  std::vector<Part> parts;
};

}  // namespace cairn
