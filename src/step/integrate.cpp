// Velocity Verlet. Spheres need only v and ω. Bodies with three moments keep their angular momentum L during
// the drift, so a free spin conserves L exactly and the energy to second order:
//   L = R J Rᵀ ω,  q½ = exp(h ω/4) q,  ω½ = R½ J⁻¹ R½ᵀ L,  q⁺ = exp(h ω½/2) q,  ω⁺ = R⁺ J⁻¹ R⁺ᵀ L.
// World axes, SI units.
#include "step/integrate.h"

#include <cmath>

#include "base/assert.h"
#include "model/copies.h"
#include "step/joint_rows.h"

namespace cairn {
namespace {

constexpr int kMostTurns = 50;
constexpr double kSameSpin = 1e-15;
constexpr double kStill = 1e-280;  // |L|² below which it counts as zero

// Cundall's local damping [PC04]: reduces each force component along the motion, and increases those
// against it.
double damped(double force, double velocity, double alpha) {
  return force * velocity > 0 ? force * (1 - alpha) : force * (1 + alpha);
}
Vec3 damped(const Vec3& force, const Vec3& velocity, double alpha) {
  return {damped(force.x, velocity.x, alpha), damped(force.y, velocity.y, alpha),
          damped(force.z, velocity.z, alpha)};
}

// a without its locked components.
Vec3 masked(const Vec3& a, unsigned locks) {
  return {locks & 1 ? 0 : a.x, locks & 2 ? 0 : a.y, locks & 4 ? 0 : a.z};
}

Vec3 spin_of(const Quat& q, const Vec3& inverse_moments, const Vec3& momentum) {
  return rotate(q, scaled(inverse_moments, rotate_back(q, momentum)));
}

Vec3 momentum_of(const Quat& q, const Vec3& inverse_moments, const Vec3& spin) {
  const Vec3 body = rotate_back(q, spin);
  return rotate(q, {inverse_moments.x > 0 ? body.x / inverse_moments.x : 0,
                    inverse_moments.y > 0 ? body.y / inverse_moments.y : 0,
                    inverse_moments.z > 0 ? body.z / inverse_moments.z : 0});
}

// Cayley's map, without sines: the orientation of a sphere has no effect on its motion.
Quat turned(const Quat& q, const Vec3& spin, double h) {
  const Vec3 r = (0.5 * h) * spin;
  return unit(Quat{1, r.x, r.y, r.z} * q);
}

// The rotation vector of a turn by less than half a revolution; the inverse of rotation().
Vec3 rotation_vector(const Quat& q) {
  const double sine = norm(q.vector());
  return (sine > 1e-8 ? 2 * std::atan2(sine, q.w) / sine : 2 / q.w) * q.vector();
}

// The spin at the middle of h, at constant angular momentum.
Vec3 spin_over(const Quat& q, const Vec3& spin, const Vec3& inverse_moments, double h) {
  const Quat middle = rotation((0.5 * h) * spin) * q;
  return spin_of(middle, inverse_moments, momentum_of(q, inverse_moments, spin));
}

void turn_freely(Quat& q, Vec3& spin, const Vec3& inverse_moments, unsigned flags, double h) {
  if (!(flags & kTurned)) {
    q = turned(q, spin, h);
    return;
  }
  const Vec3 momentum = momentum_of(q, inverse_moments, spin);
  q = unit(rotation(h * spin_over(q, spin, inverse_moments, h)) * q);
  spin = masked(spin_of(q, inverse_moments, momentum), flags >> 3);
}

void drift_body(Bodies& bodies, std::uint32_t i, double h) {
  const unsigned flags = bodies.info[i].flags;
  if (flags & (kFixed | kDriven)) return;
  bodies.place[i].position += h * bodies.motion[i].velocity;
  turn_freely(bodies.orientation[i], bodies.motion[i].spin, bodies.inertia[i].inverse_moments, flags, h);
}

// Maximum that turns NaN into infinity.
void larger(double& largest, double value) {
  if (!(value <= largest)) largest = std::isnan(value) ? kInfinity : value;
}

double value(const TimeFunction& f, double t) { return f ? f(t) : 0; }
Vec3 value(const std::array<TimeFunction, 3>& f, double t) {
  return {value(f[0], t), value(f[1], t), value(f[2], t)};
}

void run_belts(World& world, double t) {
  for (Belt& belt : world.belts) belt.now = value(belt.velocity, t);
}

// The motion of a driven body over [t, t + h], with its velocity at mid-step.
struct Driven {
  Vec3 velocity, spin, arm;
  Vec3 shift;  // chord of the arc, so that the mean velocity leads to the exact end point
  Quat turn;
};
Driven driven_over(const World& world, const Drive& drive, std::uint32_t i, double t, double h) {
  const double middle = t + 0.5 * h;
  Driven driven;
  driven.velocity = velocity_of(drive, middle);
  driven.spin = value(drive.speed, middle) * drive.axis;
  driven.turn = rotation(h * driven.spin);
  if (!drive.about_body) driven.arm = world.bodies.place[i].position - drive.center;
  driven.shift = h * driven.velocity + (rotate(driven.turn, driven.arm) - driven.arm);
  return driven;
}

// Adds a load that counts as conservative, so no loss is booked for it.
void add_kept(Load& load, const Vec3& force, const Vec3& torque) {
  load += make_load(force, torque, force, torque);
}

// Bound of the speed of the surface of body i as it turns. A surface about an axis turns with that axis only;
// an infinite wall has infinite speed somewhere.
double turning_speed(const World& world, std::uint32_t i) {
  const Bodies& bodies = world.bodies;
  const Info& info = bodies.info[i];
  if (!(info.flags & kTurned)) return 0;
  const Vec3& spin = bodies.motion[i].spin;
  const bool about_axis = is_axisymmetric(world.shapes[info.shape]);
  const double rate = norm(about_axis ? cross(spin, z_axis(bodies.orientation[i])) : spin);
  return rate > 0 ? bodies.place[i].radius * rate : 0;
}

}  // namespace

Vec3 volume_part(const Drive& drive) { return drive.volume ? drive.volume->state.velocity : Vec3{}; }

Vec3 velocity_of(const Drive& drive, double t) {
  Vec3 velocity = value(drive.velocity, t);
  if (drive.servo) velocity += drive.servo->state.speed * drive.servo->axis;
  if (drive.volume) velocity += drive.volume->state.velocity;
  return velocity;
}

KickLoss half_kick(World& world, std::span<const std::uint32_t> moved, double h) {
  CAIRN_ASSERT(moved.empty() || moved.back() < world.bodies.size());
  Bodies& bodies = world.bodies;
  const Vec3 gravity = world.gravity;
  const double rate = world.damping.global, alpha = world.damping.local, half = 0.5 * h;
  constexpr unsigned kLocks = kLockX | kLockY | kLockZ | kLockSpinX | kLockSpinY | kLockSpinZ;
  KickLoss loss;
  for (const std::uint32_t i : moved) {
    const Inertia& inertia = bodies.inertia[i];
    const unsigned flags = bodies.info[i].flags;
    if (flags & (kFixed | kDriven)) continue;
    Motion& motion = bodies.motion[i];
    // Free acceleration, then damping and locks.
    const Load& load = bodies.load[i];
    Vec3 acceleration = gravity + inertia.inverse_mass * load.force;
    Vec3 turn = (flags & kTurned) ? spin_of(bodies.orientation[i], inertia.inverse_moments, load.torque)
                                  : scaled(inertia.inverse_moments, load.torque);
    const Vec3 free = acceleration, free_turn = turn;
    if (rate > 0 || alpha > 0) {
      acceleration = damped(free, motion.velocity, alpha) - rate * motion.velocity;
      turn = damped(free_turn, motion.spin, alpha) - rate * motion.spin;
    }
    if (flags & kLocks) {
      acceleration = masked(acceleration, flags);
      turn = masked(turn, flags >> 3);
    }
    // Losses, by the work at the mean velocity.
    const Vec3 velocity = motion.velocity + half * acceleration, spin = motion.spin + half * turn;
    const Vec3 mean = 0.5 * (motion.velocity + velocity), mean_spin = 0.5 * (motion.spin + spin);
    loss.contacts -=
        half * (dot(load.force - load.kept_force, mean) + dot(load.torque - load.kept_torque(), mean_spin));
    if (rate > 0 || alpha > 0) {
      const Vec3 taken = masked(free, flags) - acceleration,
                 taken_turn = masked(free_turn, flags >> 3) - turn;
      const Vec3 angular = momentum_of(bodies.orientation[i], inertia.inverse_moments, taken_turn);
      loss.background += half * (dot(taken, mean) / inertia.inverse_mass + dot(angular, mean_spin));
    }
    motion = {velocity, spin};
  }
  return loss;
}

void drift(Bodies& bodies, std::uint32_t begin, std::uint32_t end, double h) {
  CAIRN_ASSERT(begin <= end && end <= bodies.size());
  for (std::uint32_t i = begin; i < end; ++i) drift_body(bodies, i, h);
}

// The midpoint rule in body axes conserves |m| and the energy exactly, with m = RᵀL:
//   Ω = J⁻¹ (m + m⁺)/2,   m⁺ = Cᵀm,   C = cay(h Ω)
// So does C followed by any turn about L. The turn used here corrects Cayley's angle 2 atan(h|Ω|/2) to h|Ω|:
// a body that spins about a principal axis then turns by exactly h ω.
Vec3 mean_spin(const Bodies& bodies, std::uint32_t i, double h) {
  const Vec3& spin = bodies.motion[i].spin;
  if (!(bodies.info[i].flags & kTurned) || h == 0) return spin;
  const Quat& q = bodies.orientation[i];
  const Vec3& inverse_moments = bodies.inertia[i].inverse_moments;
  const Vec3 m = rotate_back(q, momentum_of(q, inverse_moments, spin));
  if (norm2(m) < kStill) return spin;
  const auto cayley = [h](const Vec3& s) {
    return unit(Quat{1, 0.5 * h * s.x, 0.5 * h * s.y, 0.5 * h * s.z});
  };
  // Fixed point of the midpoint rule.
  Vec3 omega = scaled(inverse_moments, m);
  for (int k = 0; k < kMostTurns; ++k) {
    const Vec3 next = scaled(inverse_moments, 0.5 * (m + rotate_back(cayley(omega), m)));
    const bool same = norm2(next - omega) <= kSameSpin * kSameSpin * norm2(omega);
    omega = next;
    if (same) break;
  }
  // The missing angle, as a turn about L.
  const double speed = norm(omega), missing = h * speed - 2 * std::atan(0.5 * h * speed);
  const Vec3 about = (missing * dot(omega, m) / (speed * norm2(m))) * m;
  return rotate(q, rotation_vector(rotation(about) * cayley(omega)) / h);
}

void turn(Bodies& bodies, std::uint32_t i, double h) {
  Quat& q = bodies.orientation[i];
  Vec3& spin = bodies.motion[i].spin;
  const Vec3& inverse_moments = bodies.inertia[i].inverse_moments;
  const unsigned flags = bodies.info[i].flags;
  const Vec3 momentum = momentum_of(q, inverse_moments, spin);
  q = unit(rotation(h * mean_spin(bodies, i, h)) * q);
  if (flags & kTurned) spin = masked(spin_of(q, inverse_moments, momentum), flags >> 3);
}

Vec3 spin_change(const Bodies& bodies, std::uint32_t i) {
  const Quat& q = bodies.orientation[i];
  const Vec3 &inverse_moments = bodies.inertia[i].inverse_moments, &spin = bodies.motion[i].spin;
  return spin_of(q, inverse_moments, cross(momentum_of(q, inverse_moments, spin), spin));
}

BodyPassReport joined(const BodyPassReport& a, const BodyPassReport& b) {
  const auto sum = [](const KickLoss& p, const KickLoss& q) {
    return KickLoss{p.contacts + q.contacts, p.background + q.background};
  };
  return {sum(a.closing, b.closing), sum(a.opening, b.opening), std::max(a.free_speed2, b.free_speed2),
          std::max(a.driven_speed2, b.driven_speed2), std::max(a.turning, b.turning)};
}

void PassedBodies::build(const Bodies& bodies, std::uint32_t begin, std::uint32_t end) {
  CAIRN_ASSERT(begin <= end && end <= bodies.size());
  spheres.clear();
  locked_spheres.clear();
  others.clear();
  for (std::uint32_t i = begin; i < end; ++i) {
    const unsigned flags = bodies.info[i].flags;
    if (flags & kFixed) continue;
    const bool is_general = flags & (kDriven | kTurned), is_free = (flags & ~unsigned{kEcho}) == 0;
    (is_general ? others : is_free ? spheres : locked_spheres).push_back(i);
  }
}

BodyPassReport body_pass(World& world, const PassedBodies& plan, double h, BodyPass what, Vectors vectors) {
  BodyPassReport report;
  if (what != BodyPass::open) report.closing = half_kick(world, plan.others, h);
  if (what != BodyPass::close) report.opening = half_kick(world, plan.others, h);
  Bodies& bodies = world.bodies;
  for (const std::uint32_t i : plan.others) {
    if (what == BodyPass::close) break;
    drift_body(bodies, i, h);
    const unsigned flags = bodies.info[i].flags;
    const Motion& motion = bodies.motion[i];
    const double turning = turning_speed(world, i), speed = norm(motion.velocity) + turning;
    larger(report.turning, turning);
    larger(flags & kDriven ? report.driven_speed2 : report.free_speed2, speed * speed);
  }
  return joined(body_pass_spheres(world, plan, h, what, vectors), report);
}

Convection convect(World& world, double h) {
  CAIRN_ASSERT(h > 0);
  Convection result;
  const Mat3 convection = world.cell.convection();
  if (norm2(convection.row0) + norm2(convection.row1) + norm2(convection.row2) == 0) return result;
  Bodies& bodies = world.bodies;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    Vec3 &x = bodies.place[i].position, &v = bodies.motion[i].velocity;
    const Vec3 middle = x - 0.5 * h * v;
    const Vec3 kick = masked(h * (convection * (middle - world.cell.centre)), bodies.info[i].flags);
    if (is_counted(bodies.info[i])) result.energy += mass(bodies.inertia[i]) * dot(kick, v + 0.5 * kick);
    v += kick;
    x += 0.5 * h * kick;
    result.farthest = std::max(result.farthest, 0.5 * h * norm(kick));
  }
  return result;
}

