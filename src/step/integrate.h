// Motion of bodies: half kicks and drifts of velocity Verlet, driven bodies, and loads of the scene.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/exact_sum.h"
#include "base/vectors.h"
#include "joints/joint.h"
#include "model/world.h"

namespace cairn {

// Energy taken from the motion by half a kick [J].
struct KickLoss {
  double contacts = 0;    // friction, damping and energy stored in tangential springs
  double background = 0;  // global and local damping
};

// v += (h/2) F/m, and the same for spin, for these bodies, with gravity and damping. The work of a force over
// a half kick is (h/2) F·(v before + v after)/2; its sum is the change of kinetic energy to round-off.
KickLoss half_kick(World& world, std::span<const std::uint32_t> moved, double h);

// x += h v, and orientations turned by the spin, for free bodies in [begin, end).
void drift(Bodies& bodies, std::uint32_t begin, std::uint32_t end, double h);
// mean_spin: the constant spin that turns free body i over h as its angular momentum L does; L and the energy
// are conserved exactly. turn: turns the body by it. spin_change: the rate I⁻¹ (L × ω) of the free spin.
Vec3 mean_spin(const Bodies& bodies, std::uint32_t i, double h);
void turn(Bodies& bodies, std::uint32_t i, double h);
Vec3 spin_change(const Bodies& bodies, std::uint32_t i);
// The pose of body i after h, if it is here at time t: free bodies follow their velocity, driven ones their
// drive.
Pose drifted(const World& world, std::uint32_t i, double t, double h);

// Results of a pass over a range of bodies: the losses of the closing and the opening kick, and upper bounds
// of the surface speeds (squared; infinite if NaN) and of their part from turning.
struct BodyPassReport {
  KickLoss closing, opening;
  double free_speed2 = 0, driven_speed2 = 0, turning = 0;
};
BodyPassReport joined(const BodyPassReport& a, const BodyPassReport& b);
// The bodies of one part by the code that moves them, in local order. Fixed bodies are in none of the lists.
struct PassedBodies {
  std::vector<std::uint32_t> spheres, locked_spheres;  // not driven
  std::vector<std::uint32_t> others;
  void build(const Bodies& bodies, std::uint32_t begin, std::uint32_t end);
};
// close: the kick that closes a step; open: the kick and drift that open the next one.
enum class BodyPass { close, open, both };
BodyPassReport body_pass(World& world, const PassedBodies& plan, double h, BodyPass what, Vectors vectors);
// The part of it for spheres (step/body_pass_spheres.cpp).
BodyPassReport body_pass_spheres(World& world, const PassedBodies& plan, double h, BodyPass what,
                                 Vectors vectors);

// Acceleration L² (x − centre) of a deforming cell, as a kick at the middle of a drift. Call after a drift of
// h.
//   x½ = x − (h/2) v,  v⁺ = v + h L² (x½ − centre),  x⁺ = x½ + (h/2) v⁺
struct Convection {
  ExactSum energy;      // gained by free bodies [J]
  double farthest = 0;  // largest |x⁺ − x| [m]
};
Convection convect(World& world, double h);

// Wraps free bodies that left the cell, with the velocity of the image inside. Returns the gain of energy, of
// motion and height [J].
ExactSum wrap(World& world);
// The same for driven bodies of finite size, such as a plate that slides on and on. Their velocity is
// prescribed.
void wrap_driven(World& world);

// The velocity that a drive prescribes at time t, and its part that holds a volume.
Vec3 velocity_of(const Drive& drive, double t);
Vec3 volume_part(const Drive& drive);

// Moves the driven bodies over [t, t + h] with their mid-step velocity, which becomes their motion.
void drive(World& world, double h);
// Sets the motion of driven bodies, and the velocities of belts, at time t.
void set_driven_motion(World& world, double t);

// Energies of applied loads [J]: work of forces and torques over a step, loss in dampers, energy stored in
// springs. The work is the mean of the load before and after the step, times the way at the mid-step
// velocity. Motors of joints book their own work (step/joint_pass.h).
struct AppliedEnergy {
  ExactSum work, damped, elastic;
};
// Adds forces, torques, springs and motor efforts at time t to the loads of the bodies. Contact forces must
// be in the loads already.
AppliedEnergy add_applied_loads(World& world, double t, double h);

// Σ F·v + M·ω of applied forces, torques and efforts at time t, for the given motions [W].
double applied_power(const World& world, double t, std::span<const Motion> motion);

// Work of driven bodies over half a step with the present loads, and the loss in the lossy part of those
// loads [J]. Bodies must have their mid-step motion. Here and in the energies above, a body of a world that
// is spread over ranks counts on one of them.
struct DriveWork {
  ExactSum work, lost;
};
DriveWork drive_work(const World& world, double h);

// ½ m v² + ½ ω·L of body i; zero for bodies that forces do not move.
double kinetic_energy(const Bodies& bodies, std::uint32_t i);

}  // namespace cairn
