// Pushes overlapping spheres apart without dynamics: pair by pair in a fixed order, each by half of its
// overlap (all of it if the other may not move), again and again. Geometry only: velocities and time stay as
// they are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "model/bodies.h"

namespace cairn {

struct RelaxLimits {
  double tolerance = 1e-3;  // overlap over the smaller radius that may remain
  int sweeps = 2000;
};

struct RelaxReport {
  double overlap = 0;  // largest that remained, over the smaller radius
  int sweeps = 0;
};

// The place that walls allow a sphere.
using Confine = std::function<Vec3(const Place& sphere)>;

// Moves the spheres with a nonzero `movable`. In two dimensions nothing moves along y.
[[nodiscard]] RelaxReport relax(std::span<Place> spheres, std::span<const std::uint8_t> movable,
                                int dimension, const Confine& confine, const RelaxLimits& limits = {});

}  // namespace cairn