ExactSum wrap(World& world) {
  const Cell& cell = world.cell;
  if (!cell.repeats()) return {};
  Bodies& bodies = world.bodies;
  const Mat3 to_fraction = inverse(cell.axes());
  ExactSum gained;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    const Vec3 s = to_fraction * (bodies.place[i].position - cell.centre);
    const double m = mass(bodies.inertia[i]);
    // Energy of motion and height.
    const auto energy = [&] {
      return kinetic_energy(bodies, i) - m * dot(world.gravity, bodies.place[i].position);
    };
    // Subtract whole edges, and their velocities.
    const double before = energy();
    bool leaves = false;
    for (int k = 0; k < 3; ++k) {
      const double turns = cell.periodic[k] ? std::floor(s[k] + 0.5) : 0;
      if (turns == 0) continue;
      leaves = true;
      bodies.place[i].position -= turns * cell.edge[k];
      bodies.motion[i].velocity -= turns * cell.edge_rate[k];
    }
    if (leaves) gained += energy() - before;
  }
  return gained;
}

void wrap_driven(World& world) {
  if (!world.cell.repeats()) return;
  for (Drive& drive : world.drives) {
    const std::uint32_t i = world.bodies.local(drive.body);
    if (i == kNoBody || !std::isfinite(world.bodies.place[i].radius)) continue;
    Vec3& x = world.bodies.place[i].position;
    const Vec3 inside = world.cell.centre + world.cell.nearest(x - world.cell.centre);
    drive.center += inside - x;
    x = inside;
  }
}

