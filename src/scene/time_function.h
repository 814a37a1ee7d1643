// Functions of time as scenes give them: a number, an expression of t, or a table in a CSV file with the
// columns t and value, between whose rows the value runs straight and beyond whose ends it stays.
#pragma once

#include <array>

#include "model/drive.h"
#include "scene/scene.h"

namespace cairn {

TimeFunction time_function(const Value& function, const Scene& scene);
// Of a list of three; absent: none.
std::array<TimeFunction, 3> time_functions(const Value& list, const Scene& scene);

}  // namespace cairn
