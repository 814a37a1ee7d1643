// The place in the unit cube where a smooth function is smallest, without derivatives: BOBYQA of the library
// NLopt, a quadratic model in a region of trust [PO06]. The same function and start give the same bits.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace cairn {

using CubePoint = std::vector<double>;  // coordinates from 0 to 1
using CubeFunction = std::function<double(std::span<const double>)>;

struct DescentLimits {
  int evaluations = 200;
  double step = 0.2;        // of the first moves
  double tolerance = 1e-4;  // of the coordinates
};

struct Minimum {
  CubePoint at;
  double value = 0;
};

// The best point that was seen. An exception of the function ends the search and goes on to the caller.
[[nodiscard]] Minimum minimum(const CubeFunction& function, CubePoint start, const DescentLimits& limits);

}  // namespace cairn
