// Energy that comes from nothing, whatever the method [J].
//   E     = stored − work of drives − exchanged    never rises: contacts, joints and damping only take
//   risen = E − lowest E so far                    came from nothing
//   given = stored at the start − lowest potential energy so far + all that drives and events put in:
//           as much motion as the run can have had
// Losses do not enter: a method that adds energy books it as a negative loss. Small errors of either sign do
// not add up, since E counts from its lowest value.
#pragma once

#include "measure/measure.h"

namespace cairn {

struct EnergyWatch {
  double at_start = 0, put_in = 0;
  double lowest = 0, lowest_potential = 0;
  double work = 0, exchanged = 0;  // when it looked last
  double recovery = 0;             // may come from overlap at the start that is pushed apart
  double risen = 0, most_risen = 0;

  void begin(const Energy& now);
  // With the exchanged energy filled in.
  void look(const Energy& now);
  double received() const { return at_start - lowest_potential + put_in; }
  double given() const { return received() + recovery; }
};

// Energy that means nothing: what lifts every free body by its radius, round-off of a budget whose heights
// count from the origin, and of motions in steps h.
double negligible_energy(const World& world, double h);
// Motion of all free bodies at the speed that moves each by this share of its radius in a step h.
double motion_energy(const World& world, double share, double h);

}  // namespace cairn
