// Velocity Verlet for spheres without drives, on rows of four doubles: (v.x v.y v.z ω.x) and (v.z ω.x ω.y
// ω.z) of a motion. The last column of a sphere's load is zero. Orientations turn four at a time. Spheres
// come as a list, because fixed and driven bodies may lie between them.
#include <cmath>

#include "base/assert.h"
#include "math/four.h"
#include "step/integrate.h"

namespace cairn {
namespace {

struct Kick {
  double half;         // half of the step [s]
  Four step;           // the step in the places of a velocity [s]
  Four gravity;        // [m/s²]
  double rate, alpha;  // global and local damping
  Four closing{}, opening{}, closing_damped{}, opening_damped{}, fastest{};
};

// Places of the two rows that a kick may change.
struct Freedom {
  FourBools push, turn;
};
CAIRN_INLINE inline Freedom freedom(unsigned flags) {
  const auto open = [flags](unsigned lock)
                        CAIRN_INLINE { return flags & lock ? std::int64_t{0} : std::int64_t{-1}; };
  return {FourBools{open(kLockX), open(kLockY), open(kLockZ), 0},
          FourBools{0, open(kLockSpinX), open(kLockSpinY), open(kLockSpinZ)}};
}

// Cundall's local damping and a drag [PC04]; see half_kick().
CAIRN_INLINE inline Four damped(const Four& free, const Four& speed, const Kick& k) {
  const Four zero{};
  return (free * speed > zero ? free * (1 - k.alpha) : free * (1 + k.alpha)) - k.rate * speed;
}

// One sphere during its kicks. A kick adds load × (velocity before + after) to the work: of the lossy part of
// the load, and of the damping.
struct MovingSphere {
  Four v, w;                 // the rows of its motion
  Four lossy, lossy_torque;  // the part of the load without potential, in the places of v and w

