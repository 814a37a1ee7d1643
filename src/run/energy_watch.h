// Energy that comes from nothing, for any method [J].
//   E     = stored − work of drives − exchanged    never rises: contacts, joints and damping only take energy
//   risen = E − lowest E so far                    came from nothing
//   given = stored at the start − lowest potential energy so far + all that drives and events put in:
//           the largest kinetic energy that the run can have had
// E does not use the losses, because a method that adds energy counts it as a negative loss. Small errors of
// either sign do not add up, since E is compared with its lowest value.
#pragma once

#include "measure/measure.h"

namespace cairn {

struct EnergyWatch {
  double at_start = 0, put_in = 0;
  double lowest = 0, lowest_potential = 0;
  double work = 0, exchanged = 0;  // at the last look
  double recovery = 0;             // allowance for overlap at the start that is pushed apart
  double risen = 0, most_risen = 0;

  void begin(const Energy& now);
  // `now` includes the exchanged energy.
  void look(const Energy& now);
  double received() const { return at_start - lowest_potential + put_in; }
  double given() const { return received() + recovery; }
};

// An energy too small to matter. It has three parts: the work that lifts every free body by its radius, the
// round-off of potential energies, whose heights count from the origin, and the round-off of motion in steps
// h.
double negligible_energy(const World& world, double h);
// Kinetic energy of all free bodies if each moves by this share of its radius in a step h.
double motion_energy(const World& world, double share, double h);

}  // namespace cairn
