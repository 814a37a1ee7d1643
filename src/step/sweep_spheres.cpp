// Velocity Verlet for spheres without locks, drives or damping, on rows of four doubles: (v.x v.y v.z ω.x)
// and (v.z ω.x ω.y ω.z) of a motion. The last column of a sphere's load is zero. Orientations turn four at a
// time.
#include <cmath>

#include "base/assert.h"
#include "math/four.h"
#include "step/integrate.h"

namespace cairn {
namespace {

struct Kick {
  double half;   // half of the step [s]
  Four gravity;  // [m/s²]
  Four closing{}, opening{}, fastest{};
};

// Kicks sphere i, and moves it unless the step only closes. Returns its spin in the last three places.
CAIRN_INLINE inline Four kick_sphere(Bodies& bodies, std::uint32_t i, Kick& k, Sweep what) {
  const Load& load = bodies.load[i];
  const Inertia& inertia = bodies.inertia[i];
  const Four force = load4(&load.force.x), torque = load4(&load.torque.x);
  const Four lossy = force - load4(&load.kept_force.x);
  const Four lossy_torque = __builtin_shufflevector(torque, torque, 3, 0, 1, 2);
  const Four push = k.half * (k.gravity + inertia.inverse_mass * force);
  const Four turn = k.half * (inertia.inverse_moments.x * lossy_torque);
  // A kick adds lossy load × (velocity before + after) to the work.
  double* const motion = &bodies.motion[i].velocity.x;
  Four v = load4(motion), w = load4(motion + 2);
  const auto kick = [&](Four& work) CAIRN_INLINE {
    const Four v_before = v, w_before = w;
    v += push, w += turn;
    work += lossy * (v_before + v) + lossy_torque * (w_before + w);
  };
  if (what != Sweep::open) kick(k.closing);
  if (what != Sweep::close) kick(k.opening);
  store4(motion + 2, w), store4(motion, __builtin_shufflevector(v, w, 0, 1, 2, 5));
  // Drift, and the largest speed.
  if (what == Sweep::close) return w;
  double* const place = &bodies.place[i].position.x;
  const double h = 2 * k.half;
  store4(place, load4(place) + Four{h, h, h, 0} * v);
  const Four speed2 = v * v;
  k.fastest = speed2 > k.fastest ? speed2 : k.fastest;
  return w;
}

// Cayley's map, without sines: the orientation of a sphere has no effect on its motion.
//   q ← (1, h ω/2) q, normalised
CAIRN_INLINE inline void turn_spheres(Quat* orientation, Four (&w)[4], double half) {
  Four q[4];
  for (int i = 0; i < 4; ++i) q[i] = load4(&orientation[i].w);
  transpose(q[0], q[1], q[2], q[3]), transpose(w[0], w[1], w[2], w[3]);
  const Four x = half * w[1], y = half * w[2], z = half * w[3];
  Four r[4] = {q[0] - x * q[1] - y * q[2] - z * q[3], q[1] + x * q[0] + y * q[3] - z * q[2],
               q[2] - x * q[3] + y * q[0] + z * q[1], q[3] + x * q[2] - y * q[1] + z * q[0]};
  const Four scale = 1 / sqrt4(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
  for (Four& column : r) column = scale * column;
  transpose(r[0], r[1], r[2], r[3]);
  for (int i = 0; i < 4; ++i) store4(&orientation[i].w, r[i]);
}

CAIRN_INLINE inline void every_sphere(Bodies& bodies, std::uint32_t begin, std::uint32_t end, Sweep what,
                                      Kick& result) {
  Kick kick = result;
  Four spin[4] = {};
  for (; begin + 4 <= end; begin += 4) {
    for (std::uint32_t k = 0; k < 4; ++k) spin[k] = kick_sphere(bodies, begin + k, kick, what);
    if (what != Sweep::close) turn_spheres(bodies.orientation.data() + begin, spin, kick.half);
  }
  // The last one to three spheres.
  Quat rest[4];
  const std::uint32_t left = end - begin;
  for (std::uint32_t k = 0; k < left; ++k) {
    spin[k] = kick_sphere(bodies, begin + k, kick, what), rest[k] = bodies.orientation[begin + k];
  }
  turn_spheres(rest, spin, kick.half);
  for (std::uint32_t k = 0; k < left && what != Sweep::close; ++k) bodies.orientation[begin + k] = rest[k];
  result = kick;
}

}  // namespace

SweepReport sweep_free_spheres(World& world, std::uint32_t begin, std::uint32_t end, double h, Sweep what,
                               Vectors vectors) {
  CAIRN_ASSERT(begin <= end && end <= world.bodies.size());
  Kick kick{0.5 * h, {world.gravity.x, world.gravity.y, world.gravity.z, 0}};
  with_vectors(vectors, [&]() CAIRN_INLINE { every_sphere(world.bodies, begin, end, what, kick); });
  const auto loss = [&](const Four& work) {
    return KickLoss{-0.5 * kick.half * (work[0] + work[1] + work[2] + work[3]), 0};
  };
  const Four& fastest = kick.fastest;
  SweepReport report{loss(kick.closing), loss(kick.opening), fastest[0] + fastest[1] + fastest[2], 0};
  // NaN in a velocity shows up in the work.
  if (!std::isfinite(report.opening.contacts)) report.free_speed2 = kInfinity;
  return report;
}

}  // namespace cairn
