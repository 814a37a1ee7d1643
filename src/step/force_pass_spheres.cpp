// Sphere pairs of one block: distance, lanes, law, and the forces back onto the bodies.
//   d = x_B − x_A,  δ = r_A + r_B − |d|,  n = d/|d|, arms  l = r − δ/2 along ±n to the point midway in the
//   overlap, v = v_B − v_A − (l_A ω_A + l_B ω_B) × n,  torque on A: −l_A n×F, on B: −l_B n×F.
// Here A is the body that found the pair. Records of four contacts become rows of lanes and back by
// transposing four by four.
#include <cmath>

#include "math/four.h"
#include "step/force_pass.h"

namespace cairn {

struct ForcePass::SphereLanes {
  ContactLanes contact;
  // Touching pairs; places beyond the last one are filled up to a multiple of four.
  std::uint32_t pair[kLanes + 4];
  alignas(32) double d[kLanes + 4][4];  // x_B − x_A and r_A + r_B
  double arm_a[kLanes], arm_b[kLanes];
  // Running sums, one per lane, so that they vectorise and their order is fixed.
  double elastic_normal[kLanes] = {}, elastic_tangential[kLanes] = {}, adhesion[kLanes] = {};
  double damped[kLanes] = {}, slipped[kLanes] = {}, rolled[kLanes] = {};
  double deepest[kLanes] = {};
};

namespace {

// A body's records lie far apart and far away: they are asked for so many pairs before they are needed.
constexpr std::uint32_t kAhead = 32;

// v.x v.y v.z ω.x and v.z ω.x ω.y ω.z: the two rows of a motion that hold its vectors side by side.
Four velocity_row(const Motion& motion) { return load4(&motion.velocity.x); }
Four spin_row(const Motion& motion) { return load4(&motion.velocity.z); }

void add_row(double* row, const Four& share) { store4(row, load4(row) + share); }
void take_row(double* row, const Four& share) { store4(row, load4(row) - share); }

}  // namespace

void ForcePass::sphere_pairs(const Task& task) {
  const Bodies& bodies = task.world.bodies;
  const Place* const place = bodies.place.data();
  const Motion* const motion = bodies.motion.data();
  const Load* const load = bodies.load.data();
  const Pair* const pairs = list_.spheres.pairs.data();
  const PairSpring* const springs = springs_.data();
  const std::uint8_t* const touching = touching_.data();
  const std::uint32_t first = task.home * bodies_per_block();
  const std::uint32_t last = std::min(first + bodies_per_block(), static_cast<std::uint32_t>(bodies.size()));
  const std::uint32_t begin = list_.spheres.begin[first], end = list_.spheres.begin[last];
  SphereLanes lanes;
  int count = 0;
  // x_B − x_A and r_A + r_B.
  const CellImage* const image = list_.spheres.image.empty() ? nullptr : list_.spheres.image.data();
  const auto separation = [&](std::uint32_t p) {
    const Four a = load4(&place[pairs[p].a].position.x), b = load4(&place[pairs[p].b].position.x);
    const Four d = image ? b - a + load4(images_[image[p]].shift) : b - a;
    return __builtin_shufflevector(d, b + a, 0, 1, 2, 7);
  };
  // Every pair is written to the next lane; only a touching one keeps it.
  const auto consider = [&](std::uint32_t p, const Four& d, double distance2, double reach2) {
    store4(lanes.d[count], d);
    lanes.pair[count] = p;
    unsigned touches = distance2 < reach2;
    if (touches != touching[p]) [[unlikely]]
      touches = meet_or_part(task, p, distance2);
    count += static_cast<int>(touches);
  };
  std::uint32_t p = begin;
  for (; p + 4 <= end; p += 4) {
    const std::uint32_t ahead = std::min(p + kAhead, end - 4);
    const Pair* const coming = pairs + ahead;
    __builtin_prefetch(springs + ahead, 1), __builtin_prefetch(springs + ahead + 2, 1);
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t body = coming[i].b;
      __builtin_prefetch(place + body), __builtin_prefetch(motion + body);
      __builtin_prefetch(load + body), __builtin_prefetch(&load[body].kept_force);
    }
    const Four d[4] = {separation(p), separation(p + 1), separation(p + 2), separation(p + 3)};
    Four x = d[0], y = d[1], z = d[2], reach = d[3];
    transpose(x, y, z, reach);
    const Four distance2 = x * x + y * y + z * z, reach2 = reach * reach;
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; ++i) consider(p + i, d[i], distance2[i], reach2[i]);
    if (count > kLanes - 4) {
      // Whole groups of four; the rest moves to the front.
      const int whole = count / 4 * 4, rest = count - whole;
      lanes.contact.count = whole;
      evaluate(task, lanes);
      for (int k = 0; k < rest; ++k) {
        lanes.pair[k] = lanes.pair[whole + k];
        store4(lanes.d[k], load4(lanes.d[whole + k]));
      }
      count = rest;
    }
  }
  for (; p < end; ++p) {
    const Four d = separation(p);
    consider(p, d, d[0] * d[0] + d[1] * d[1] + d[2] * d[2], d[3] * d[3]);
  }
  lanes.contact.count = count;
  if (count > 0) evaluate(task, lanes);
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

