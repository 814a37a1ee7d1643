#include "step/scene_speed.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/assert.h"

namespace cairn {
namespace {

// The upper of two middle ones; 0 of none.
double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double scene_speed(const World& world, std::span<const Slide> slides, const ContactProblem& problem,
                   double h) {
  CAIRN_ASSERT(h > 0 && problem.bodies.size() >= world.bodies.size());
  const Bodies& bodies = world.bodies;
  const auto acceleration = [&](std::size_t i) {
    return norm(problem.bodies[i].velocity - bodies.motion[i].velocity) / h;
  };
  std::vector<double> squares, diameters;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i]) || !std::isfinite(bodies.place[i].radius)) continue;
    diameters.push_back(2 * bodies.place[i].radius);
    const double square = diameters.back() * acceleration(i);
    if (square > 0 && std::isfinite(square)) squares.push_back(square);
  }
  if (!slides.empty()) {
    const double grain = median(diameters);
    for (const Slide& slide : slides)
      if (const double square = grain * acceleration(slide.body); square > 0) squares.push_back(square);
  }
  return std::sqrt(median(squares));
}

}  // namespace cairn