void drive(World& world, double h) {
  CAIRN_ASSERT(h >= 0);
  Bodies& bodies = world.bodies;
  for (Drive& drive : world.drives) {
    const std::uint32_t i = bodies.local(drive.body);
    if (i == kNoBody) continue;
    const Driven driven = driven_over(world, drive, i, world.time, h);
    bodies.place[i].position += driven.shift;
    drive.center += h * driven.velocity;
    bodies.orientation[i] = unit(driven.turn * bodies.orientation[i]);
    const Vec3 arm_rate = driven.velocity + cross(driven.spin, driven.arm);
    bodies.motion[i] = {h > 0 ? driven.shift / h : arm_rate, driven.spin};
  }
  run_belts(world, world.time + 0.5 * h);
}

Pose drifted(const World& world, std::uint32_t i, double t, double h) {
  CAIRN_ASSERT(i < world.bodies.size());
  const Bodies& bodies = world.bodies;
  const Motion& motion = bodies.motion[i];
  Pose pose{bodies.place[i].position, bodies.orientation[i]};
  for (const Drive& drive : world.drives) {
    if (drive.body != bodies.info[i].uid) continue;
    const Driven driven = driven_over(world, drive, i, t, h);
    return {pose.position + driven.shift, unit(driven.turn * pose.orientation)};
  }
  if (is_immobile(bodies.info[i])) return pose;
  Vec3 spin = motion.spin;
  pose.position += h * motion.velocity;
  turn_freely(pose.orientation, spin, bodies.inertia[i].inverse_moments, bodies.info[i].flags, h);
  return pose;
}

