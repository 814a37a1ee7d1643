// Moving bodies: half kicks and drifts of velocity Verlet, driven bodies, and the loads the scene puts on
// bodies.
#pragma once

#include <cstdint>
#include <span>

#include "base/vectors.h"
#include "joints/joint.h"
#include "model/world.h"

namespace cairn {

// Energy taken out of the motion by half a kick [J].
struct KickLoss {
  double contacts = 0;    // friction, damping and what tangential springs store
  double background = 0;  // global and local damping
};

// v += (h/2) F/m and the same for spin, for bodies [begin, end), with gravity and damping. The work of a
// force over a half kick is (h/2) F·(v before + v after)/2: sums of it give the change of kinetic energy to
// round-off.
KickLoss half_kick(World& world, std::uint32_t begin, std::uint32_t end, double h);

// x += h v, orientation turned by the spin, for bodies [begin, end) that move freely.
void drift(Bodies& bodies, std::uint32_t begin, std::uint32_t end, double h);
// The constant spin that turns free body i within h as its angular momentum L does, which leaves L and the
// energy exactly what they were; a turn by it; and how fast the spin changes by itself, I⁻¹ (L × ω).
Vec3 mean_spin(const Bodies& bodies, std::uint32_t i, double h);
void turn(Bodies& bodies, std::uint32_t i, double h);
Vec3 spin_change(const Bodies& bodies, std::uint32_t i);
// Where body i, here at time t, will be after h: a free one by its velocity, a driven one as it is driven.
Pose drifted(const World& world, std::uint32_t i, double t, double h);

// What one sweep over a range of bodies found: the losses of the kick that closed the step before and of the
// one that opens the new one, and what no surface is faster than (squared; infinite if not a number).
struct SweepReport {
  KickLoss closing, opening;
  double free_speed2 = 0, driven_speed2 = 0;
};
SweepReport joined(const SweepReport& a, const SweepReport& b);
// The kick that closes a step, the kick and drift that open the next one, or both.
enum class Sweep { close, open, both };
SweepReport sweep(World& world, std::uint32_t begin, std::uint32_t end, double h, Sweep what);
// The same for spheres that nothing locks, drives or damps.
SweepReport sweep_free_spheres(World& world, std::uint32_t begin, std::uint32_t end, double h, Sweep what,
                               Vectors vectors);
// The end of those that bodies [begin, end) start with.
std::uint32_t free_spheres(const Bodies& bodies, std::uint32_t begin, std::uint32_t end);

// After a drift of h: the acceleration L² (x − centre) of a deforming cell, as a kick at the middle of the
// drift.
//   x½ = x − (h/2) v,  v⁺ = v + h L² (x½ − centre),  x⁺ = x½ + (h/2) v⁺
struct Convection {
  double energy = 0;    // gained by free bodies [J]
  double farthest = 0;  // largest |x⁺ − x| [m]
};
Convection convect(World& world, double h);

// Brings free bodies that left the cell back into it, at the velocity of the image that is inside. Returns
// the energy gained, of motion and of height [J].
double wrap(World& world);
// The same for driven bodies that have an end, such as a plate that slides on and on; their velocity is
// given.
void wrap_driven(World& world);

// Moves the driven bodies over [t, t + h] with their velocity at mid-step, which their motion then holds.
void drive(World& world, double h);
// Sets the driven bodies' motion to that of time t, and every fixed body's to zero.
void set_driven_motion(World& world, double t);

// Energies of applied loads: what forces and torques did over a step, what dampers took, what springs hold
// [J].
struct AppliedEnergy {
  double work = 0, damped = 0, elastic = 0;
};
// Adds applied forces, torques, springs and the efforts of joints' motors at time t to the loads of the
// bodies, after the contacts.
AppliedEnergy add_applied_loads(World& world, double t, double h);

// Σ F·v + M·ω of applied forces, torques and efforts at time t, with these motions of the bodies [W].
double applied_power(const World& world, double t, std::span<const Motion> motion);

// Work that the driven bodies put in over half a step with the loads of this moment, and what the lossy part
// of those loads took [J]. The motion of the bodies is that of mid-step.
struct DriveWork {
  double work = 0, lost = 0;
};
DriveWork drive_work(const World& world, double h);

// ½ m v² + ½ ω·L of body i; zero for bodies that forces do not move.
double kinetic_energy(const Bodies& bodies, std::uint32_t i);

}  // namespace cairn
