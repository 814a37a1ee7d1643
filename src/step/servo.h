// Servo walls: a target force F₀ moves the wall against the contact force F. The wall has its own mass M and
// dashpot C, and no weight:
//   M dv/dt = F₀ − F − C v,   v½⁺ = (v½ + (h/M)(F₀ − F)) / (1 + h C/M)
// v along the axis [m/s], F₀ = p A or a force [N], F the contact force against the axis [N]. The wall rests
// only where F = F₀. Mass and dashpot terminate a chain of grains with the least reflection:
//   M = ½ n m,   C = n m ω,   ω = π/T_c
// n grains of mass m touch the wall. T_c is the contact time of a grain that hits the wall with the speed
// F/(n m ω), at which the force of the impact is its share of the larger of F₀ and F. docs/theory/servo.md
// derives this passive wall, which is stable for every step that is stable for the grains.
#pragma once

#include "laws/force_law.h"
#include "model/world.h"

namespace cairn {

// The mean free body; `contacts` is the number of all.
GrainLayer mean_grain(const Bodies& bodies);

// Estimates how many grains can touch each wall, and their mean mass and size.
void survey_servos(World& world);

// Sets the speeds of the next step from the present contact forces.
void steer_servos(World& world, const ForceLaw& law, double h);

// Dashpot C of a wall under the force F [N s/m]; its layer has grains.
double servo_drag(const World& world, const ForceLaw& law, std::uint32_t i, const Servo& servo, double force);
// Time until a wall with this dashpot has gone a distance, if nothing is in its way [s]: the larger of
// distance/speed at the steady speed F₀/C (at most max_speed) and √(2 distance M/F₀). Infinite if it is not
// pushed that way.
double servo_travel_time(const World& world, const Servo& servo, double drag, double distance);

// Area on which the pressure acts [m²]; NaN if it is unknown. Throws RunError if it is not positive or a
// bounding wall is gone.
double servo_area(const World& world, const Servo& servo, double t);
double servo_target(const World& world, const Servo& servo, double t);        // F₀ [N]
double servo_force(const World& world, const Servo& servo, std::uint32_t i);  // F on body i [N]

// Distance between the faces of two walls, each a plane or a box [m].
double gap_between(const World& world, std::uint32_t a, std::uint32_t b);
// The direction along which it is measured, from a to b.
Vec3 gap_normal(const World& world, std::uint32_t a, std::uint32_t b);

}  // namespace cairn
