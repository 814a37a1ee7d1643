// Resistance to rolling and twisting, in addition to any contact law.
#pragma once

#include <vector>

#include "laws/force_law.h"

namespace cairn {

enum class Rolling { none, constant, spring };

struct RollingCoefficients {
  double rolling = 0, twisting = 0;  // μ_r, μ_w: torque over R̄ times the normal force
  double stiffness = 0;              // of the springs of Rolling::spring [N/m] ...
  double modulus = 0;                // ... plus a part in proportion to R̄ [Pa]
  double damping = 0;                // fraction of critical
};

// Writes the torques on B to the lanes, from the normal force that the contact law has found.
void rolling_torques(ContactLanes& lanes, const std::vector<RollingCoefficients>& pairs, Rolling kind,
                     double h);

}  // namespace cairn
