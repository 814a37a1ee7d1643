// The place in the unit cube where a function is smallest, without derivatives, by the library NLopt.
//   bobyqa   a quadratic model in a region of trust [PO06], within bounds: few evaluations
//   crs2     controlled random search with local mutation [KA06]: many valleys
//   isres    an evolution strategy with stochastic ranking [RY05]: many valleys, and noise
// The same function, start and seed give the same bits. The random numbers of crs2 and isres are the
// library's.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace cairn {

using CubePoint = std::vector<double>;  // coordinates from 0 to 1
using CubeFunction = std::function<double(std::span<const double>)>;

enum class Descent { bobyqa, crs2, isres };

struct DescentLimits {
  int evaluations = 200;
  double step = 0.2;        // of the first moves of bobyqa
  double tolerance = 1e-4;  // of the coordinates
  std::uint64_t seed = 1;
};

struct Minimum {
  CubePoint at;
  double value = 0;
};

// The best point that was seen. An exception of the function ends the search and goes on to the caller.
[[nodiscard]] Minimum minimum(const CubeFunction& function, CubePoint start, Descent descent,
                              const DescentLimits& limits);

}  // namespace cairn