// A pair that has met since the last pass, or has drawn apart: a law with a neck holds it a little longer,
// and what it holds when it tears is lost. Whether the pair is in contact.
bool ForcePass::meet_or_part(const Task& task, std::uint32_t p, double distance2) {
  touching_[p] = !touching_[p];
  if (touching_[p]) return true;
  const Bodies& bodies = task.world.bodies;
  const Pair pair = list_.spheres.pairs[p];
  if (task.law.largest_tearing() > 0) {
    const double ra = bodies.place[pair.a].radius, rb = bodies.place[pair.b].radius,
                 curvature = 1 / ra + 1 / rb;
    const int materials =
        bodies.info[pair.a].material * task.world.materials.size() + bodies.info[pair.b].material;
    touching_[p] = std::sqrt(distance2) < ra + rb + task.law.tearing(materials, curvature);
    if (touching_[p]) return true;
    task.block.energy.torn += task.law.torn_energy(materials, curvature);
  }
  springs_[p].spring = {};
  if (rolling_) rolls_[p] = {};
  return false;
}

void ForcePass::evaluate(const Task& task, SphereLanes& l) {
  ContactLanes& c = l.contact;
  const int count = c.count;
  for (int k = count; k % 4 != 0; ++k) {
    l.pair[k] = l.pair[k - 1];
    store4(l.d[k], load4(l.d[k - 1]));
  }
  lay_out(task, l);
  gather(task, l);
  task.law.evaluate(c, task.h);
  for (int k = 0; k < count; ++k) {
    l.elastic_normal[k] += c.elastic_normal[k], l.elastic_tangential[k] += c.elastic_tangential[k];
    l.adhesion[k] += c.adhesion[k], l.damped[k] += c.damped[k], l.slipped[k] += c.slipped[k];
  }
  scatter(task, l);
  if (rolling_) scatter_rolling(task, l);
  for (int k = 0; deforms_ && k < count; ++k) {
    add_cell_load(task.block.cell_load, list_.spheres.image[l.pair[k]], {c.fx[k], c.fy[k], c.fz[k]},
                  c.potential[k] * Vec3{c.nx[k], c.ny[k], c.nz[k]});
  }
  if (task.recording == Recording::contacts) record(task, l);
  task.block.contacts += static_cast<std::uint64_t>(count);
}

