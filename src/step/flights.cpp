#include "step/flights.h"

#include "base/assert.h"
#include "step/integrate.h"

namespace cairn {

void Flights::begin(const World& world, double t, double end, double h, std::vector<Vec3> acceleration) {
  const Bodies& bodies = world.bodies;
  CAIRN_ASSERT(acceleration.size() == bodies.size());
  CAIRN_ASSERT(!(end < t) && h > 0);
  end_ = end;
  acceleration_ = std::move(acceleration);
  since_.assign(bodies.size(), t);
  spin_.resize(bodies.size());
  given_.resize(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    given_[i] = bodies.motion[i].velocity;
    spin_[i] = bodies.motion[i].spin;
    if (!is_immobile(bodies.info[i])) spin_[i] = mean_spin(bodies, i, end - t);
  }
  // Driven bodies move straight to their place at the end of the step.
  for (const Drive& drive : world.drives) {
    const std::uint32_t i = bodies.local(drive.body);
    if (i == kNoBody) continue;
    since_[i] = 0;
    given_[i] = (drifted(world, i, world.time, h).position - bodies.place[i].position) / h;
  }
}

Vec3 Flights::position(const World& world, std::uint32_t i, double t) const {
  const double dt = t - since_[i];
  if (is_immobile(world.bodies.info[i])) return world.bodies.place[i].position + dt * given_[i];
  return world.bodies.place[i].position + dt * world.bodies.motion[i].velocity +
         (0.5 * dt * dt) * acceleration_[i];
}

Motion Flights::motion(const World& world, std::uint32_t i, double t) const {
  if (is_immobile(world.bodies.info[i])) return {given_[i], spin_[i]};
  return {world.bodies.motion[i].velocity + (t - since_[i]) * acceleration_[i], spin_[i]};
}

Flight Flights::flight(const World& world, std::uint32_t i, double t, const Vec3& shift) const {
  const Bodies& bodies = world.bodies;
  const bool turns = spin_[i] != Vec3{} && (bodies.info[i].flags & kTurned);
  const double dt = t - since_[i];
  const Quat& q = bodies.orientation[i];
  const Vec3 spin = turns && !is_immobile(bodies.info[i]) ? mean_spin(bodies, i, dt) : spin_[i];
  return {{world.shapes[bodies.info[i].shape], position(world, i, t) + shift,
           turns ? unit(rotation(dt * spin) * q) : q, bodies.place[i].radius},
          motion(world, i, t),
          is_immobile(bodies.info[i]) ? Vec3{} : acceleration_[i]};
}

void Flights::advance(World& world, std::uint32_t i, double t) {
  Bodies& bodies = world.bodies;
  const double dt = t - since_[i];
  if (dt == 0 || is_immobile(bodies.info[i])) return;
  bodies.place[i].position = position(world, i, t);
  bodies.motion[i].velocity += dt * acceleration_[i];
  turn(bodies, i, dt);
  since_[i] = t;
}

void Flights::redirect(const World& world, std::uint32_t i, const Vec3& acceleration) {
  CAIRN_ASSERT(i < acceleration_.size() && !is_immobile(world.bodies.info[i]));
  acceleration_[i] = acceleration;
  spin_[i] = mean_spin(world.bodies, i, end_ - since_[i]);
}

}  // namespace cairn