  CAIRN_INLINE void kick(const Four& push, const Four& turn, Four& work) {
    const Four v_before = v, w_before = w;
    v += push;
    w += turn;
    work += lossy * (v_before + v) + lossy_torque * (w_before + w);
  }
  // With locks and damping; free and free_turn are the accelerations without them.
  CAIRN_INLINE void kick_held(const Four& free, const Four& free_turn, const Freedom& may,
                              const Inertia& inertia, const Kick& k, Four& work, Four& damping) {
    const Four zero{}, v_before = v, w_before = w;
    const bool is_damped = k.rate > 0 || k.alpha > 0;
    const Four push = may.push ? (is_damped ? damped(free, v, k) : free) : zero;
    const Four turn = may.turn ? (is_damped ? damped(free_turn, w, k) : free_turn) : zero;
    kick(k.half * push, k.half * turn, work);
    if (!is_damped) return;
    const Four rows = load4(&inertia.inverse_mass), moments = rows > zero ? 1 / rows : zero;
    damping += moments[0] * (((may.push ? free : zero) - push) * (v_before + v)) +
               moments * (((may.turn ? free_turn : zero) - turn) * (w_before + w));
  }
};

// Free: spheres without locks, with contacts as their only loads, in a world without damping.
enum class Ways { free, held };

// Kicks sphere i, and moves it unless the step only closes. Returns its spin in the last three places.
template <Ways kWays>
CAIRN_INLINE inline Four kick_sphere(Bodies& bodies, std::uint32_t i, Kick& k, BodyPass what) {
  const Load& load = bodies.load[i];
  const Inertia& inertia = bodies.inertia[i];
  const Four force = load4(&load.force.x), row = load4(&load.torque.x), kept = load4(&load.kept_force.x);
  const Four torque = __builtin_shufflevector(row, row, 3, 0, 1, 2);
  const Four free = k.gravity + inertia.inverse_mass * force,
             free_turn = load4(&inertia.inverse_mass) * torque;
  double* const motion = &bodies.motion[i].velocity.x;
  MovingSphere sphere{load4(motion), load4(motion + 2), force - kept, torque};
  if constexpr (kWays == Ways::free) {
    const Four push = k.half * free, turn = k.half * free_turn;
    if (what != BodyPass::open) sphere.kick(push, turn, k.closing);
    if (what != BodyPass::close) sphere.kick(push, turn, k.opening);
  } else {
    const Freedom may = freedom(bodies.info[i].flags);
    const Four none{}, kept_torque{0, force[3], row[3], kept[3]};
    sphere.lossy = __builtin_shufflevector(sphere.lossy, none, 0, 1, 2, 7);
    sphere.lossy_torque = __builtin_shufflevector(torque, none, 4, 1, 2, 3) - kept_torque;
    if (what != BodyPass::open)
      sphere.kick_held(free, free_turn, may, inertia, k, k.closing, k.closing_damped);
    if (what != BodyPass::close)
      sphere.kick_held(free, free_turn, may, inertia, k, k.opening, k.opening_damped);
  }
  const Four v = sphere.v, w = sphere.w;
  store4(motion + 2, w);
  store4(motion, __builtin_shufflevector(v, w, 0, 1, 2, 5));
  // Drift, and the largest speed.
  if (what == BodyPass::close) return w;
  double* const place = &bodies.place[i].position.x;
  store4(place, load4(place) + k.step * v);
  const Four speed2 = v * v;
  k.fastest = speed2 > k.fastest ? speed2 : k.fastest;
  return w;
}

// Cayley's map, without sines: the orientation of a sphere has no effect on its motion.
//   q ← (1, h ω/2) q, normalised
CAIRN_INLINE inline void turn_spheres(Quat* const (&orientation)[4], Four (&w)[4], double half) {
  Four q[4];
  for (int i = 0; i < 4; ++i) q[i] = load4(&orientation[i]->w);
  transpose(q[0], q[1], q[2], q[3]);
  transpose(w[0], w[1], w[2], w[3]);
  const Four x = half * w[1], y = half * w[2], z = half * w[3];
  Four r[4] = {q[0] - x * q[1] - y * q[2] - z * q[3], q[1] + x * q[0] + y * q[3] - z * q[2],
               q[2] - x * q[3] + y * q[0] + z * q[1], q[3] + x * q[2] - y * q[1] + z * q[0]};
  const Four scale = 1 / sqrt4(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
  for (Four& column : r) column = scale * column;
  transpose(r[0], r[1], r[2], r[3]);
  for (int i = 0; i < 4; ++i) store4(&orientation[i]->w, r[i]);
}

template <Ways kWays>
CAIRN_INLINE inline void every_sphere(Bodies& bodies, std::span<const std::uint32_t> spheres, BodyPass what,
                                      Kick& result) {
  Kick kick = result;
  Four spin[4] = {};
  Quat* const orientation = bodies.orientation.data();
  std::size_t s = 0;
  for (; s + 4 <= spheres.size(); s += 4) {
    const std::uint32_t* const four = spheres.data() + s;
    for (int k = 0; k < 4; ++k) spin[k] = kick_sphere<kWays>(bodies, four[k], kick, what);
    if (what == BodyPass::close) continue;
    turn_spheres({orientation + four[0], orientation + four[1], orientation + four[2], orientation + four[3]},
                 spin, kick.half);
  }
  // The last one to three spheres, with unused orientations beside theirs.
  Quat unused[4];
  Quat* rest[4] = {unused, unused + 1, unused + 2, unused + 3};
  for (int k = 0; s < spheres.size(); ++s, ++k) {
    spin[k] = kick_sphere<kWays>(bodies, spheres[s], kick, what);
    if (what != BodyPass::close) rest[k] = orientation + spheres[s];
  }
  turn_spheres(rest, spin, kick.half);
  result = kick;
}

}  // namespace

BodyPassReport body_pass_spheres(World& world, const PassedBodies& plan, double h, BodyPass what,
                                 Vectors vectors) {
  const Damping& damping = world.damping;
  const Vec3& g = world.gravity;
  Kick kick{0.5 * h, {h, h, h, 0}, {g.x, g.y, g.z, 0}, damping.global, damping.local};
  const bool is_free = damping.global == 0 && damping.local == 0 && world.loads.empty() &&
                       world.springs.empty() && world.joints.empty();
  with_vectors(vectors, [&]() CAIRN_INLINE {
    if (is_free)
      every_sphere<Ways::free>(world.bodies, plan.spheres, what, kick);
    else
      every_sphere<Ways::held>(world.bodies, plan.spheres, what, kick);
    every_sphere<Ways::held>(world.bodies, plan.locked_spheres, what, kick);
  });
  const auto loss = [&](const Four& work, const Four& damped) {
    return KickLoss{-0.5 * kick.half * (work[0] + work[1] + work[2] + work[3]),
                    0.5 * kick.half * (damped[0] + damped[1] + damped[2] + damped[3])};
  };
  const Four& fastest = kick.fastest;
  BodyPassReport report{loss(kick.closing, kick.closing_damped), loss(kick.opening, kick.opening_damped),
                        fastest[0] + fastest[1] + fastest[2], 0};
  // NaN in a velocity shows up in the work.
  if (!std::isfinite(report.opening.contacts)) report.free_speed2 = kInfinity;
  return report;
}

}  // namespace cairn
