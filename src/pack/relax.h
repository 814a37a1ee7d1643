// Pushes overlapping spheres apart without dynamics. It goes pair by pair in a fixed order, again and again.
// Each sphere moves by half the overlap, or by all of it if the other cannot move. This is geometry only:
// velocities and time stay as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "model/bodies.h"

namespace cairn {

struct RelaxLimits {
  double tolerance = 1e-3;  // overlap over the smaller radius that may remain
  int rounds = 2000;
};

struct RelaxReport {
  double overlap = 0;  // largest remaining overlap, over the smaller radius
  int rounds = 0;
};

// The position that walls allow for a sphere.
using Confine = std::function<Vec3(const Place& sphere)>;

// Moves the spheres with a nonzero `movable`. In two dimensions nothing moves along y.
[[nodiscard]] RelaxReport relax(std::span<Place> spheres, std::span<const std::uint8_t> movable,
                                int dimension, const Confine& confine, const RelaxLimits& limits = {});

}  // namespace cairn
