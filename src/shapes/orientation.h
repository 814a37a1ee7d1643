// Reading of directions and orientations from scenes.
#pragma once

#include <string>

#include "math/quat.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

// Alternatives for an option of the given name: {axis: [0, 0, 1], angle: 30 deg} and [w, x, y, z].
std::vector<Option> orientation_forms(const std::string& name);

// Reads either form; anything else is no turn. `whose` begins the message if an axis or
// quaternion has no length.
Quat read_orientation(const Value& orientation, const std::string& whose);
// The unit vector along a vector of any length except zero.
Vec3 direction_of(const Value& axis, const std::string& whose);

}  // namespace cairn