// Geometry of the lanes. Coincident centres push apart along z.
void ForcePass::lay_out(const Task& task, SphereLanes& l) const {
  const Place* const place = task.world.bodies.place.data();
  const Pair* const pairs = list_.spheres.pairs.data();
  ContactLanes& c = l.contact;
  double* reach = c.mass;  // until gather()
  for (int k = 0; k < c.count; k += 4) {
    Four x = load4(l.d[k]), y = load4(l.d[k + 1]), z = load4(l.d[k + 2]), w = load4(l.d[k + 3]);
    transpose(x, y, z, w);
    store4(c.nx + k, x), store4(c.ny + k, y), store4(c.nz + k, z), store4(reach + k, w);
  }
  for (int k = 0; k < c.count; ++k) l.arm_a[k] = place[pairs[l.pair[k]].a].radius;
  for (int k = 0; k < c.count; ++k) {
    const double d2 = c.nx[k] * c.nx[k] + c.ny[k] * c.ny[k] + c.nz[k] * c.nz[k];
    const double distance = std::sqrt(d2), inverse = 1 / (d2 > 0 ? distance : 1);
    const double overlap = reach[k] - distance, ra = l.arm_a[k], rb = reach[k] - ra;
    const double scale = 1 / (ra * rb * reach[k]);  // one division for the two below
    c.nx[k] *= inverse, c.ny[k] *= inverse;
    c.nz[k] = d2 > 0 ? c.nz[k] * inverse : 1;
    c.overlap[k] = overlap;
    c.radius[k] = ra * rb * (ra * rb * scale);
    l.arm_a[k] = ra - 0.5 * overlap, l.arm_b[k] = rb - 0.5 * overlap;
    const double ratio = overlap * (ra < rb ? rb : ra) * reach[k] * scale;  // overlap over the smaller radius
    l.deepest[k] = ratio > l.deepest[k] ? ratio : l.deepest[k];
  }
}

// Motion and memory of the touching pairs.
void ForcePass::gather(const Task& task, SphereLanes& l) {
  const Motion* const motion = task.world.bodies.motion.data();
  const Pair* const pairs = list_.spheres.pairs.data();
  const PairSpring* const springs = springs_.data();
  ContactLanes& c = l.contact;
  const int count = c.count;
  for (int k = 0; k < count; k += 4) {
    Four v[4], w[4], u[4], s[4];
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t p = l.pair[k + i];
      const Motion &a = motion[pairs[p].a], &b = motion[pairs[p].b];
      const Four wa = spin_row(a), wb = spin_row(b);
      v[i] = velocity_row(b) - velocity_row(a);
      w[i] = wa + wb;
      u[i] = l.arm_a[k + i] * wa + l.arm_b[k + i] * wb;
      s[i] = load4(&springs[p].spring.x);
    }
    transpose(v[0], v[1], v[2], v[3]), transpose(w[0], w[1], w[2], w[3]);
    transpose(u[0], u[1], u[2], u[3]), transpose(s[0], s[1], s[2], s[3]);
    const Four nx = load4(c.nx + k), ny = load4(c.ny + k), nz = load4(c.nz + k);
    store4(c.vx + k, v[0] - (u[2] * nz - u[3] * ny));
    store4(c.vy + k, v[1] - (u[3] * nx - u[1] * nz));
    store4(c.vz + k, v[2] - (u[1] * ny - u[2] * nx));
    store4(c.twist + k, 0.5 * (w[1] * nx + w[2] * ny + w[3] * nz));
    store4(c.sx + k, s[0]), store4(c.sy + k, s[1]), store4(c.sz + k, s[2]), store4(c.mass + k, s[3]);
  }
  for (int k = 0; deforms_ && k < count; ++k) {
    const double* rate = images_[list_.spheres.image[l.pair[k]]].rate;
    c.vx[k] += rate[0], c.vy[k] += rate[1], c.vz[k] += rate[2];
  }
  for (int k = 0; !kinds_.empty() && k < c.count; ++k) c.pair[k] = static_cast<int>(kinds_[l.pair[k]]);
  for (int k = 0; rolling_ && k < c.count; ++k) {
    const Pair pair = list_.spheres.pairs[l.pair[k]];
    const RollSpring& r = rolls_[l.pair[k]];
    const Vec3 w = motion[pair.b].spin - motion[pair.a].spin;
    c.pair[k] = kinds_.empty() ? 0 : static_cast<int>(kinds_[l.pair[k]]);
    c.wx[k] = w.x, c.wy[k] = w.y, c.wz[k] = w.z;
    c.rx[k] = r.roll.x, c.ry[k] = r.roll.y, c.rz[k] = r.roll.z, c.angle[k] = r.twist;
  }
}