void set_driven_motion(World& world, double t) {
  Bodies& bodies = world.bodies;
  for (const Drive& drive : world.drives) {
    const std::uint32_t i = bodies.local(drive.body);
    if (i == kNoBody) continue;
    const Vec3 spin = value(drive.speed, t) * drive.axis;
    const Vec3 arm = drive.about_body ? Vec3{} : bodies.place[i].position - drive.center;
    bodies.motion[i] = {velocity_of(drive, t) + cross(spin, arm), spin};
  }
  run_belts(world, t);
}

AppliedEnergy add_applied_loads(World& world, double t, double h) {
  CAIRN_ASSERT(h >= 0);
  CAIRN_ASSERT(world.bodies.load.size() == world.bodies.size());
  Bodies& bodies = world.bodies;
  AppliedEnergy energy;
  // Forces and torques of the scene.
  for (const AppliedLoad& load : world.loads) {
    const std::uint32_t i = bodies.local(load.body);
    if (i == kNoBody) continue;
    const Vec3 force = value(load.force, t), torque = value(load.torque, t);
    add_kept(bodies.load[i], force, torque);
    if (!is_counted(bodies.info[i])) continue;
    const Motion& middle = bodies.motion[i];
    energy.work += 0.5 * h * dot(value(load.force, t - h) + force, middle.velocity);
    energy.work += 0.5 * h * dot(value(load.torque, t - h) + torque, middle.spin);
  }
  // Springs between two bodies, or a body and a fixed point.
  for (const BodySpring& spring : world.springs) {
    const std::uint32_t i = bodies.local(spring.body),
                        j = spring.to_world ? kNoBody : bodies.local(spring.other);
    if (i == kNoBody || (j == kNoBody && !spring.to_world)) continue;
    // Ends of the spring and their distance.
    const Vec3 arm_i = rotate(bodies.orientation[i], spring.point);
    const Vec3 arm_j = j == kNoBody ? Vec3{} : rotate(bodies.orientation[j], spring.other_point);
    const Vec3 end_i = bodies.place[i].position + arm_i;
    const Vec3 end_j = j == kNoBody ? spring.other_point : bodies.place[j].position + arm_j;
    const Vec3 between = world.cell.nearest(end_j - end_i);
    const double length = norm(between);
    const Vec3 along = length > 0 ? between / length : Vec3{};
    Vec3 speed = -(bodies.motion[i].velocity + cross(bodies.motion[i].spin, arm_i));
    if (j != kNoBody) speed += bodies.motion[j].velocity + cross(bodies.motion[j].spin, arm_j);
    // Force of spring and damper.
    const double stretch = length - spring.length, rate = dot(speed, along);
    const Vec3 pull = (spring.stiffness * stretch + spring.damping * rate) * along;
    add_kept(bodies.load[i], pull, cross(arm_i, pull));
    if (j != kNoBody) add_kept(bodies.load[j], -pull, -cross(arm_j, pull));
    if (!is_counted(bodies.info[i])) continue;
    energy.elastic += 0.5 * spring.stiffness * stretch * stretch;
    energy.damped += h * spring.damping * rate * rate;
  }
  // Efforts of motors.
  for_each_effort(world, t, [&](std::uint32_t i, const Vec3& force, const Vec3& torque) {
    add_kept(bodies.load[i], force, torque);
  });
  return energy;
}

