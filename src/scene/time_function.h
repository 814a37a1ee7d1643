// Functions of time in a scene: a number, an expression of t, or a CSV table with the columns t and value.
// Tables are interpolated linearly between rows and constant beyond their ends.
#pragma once

#include <array>

#include "model/drive.h"
#include "scene/scene.h"

namespace cairn {

TimeFunction time_function(const Value& function, const Scene& scene);
// Three functions from a list of three; empty functions if the list is absent.
std::array<TimeFunction, 3> time_functions(const Value& list, const Scene& scene);

// The functions with t = 0 at time `start`.
TimeFunction later(const TimeFunction& function, double start);
std::array<TimeFunction, 3> later(const std::array<TimeFunction, 3>& functions, double start);

}  // namespace cairn