// Back onto the bodies, in list order.
void ForcePass::scatter(const Task& task, const SphereLanes& l) {
  Load *const load = task.world.bodies.load.data(), *const share = sphere_shares_.share.data();
  const std::uint32_t* const slots = sphere_shares_.plan.slot.data();
  const Pair* const pairs = list_.spheres.pairs.data();
  PairSpring* const springs = springs_.data();
  const ContactLanes& c = l.contact;
  const int count = c.count;
  const Four zero{};
  for (int k = 0; k < count; k += 4) {
    const Four nx = load4(c.nx + k), ny = load4(c.ny + k), nz = load4(c.nz + k),
               kept = load4(c.potential + k);
    Four f[4] = {load4(c.fx + k), load4(c.fy + k), load4(c.fz + k), zero};
    Four t[4] = {ny * f[2] - nz * f[1], nz * f[0] - nx * f[2], nx * f[1] - ny * f[0], zero};  // n × F
    Four e[4] = {kept * nx, kept * ny, kept * nz, zero};
    Four s[4] = {load4(c.sx + k), load4(c.sy + k), load4(c.sz + k), load4(c.mass + k)};
    transpose(f[0], f[1], f[2], f[3]), transpose(t[0], t[1], t[2], t[3]);
    transpose(e[0], e[1], e[2], e[3]), transpose(s[0], s[1], s[2], s[3]);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      if (k + i >= count) break;
      const std::uint32_t p = l.pair[k + i], slot = slots[p];
      const Four ta = l.arm_a[k + i] * t[i], tb = l.arm_b[k + i] * t[i];
      Load &a = load[pairs[p].a], &b = slot == kOwnBlock ? load[pairs[p].b] : share[slot];
      take_row(&a.force.x, f[i]), take_row(&a.torque.x, ta), take_row(&a.kept_force.x, e[i]);
      add_row(&b.force.x, f[i]), take_row(&b.torque.x, tb), add_row(&b.kept_force.x, e[i]);
      store4(&springs[p].spring.x, s[i]);
    }
  }
}

void ForcePass::scatter_rolling(const Task& task, SphereLanes& l) {
  Load* load = task.world.bodies.load.data();
  const ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const std::uint32_t p = l.pair[k];
    const Pair pair = list_.spheres.pairs[p];
    const Vec3 torque{c.mx[k], c.my[k], c.mz[k]};
    load[pair.a].torque -= torque, target(sphere_shares_, p, load[pair.b]).torque += torque;
    rolls_[p] = {{c.rx[k], c.ry[k], c.rz[k]}, c.angle[k]};
    l.rolled[k] += c.rolled[k];
  }
}

void ForcePass::record(const Task& task, const SphereLanes& l) const {
  const Bodies& bodies = task.world.bodies;
  const ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const Pair pair = list_.spheres.pairs[l.pair[k]];
    const Uid a = bodies.info[pair.a].uid, b = bodies.info[pair.b].uid;
    const double side = a < b ? 1 : -1;
    const Vec3 n{c.nx[k], c.ny[k], c.nz[k]}, force{c.fx[k], c.fy[k], c.fz[k]};
    task.block.recorded.push_back({{std::min(a, b), std::max(a, b), 0},
                                   bodies.place[pair.a].position + l.arm_a[k] * n,
                                   side * n,
                                   -c.overlap[k],
                                   side * force});
  }
}

}  // namespace cairn
