#pragma once

#include "laws/force_law.h"

namespace cairn {

ForceLawEntry hooke_entry();

// Fraction of critical damping that gives the restitution e when the force is never allowed to pull.
double hooke_damping_ratio(double restitution);

}  // namespace cairn
