// The loop shared by all families of pairs in the force pass. Lanes of contacts go to the law and return as
// forces, springs, energies and records.
#pragma once

#include "step/force_pass.h"

namespace cairn {

inline Vec3 normal_of(const ContactLanes& c, int k) { return {c.nx[k], c.ny[k], c.nz[k]}; }
inline Vec3 force_of(const ContactLanes& c, int k) { return {c.fx[k], c.fy[k], c.fz[k]}; }
// The conservative part of the force.
inline Vec3 kept_of(const ContactLanes& c, int k) { return c.potential[k] * normal_of(c, k); }
inline Vec3 torque_of(const ContactLanes& c, int k) { return {c.mx[k], c.my[k], c.mz[k]}; }
inline Vec3 spring_of(const ContactLanes& c, int k) { return {c.tx[k], c.ty[k], c.tz[k]}; }
inline ContactHistory roll_of(const ContactLanes& c, int k) {
  return {{{c.rx[k], c.ry[k], c.rz[k]}, c.angle[k]}, c.dent[k]};
}
// Sets the relative spin of B, and the stored rolling spring and dent.
inline void put_rolling(ContactLanes& c, int k, const Vec3& turning, const ContactHistory& roll) {
  c.wx[k] = turning.x, c.wy[k] = turning.y, c.wz[k] = turning.z;
  c.rx[k] = roll.roll.x, c.ry[k] = roll.roll.y, c.rz[k] = roll.roll.z, c.angle[k] = roll.twist;
  c.dent[k] = roll.dent;
}
inline void put_normal(ContactLanes& c, int k, const Vec3& n) { c.nx[k] = n.x, c.ny[k] = n.y, c.nz[k] = n.z; }
inline void put_velocity(ContactLanes& c, int k, const Vec3& v) {
  c.vx[k] = v.x, c.vy[k] = v.y, c.vz[k] = v.z;
}
inline void put_spring(ContactLanes& c, int k, const Vec3& s) { c.sx[k] = s.x, c.sy[k] = s.y, c.sz[k] = s.z; }

// Energy sums of lane k.
inline ContactEnergy energy_of(const EnergyLanes& lanes, int k) {
  return {lanes.elastic_normal[k],
          lanes.elastic_tangential[k],
          lanes.adhesion[k],
          lanes.damped[k],
          lanes.slipped[k],
          lanes.rolled[k],
          0};
}

template <class Lanes>
void ForcePass::evaluate(const Task& task, Lanes& l) {
  ContactLanes& c = l.contact;
  gather(task, l);
  task.law.evaluate(c, task.h, vectors);
  scatter(task, l);
  task.part.contacts += static_cast<std::uint64_t>(c.count);
  // Records run from the smaller uid to the larger.
  if (task.recording != Recording::contacts) return;
  const Bodies& bodies = task.world.bodies;
  for (int k = 0; k < c.count; ++k) {
    const Met contact = met(task.world, l, k);
    const Uid a = bodies.info[contact.pair.a].uid, b = bodies.info[contact.pair.b].uid;
    const double side = a < b ? 1 : -1;
    task.part.recorded.push_back({{std::min(a, b), std::max(a, b), contact.feature},
                                  contact.point,
                                  side * normal_of(c, k),
                                  -c.overlap[k],
                                  side * force_of(c, k)});
  }
}

}  // namespace cairn
