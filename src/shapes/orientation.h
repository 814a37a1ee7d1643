// How scenes write directions and turns.
#pragma once

#include <string>

#include "math/quat.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

// {axis: [0, 0, 1], angle: 30 deg} and [w, x, y, z]: alternatives for an option of the given name.
std::vector<Option> orientation_forms(const std::string& name);

// Of either form; anything else is no turn. `whose` begins the message if it has no direction or length.
Quat read_orientation(const Value& orientation, const std::string& whose);
// The unit vector along a vector of any length but zero.
Vec3 direction_of(const Value& axis, const std::string& whose);

}  // namespace cairn
