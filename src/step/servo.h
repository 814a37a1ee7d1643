// Servo walls: walls that a wanted force F₀ moves against the contact force F. A wall has a mass M and a
// dashpot C of its own, and no weight:
//   M dv/dt = F₀ − F − C v,   v½⁺ = (v½ + (h/M)(F₀ − F)) / (1 + h C/M)
// v along the axis [m/s], F₀ = p A or a force [N], F the contact force against the axis [N]. The wall comes
// to rest only where F = F₀. Mass and dashpot end a chain of grains so that it reflects least:
//   M = ½ n m,   C = n m ω,   ω = π/T_c
// n grains of mass m touch the wall; T_c is the contact time of a grain that hits the wall with F/(n m ω),
// the speed at which the force of the blow is its share of the larger one of F₀ and F. docs/theory/servo.md
// derives it: a passive wall, stable for every step that is stable for the grains.
#pragma once

#include "laws/force_law.h"
#include "model/world.h"

namespace cairn {

// Looks at the grains of this moment: how many can touch each wall, how heavy and large they are on average.
void survey_servos(World& world);

// The speeds of the next step, from the contact forces of this moment.
void steer_servos(World& world, const ForceLaw& law, double h);

// Area that the pressure acts on [m²], NaN if it is not known. Throws RunError if it is not positive or a
// wall that bounds it is gone.
double servo_area(const World& world, const Servo& servo, double t);
double servo_target(const World& world, const Servo& servo, double t);        // F₀ [N]
double servo_force(const World& world, const Servo& servo, std::uint32_t i);  // F on body i [N]

// Distance of the faces of two walls, each a plane or a box [m].
double gap_between(const World& world, std::uint32_t a, std::uint32_t b);

}  // namespace cairn
