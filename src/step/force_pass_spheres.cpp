// Sphere pairs of one block: distance, lanes, law, and the forces back onto the bodies.
//   d = x_B − x_A,  δ = r_A + r_B − |d|,  n = d/|d|, arms  l = r − δ/2 along ±n to the point midway in the
//   overlap, v = v_B − v_A − (l_A ω_A + l_B ω_B) × n,  torque on A: −l_A n×F, on B: −l_B n×F.
#include <cmath>

#include "step/force_pass.h"

namespace cairn {

namespace {

// All but the kept torque, which sphere contacts do not have.
void add_sphere(Load& load, const Load& share) {
  load.force += share.force, load.torque += share.torque, load.kept_force += share.kept_force;
}

void fetch(const Bodies& bodies, std::uint32_t i) {
  __builtin_prefetch(&bodies.motion[i]);
  __builtin_prefetch(&bodies.inertia[i]);
  __builtin_prefetch(&bodies.load[i], 1);
  __builtin_prefetch(&bodies.load[i].kept_force, 1);
}

}  // namespace

struct ForcePass::SphereLanes {
  ContactLanes contact;
  std::uint32_t pair[kLanes + 1], finder[kLanes + 1];
  double dx[kLanes + 1], dy[kLanes + 1], dz[kLanes + 1];
  double radius_a[kLanes + 1], radius_b[kLanes + 1];
  double arm_a[kLanes], arm_b[kLanes];
  double tx[kLanes], ty[kLanes], tz[kLanes];  // n × F
  // Running sums, one per lane, so that they vectorise and their order is fixed.
  double elastic_normal[kLanes] = {}, elastic_tangential[kLanes] = {}, adhesion[kLanes] = {};
  double damped[kLanes] = {}, slipped[kLanes] = {}, rolled[kLanes] = {};
  double deepest[kLanes] = {};
};

void ForcePass::sphere_pairs(const Task& task) {
  const Bodies& bodies = task.world.bodies;
  const std::uint32_t first = task.home * kBodyBlock;
  const std::uint32_t last = std::min(first + kBodyBlock, static_cast<std::uint32_t>(bodies.size()));
  const std::uint32_t end = list_.spheres.begin[last];
  SphereLanes lanes;
  std::uint32_t finder = first;
  int count = 0;
  for (std::uint32_t p = list_.spheres.begin[first]; p < end; ++p) {
    // Every pair is written to the next lane; only a touching one keeps it.
    while (p >= list_.spheres.begin[finder + 1]) ++finder;
    const Pair pair = list_.spheres.pairs[p];
    const Place &a = bodies.place[pair.a], &b = bodies.place[pair.b];
    const Vec3 d = b.position - a.position;
    const double reach = a.radius + b.radius, distance2 = norm2(d);
    bool touches = distance2 < reach * reach;
    if (!touches && touching_[p]) {
      touches = still_holds(task, p, distance2);
      if (!touches) release(p);
    }
    lanes.pair[count] = p, lanes.finder[count] = finder;
    lanes.dx[count] = d.x, lanes.dy[count] = d.y, lanes.dz[count] = d.z;
    lanes.radius_a[count] = a.radius, lanes.radius_b[count] = b.radius;
    // What a touching pair needs next is fetched while others are looked at.
    if (touches) fetch(bodies, pair.a), fetch(bodies, pair.b);
    count += touches;
    if (count == kLanes || p + 1 == end) {
      lanes.contact.count = count;
      evaluate(task, lanes);
      count = 0;
    }
  }
  ContactEnergy& energy = task.block.energy;
  for (int k = 0; k < kLanes; ++k) {
    energy += {lanes.elastic_normal[k],
               lanes.elastic_tangential[k],
               lanes.adhesion[k],
               lanes.damped[k],
               lanes.slipped[k],
               lanes.rolled[k],
               0};
    task.block.max_overlap = std::max(task.block.max_overlap, lanes.deepest[k]);
  }
}

// A contact that was made may be drawn apart a little by laws with a neck; what it holds when it tears is
// lost.
bool ForcePass::still_holds(const Task& task, std::uint32_t p, double distance2) const {
  if (task.law.largest_tearing() == 0) return false;
  const Bodies& bodies = task.world.bodies;
  const Pair pair = list_.spheres.pairs[p];
  const double ra = bodies.place[pair.a].radius, rb = bodies.place[pair.b].radius,
               curvature = 1 / ra + 1 / rb;
  const int materials =
      bodies.info[pair.a].material * task.world.materials.size() + bodies.info[pair.b].material;
  if (std::sqrt(distance2) < ra + rb + task.law.tearing(materials, curvature)) return true;
  task.block.energy.torn += task.law.torn_energy(materials, curvature);
  return false;
}

void ForcePass::release(std::uint32_t p) {
  springs_[p] = {}, touching_[p] = 0;
  if (rolling_) rolls_[p] = {};
  const std::uint32_t slot = sphere_shares_.plan.slot[p];
  if (slot != kOwnBlock) sphere_shares_.active[slot] = 0;
}

void ForcePass::evaluate(const Task& task, SphereLanes& l) {
  Bodies& bodies = task.world.bodies;
  ContactLanes& c = l.contact;
  const int count = c.count, materials = task.world.materials.size();

  // Geometry. Coincident centres push apart along z.
  for (int k = 0; k < count; ++k) {
    const double d2 = l.dx[k] * l.dx[k] + l.dy[k] * l.dy[k] + l.dz[k] * l.dz[k];
    const double distance = std::sqrt(d2), inverse = 1 / (d2 > 0 ? distance : 1);
    const double overlap = l.radius_a[k] + l.radius_b[k] - distance;
    c.nx[k] = l.dx[k] * inverse, c.ny[k] = l.dy[k] * inverse;
    c.nz[k] = d2 > 0 ? l.dz[k] * inverse : 1;
    c.overlap[k] = overlap;
    c.curvature[k] = (l.radius_a[k] + l.radius_b[k]) / (l.radius_a[k] * l.radius_b[k]);
    l.arm_a[k] = l.radius_a[k] - 0.5 * overlap, l.arm_b[k] = l.radius_b[k] - 0.5 * overlap;
    const double smaller = l.radius_a[k] < l.radius_b[k] ? l.radius_a[k] : l.radius_b[k];
    const double ratio = overlap / smaller;
    l.deepest[k] = ratio > l.deepest[k] ? ratio : l.deepest[k];
  }

  // Motion and memory of the touching pairs.
  for (int k = 0; k < count; ++k) {
    const Pair pair = list_.spheres.pairs[l.pair[k]];
    const Motion &a = bodies.motion[pair.a], &b = bodies.motion[pair.b];
    const Vec3 n{c.nx[k], c.ny[k], c.nz[k]};
    const Vec3 v = b.velocity - a.velocity - cross(l.arm_a[k] * a.spin + l.arm_b[k] * b.spin, n);
    c.vx[k] = v.x, c.vy[k] = v.y, c.vz[k] = v.z;
    c.twist[k] = 0.5 * dot(a.spin + b.spin, n);
    c.inverse_mass[k] = bodies.inertia[pair.a].inverse_mass + bodies.inertia[pair.b].inverse_mass;
    c.pair[k] = materials == 1 ? 0 : bodies.info[pair.a].material * materials + bodies.info[pair.b].material;
    const Vec3& s = springs_[l.pair[k]];
    c.sx[k] = s.x, c.sy[k] = s.y, c.sz[k] = s.z;
    if (!rolling_) continue;
    const RollSpring& r = rolls_[l.pair[k]];
    const Vec3 w = b.spin - a.spin;
    c.wx[k] = w.x, c.wy[k] = w.y, c.wz[k] = w.z;
    c.rx[k] = r.roll.x, c.ry[k] = r.roll.y, c.rz[k] = r.roll.z, c.angle[k] = r.twist;
  }

  task.law.evaluate(c, task.h);

  for (int k = 0; k < count; ++k) {
    l.tx[k] = c.ny[k] * c.fz[k] - c.nz[k] * c.fy[k];
    l.ty[k] = c.nz[k] * c.fx[k] - c.nx[k] * c.fz[k];
    l.tz[k] = c.nx[k] * c.fy[k] - c.ny[k] * c.fx[k];
    l.elastic_normal[k] += c.elastic_normal[k], l.elastic_tangential[k] += c.elastic_tangential[k];
    l.adhesion[k] += c.adhesion[k], l.damped[k] += c.damped[k], l.slipped[k] += c.slipped[k];
  }
  for (int k = 0; rolling_ && k < count; ++k) l.rolled[k] += c.rolled[k];

  // Back onto the bodies, in list order. The pairs of one finder follow each other: its load stays in
  // registers.
  std::uint32_t finder = count > 0 ? l.finder[0] : kNoBody;
  Load own = count > 0 ? bodies.load[finder] : Load{};
  for (int k = 0; k < count; ++k) {
    if (l.finder[k] != finder) {
      bodies.load[finder] = own;
      finder = l.finder[k];
      own = bodies.load[finder];
    }
    const std::uint32_t p = l.pair[k];
    const Pair pair = list_.spheres.pairs[p];
    springs_[p] = {c.sx[k], c.sy[k], c.sz[k]}, touching_[p] = 1;
    const Vec3 force{c.fx[k], c.fy[k], c.fz[k]}, t{l.tx[k], l.ty[k], l.tz[k]};
    const Vec3 kept = c.potential[k] * Vec3{c.nx[k], c.ny[k], c.nz[k]};
    Load on_a{-force, -l.arm_a[k] * t, -kept, {}}, on_b{force, -l.arm_b[k] * t, kept, {}};
    if (rolling_) {
      const Vec3 torque{c.mx[k], c.my[k], c.mz[k]};
      on_a.torque -= torque, on_b.torque += torque;
      rolls_[p] = {{c.rx[k], c.ry[k], c.rz[k]}, c.angle[k]};
    }
    const bool finds_b = pair.a == finder;
    add_sphere(own, finds_b ? on_a : on_b);
    const Load& other = finds_b ? on_b : on_a;
    const std::uint32_t slot = sphere_shares_.plan.slot[p];
    if (slot == kOwnBlock) {
      add_sphere(bodies.load[finds_b ? pair.b : pair.a], other);
    } else {
      sphere_shares_.share[slot] = other, sphere_shares_.active[slot] = 1;
    }
    if (task.recording == Recording::contacts) {
      const Vec3 n{c.nx[k], c.ny[k], c.nz[k]};
      task.block.recorded.push_back({{bodies.info[pair.a].uid, bodies.info[pair.b].uid, 0},
                                     bodies.place[pair.a].position + l.arm_a[k] * n,
                                     n,
                                     -c.overlap[k],
                                     force});
    }
  }
  if (count > 0) bodies.load[finder] = own;
  task.block.contacts += static_cast<std::uint64_t>(count);
}

}  // namespace cairn
