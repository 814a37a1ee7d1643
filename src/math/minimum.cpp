#include "math/minimum.h"

#include <nlopt.h>

#include <cmath>
#include <exception>
#include <limits>
#include <memory>

#include "base/assert.h"

namespace cairn {
namespace {

// The function as the library calls it. It keeps the best point itself, because the library's own answer is
// undefined after some of its ends.
struct Watched {
  const CubeFunction& function;
  nlopt_opt search;
  Minimum best{{}, std::numeric_limits<double>::infinity()};
  std::exception_ptr thrown = nullptr;

  double operator()(std::span<const double> x) {
    const double value = function(x);
    if (best.at.empty() || value < best.value) best = {CubePoint(x.begin(), x.end()), value};
    return value;
  }
};

// No exception may cross the library, which is written in C.
double call(unsigned axes, const double* x, double*, void* data) {
  Watched& watched = *static_cast<Watched*>(data);
  try {
    return watched({x, axes});
  } catch (...) {
    watched.thrown = std::current_exception();
    nlopt_force_stop(watched.search);
    return 0;
  }
}

}  // namespace

Minimum minimum(const CubeFunction& function, CubePoint start, const DescentLimits& limits) {
  CAIRN_ASSERT(!start.empty() && limits.evaluations > 0);
  for (const double x : start) CAIRN_ASSERT(x >= 0 && x <= 1);
  // The quadratic model needs two unknowns: a single one gets a second that does nothing.
  if (start.size() == 1) {
    start.push_back(0.5);
    Minimum found = minimum([&](std::span<const double> x) { return function(x.first(1)); }, start, limits);
    found.at.resize(1);
    return found;
  }
  const std::unique_ptr<std::remove_pointer_t<nlopt_opt>, decltype(&nlopt_destroy)> search(
      nlopt_create(NLOPT_LN_BOBYQA, static_cast<unsigned>(start.size())), nlopt_destroy);
  CAIRN_ASSERT(search != nullptr);
  Watched watched{function, search.get()};
  nlopt_set_min_objective(search.get(), call, &watched);
  nlopt_set_lower_bounds1(search.get(), 0);
  nlopt_set_upper_bounds1(search.get(), 1);
  nlopt_set_initial_step1(search.get(), limits.step);
  nlopt_set_xtol_abs1(search.get(), limits.tolerance);
  nlopt_set_maxeval(search.get(), limits.evaluations);
  double value = 0;
  nlopt_optimize(search.get(), start.data(), &value);  // its code says why it ended; the best point is kept
  if (watched.thrown) std::rethrow_exception(watched.thrown);
  CAIRN_ASSERT(!watched.best.at.empty());
  return watched.best;
}

}  // namespace cairn
