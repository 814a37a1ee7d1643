// Running sums of the energy budget [J]. They lose no round-off, so that whatever adds to a term may do so in
// any order and in any parts, over any number of steps.
#pragma once

#include "base/exact_sum.h"
#include "model/energy.h"

namespace cairn {

struct Ledger {
  ExactSum damping, friction, rolling, plastic, impact, work_of_drives;

  // The same sums in their normal form, for checkpoints.
  Ledger normal() const {
    return {damping.normal(), friction.normal(), rolling.normal(),
            plastic.normal(), impact.normal(),   work_of_drives.normal()};
  }
  // These terms, and zeros for all others.
  Energy energy() const {
    Energy energy;
    energy.damping = damping.value();
    energy.friction = friction.value();
    energy.rolling = rolling.value();
    energy.plastic = plastic.value();
    energy.impact = impact.value();
    energy.work_of_drives = work_of_drives.value();
    return energy;
  }
};

}  // namespace cairn