double applied_power(const World& world, double t, std::span<const Motion> motion) {
  CAIRN_ASSERT(motion.size() == world.bodies.size());
  double power = 0;
  for (const AppliedLoad& load : world.loads) {
    const std::uint32_t i = world.bodies.local(load.body);
    if (i != kNoBody)
      power += dot(value(load.force, t), motion[i].velocity) + dot(value(load.torque, t), motion[i].spin);
  }
  for_each_effort(world, t, [&](std::uint32_t i, const Vec3& force, const Vec3& torque) {
    power += dot(force, motion[i].velocity) + dot(torque, motion[i].spin);
  });
  return power;
}

DriveWork drive_work(const World& world, double h) {
  const Bodies& bodies = world.bodies;
  DriveWork sum;
  for (const Drive& drive : world.drives) {
    const std::uint32_t i = bodies.local(drive.body);
    if (i == kNoBody || !is_counted(bodies.info[i])) continue;
    const Load& load = bodies.load[i];
    const Motion& motion = bodies.motion[i];
    sum.work -= 0.5 * h * (dot(load.force, motion.velocity) + dot(load.torque, motion.spin));
    sum.lost -= 0.5 * h *
                (dot(load.force - load.kept_force, motion.velocity) +
                 dot(load.torque - load.kept_torque(), motion.spin));
  }
  return sum;
}

double kinetic_energy(const Bodies& bodies, std::uint32_t i) {
  const Inertia& inertia = bodies.inertia[i];
  if (inertia.inverse_mass == 0) return 0;
  const Motion& motion = bodies.motion[i];
  const Vec3 momentum = momentum_of(bodies.orientation[i], inertia.inverse_moments, motion.spin);
  return 0.5 * (norm2(motion.velocity) / inertia.inverse_mass + dot(momentum, motion.spin));
}

}  // namespace cairn
