// Sphere pairs of one part: distances, lanes, law, and forces on the bodies.
//   d = x_B − x_A,  δ = r_A + r_B − |d|,  n = d/|d|, arms  l = r − δ/2 along ±n to the point midway in the
//   overlap, v = v_B − v_A − (l_A ω_A + l_B ω_B) × n,  torque on A: −l_A n×F, on B: −l_B n×F.
// A is the body that found the pair. Records of four contacts are converted to rows of lanes and back by 4×4
// transposition.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "math/four.h"
#include "step/force_pass_lanes.h"

namespace cairn {

// The numbers of a in another order.
CAIRN_INLINE inline Four in_order(const Four& a, const FourBools& order) {
#ifdef __clang__
  return Four{a[order[0]], a[order[1]], a[order[2]], a[order[3]]};
#else
  return __builtin_shuffle(a, order);
#endif
}

struct ForcePass::SphereLanes {
  ContactLanes contact;
  // Touching pairs. There are more than kLanes only until the first kLanes are evaluated. Places after the
  // last one are padded to a multiple of four.
  std::uint32_t pair[kLanes + 4];
  alignas(64) double x[kLanes + 4], y[kLanes + 4], z[kLanes + 4], reach[kLanes + 4];  // d and r_A + r_B
  double arm_a[kLanes], arm_b[kLanes];
  double deepest[kLanes] = {};  // largest overlap over the smaller radius

  CAIRN_INLINE void add(int count, const std::int64_t (&order)[4], const Four& dx, const Four& dy,
                        const Four& dz, const Four& sum) {
    FourBools picked;
    std::memcpy(&picked, order, sizeof picked);
    store4(x + count, in_order(dx, picked)), store4(y + count, in_order(dy, picked));
    store4(z + count, in_order(dz, picked)), store4(reach + count, in_order(sum, picked));
  }
  void copy(int from, int to) {
    pair[to] = pair[from];
    x[to] = x[from], y[to] = y[from], z[to] = z[from], reach[to] = reach[from];
  }
};

namespace {

// Records of bodies are scattered in memory: prefetch them this many pairs ahead.
constexpr std::uint32_t kAhead = 128;

// (v.x v.y v.z ω.x) and (v.z ω.x ω.y ω.z): the two rows of a motion in memory.
CAIRN_INLINE inline Four velocity_row(const Motion& motion) { return load4(&motion.velocity.x); }
CAIRN_INLINE inline Four spin_row(const Motion& motion) { return load4(&motion.velocity.z); }

CAIRN_INLINE inline void add_row(double* row, const Four& share) { store4(row, load4(row) + share); }
CAIRN_INLINE inline void take_row(double* row, const Four& share) { store4(row, load4(row) - share); }

// For every subset of four lanes: its members first, and one byte per member.
struct Subsets {
  alignas(32) std::int64_t order[16][4] = {};
  alignas(16) std::uint32_t number[16][4] = {};
  std::uint32_t bytes[16] = {};
  int size[16] = {};
};
constexpr Subsets kSubsets = [] {
  Subsets all;
  for (unsigned subset = 0; subset < 16; ++subset) {
    for (unsigned i = 0; i < 4; ++i) {
      if ((subset >> i & 1) == 0) continue;
      const int place = all.size[subset]++;
      all.order[subset][place] = i, all.number[subset][place] = i;
      all.bytes[subset] |= 1u << 8 * i;
    }
  }
  return all;
}();

}  // namespace

void ForcePass::sphere_pairs(const Task& task) {
  SphereLanes lanes;
  const bool repeats = !list_.spheres.image.empty(), reaches = task.law.range() > 0;
  if (reaches && repeats)
    with_vectors(vectors, [&]() CAIRN_INLINE { find_touching<true, true>(task, lanes); });
  else if (reaches)
    with_vectors(vectors, [&]() CAIRN_INLINE { find_touching<false, true>(task, lanes); });
  else if (repeats)
    with_vectors(vectors, [&]() CAIRN_INLINE { find_touching<true, false>(task, lanes); });
  else
    with_vectors(vectors, [&]() CAIRN_INLINE { find_touching<false, false>(task, lanes); });
  for (int k = 0; k < kLanes; ++k) {
    task.part.energy += energy_of(lanes.contact.energy, k);
    task.part.max_overlap = std::max(task.part.max_overlap, lanes.deepest[k]);
  }
}

// Takes pairs four at a time. Touching ones go to the next lanes, and full lanes to the law.
template <bool kRepeats, bool kReaches>
inline void ForcePass::find_touching(const Task& task, SphereLanes& lanes) {
  const Bodies& bodies = task.world.bodies;
  const Place* const place = bodies.place.data();
  const Pair* const pairs = list_.spheres.pairs.data();
  const std::uint8_t* const touching = spheres_.touching.data();
  const std::uint32_t begin = list_.spheres.begin[task.begin], end = list_.spheres.begin[task.end];
  const double range = kReaches ? task.law.range() : 0;
  int count = 0;
  // (x_B − x_A, r_A + r_B).
  const CellImage* const image = list_.spheres.image.data();
  const auto separation = [&](std::uint32_t p) CAIRN_INLINE {
    const Four a = load4(&place[pairs[p].a].position.x), b = load4(&place[pairs[p].b].position.x);
    const Four d = kRepeats ? b - a + load4(images_[image[p]].shift) : b - a;
    return __builtin_shufflevector(d, b + a, 0, 1, 2, 7);
  };
  // Evaluates full lanes and moves the rest to the front.
  const auto flush = [&] {
    lanes.contact.count = std::min(count, kLanes);
    prefetch(task, lanes);
    evaluate(task, lanes);
    count -= lanes.contact.count;
    for (int k = 0; k < count; ++k) lanes.copy(kLanes + k, k);
  };
  std::uint32_t p = begin;
  for (; p + 4 <= end; p += 4) {
    // Prefetch the places of later pairs.
    const Pair* const coming = pairs + std::min(p + kAhead, end - 4);
    for (int i = 0; i < 4; ++i) __builtin_prefetch(place + coming[i].b);
    // Which of the four touch, by distance.
    Four x = separation(p), y = separation(p + 1), z = separation(p + 2), reach = separation(p + 3);
    transpose(x, y, z, reach);
    const Four distance2 = x * x + y * y + z * z;
    const Four limit = kReaches ? reach + all4(range) : reach;
    unsigned touch = bits4(distance2 < limit * limit);
    std::uint32_t touched;
    std::memcpy(&touched, touching + p, sizeof touched);
    // Some pair met or parted: a neck may still hold it.
    if (touched != kSubsets.bytes[touch]) [[unlikely]] {
      for (unsigned i = 0; i < 4; ++i)
        if ((touch >> i & 1) != touching[p + i] &&
            (touch >> i & 1) != meet_or_part(task, p + i, distance2[i]))
          touch ^= 1u << i;
    }
    // Append the touching pairs to the lanes.
    lanes.add(count, kSubsets.order[touch], x, y, z, reach);
    for (int i = 0; i < 4; ++i) lanes.pair[count + i] = p + kSubsets.number[touch][i];
    count += kSubsets.size[touch];
    if (count >= kLanes) flush();
  }
  // The last one to three pairs.
  for (; p < end; ++p) {
    const Four d = separation(p);
    const double distance2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double limit = kReaches ? d[3] + range : d[3];
    bool touches = distance2 < limit * limit;
    if (touches != (touching[p] != 0)) touches = meet_or_part(task, p, distance2);
    if (!touches) continue;
    lanes.pair[count] = p;
    lanes.x[count] = d[0], lanes.y[count] = d[1], lanes.z[count] = d[2], lanes.reach[count] = d[3];
    if (++count == kLanes) flush();
  }
  if (count > 0) flush();
}

// Handles a pair that has met or parted since the last pass. A law with a neck holds it a little longer; its
// energy is lost when it tears. True if the pair is in contact.
bool ForcePass::meet_or_part(const Task& task, std::uint32_t p, double distance2) {
  const Pair pair = list_.spheres.pairs[p];
  const double ra = task.world.bodies.place[pair.a].radius, rb = task.world.bodies.place[pair.b].radius;
  const double curvature = 1 / ra + 1 / rb;
  const bool parts = spheres_.touching[p] != 0;
  if (parts && holds(task, pair, curvature, std::sqrt(distance2) - (ra + rb))) return true;
  spheres_.touching[p] = !parts;
  add_jump(task, p, curvature, parts ? Change::parts : Change::meets);
  if (!parts) return true;
  spheres_.forget(p);
  return false;
}

// Corrects the impulse of a pull that began or ended within the step; see jump_share().
void ForcePass::add_jump(const Task& task, std::uint32_t p, double curvature, Change change) {
  Bodies& bodies = task.world.bodies;
  const Pair pair = list_.spheres.pairs[p];
  const ForceLaw::Jump jump = jump_of(task, pair, curvature, change);
  if (jump.pull == 0) return;
  const Place &a = bodies.place[pair.a], &b = bodies.place[pair.b];
  Vec3 d = b.position - a.position, v = bodies.motion[pair.b].velocity - bodies.motion[pair.a].velocity;
  if (!list_.spheres.image.empty()) {
    const ImageRow& image = images_[list_.spheres.image[p]];
    d += {image.shift[0], image.shift[1], image.shift[2]};
    v += {image.rate[0], image.rate[1], image.rate[2]};
  }
  const double distance = norm(d);
  if (distance == 0) return;
  const Vec3 n = d / distance;
  const double gap = distance - (a.radius + b.radius) - jump.gap;
  const Vec3 force = -jump.pull * jump_share(task.h, gap, dot(v, n)) * n;
  Load &on_a = bodies.load[pair.a], &on_b = target(sphere_shares_, p, bodies.load[pair.b]);
  on_a.force -= force, on_a.kept_force -= force;
  on_b.force += force, on_b.kept_force += force;
  if (deforms_) add_cell_load(task.part.cell_load, list_.spheres.image[p], force, force);
}

ForceLaw::Jump ForcePass::jump_of(const Task& task, Pair pair, double curvature, Change change) {
  const int materials = material_pair(task.world, pair.a, pair.b);
  return change == Change::meets ? task.law.first(materials, curvature) : task.law.last(materials, curvature);
}

// True if a neck still holds the pair; else books the torn energy.
bool ForcePass::holds(const Task& task, Pair pair, double curvature, double gap) {
  if (task.law.largest_tearing() == 0) return false;
  const int materials = material_pair(task.world, pair.a, pair.b);
  if (gap < task.law.tearing(materials, curvature)) return true;
  task.part.energy.plastic += task.law.torn_energy(materials, curvature);
  return false;
}

// Asks for the records of all contacts in the lanes, which lie scattered in memory.
void ForcePass::prefetch(const Task& task, const SphereLanes& l) const {
  const Bodies& bodies = task.world.bodies;
  for (int k = 0; k < l.contact.count; ++k) {
    const std::uint32_t p = l.pair[k], body = list_.spheres.pairs[p].b, slot = sphere_shares_.plan.slot[p];
    const Load* const load = slot == kOwnPart ? &bodies.load[body] : &sphere_shares_.share[slot];
    __builtin_prefetch(&bodies.motion[body]), __builtin_prefetch(&spheres_.springs[p], 1);
    __builtin_prefetch(load, 1), __builtin_prefetch(&load->kept_force, 1);
  }
}

void ForcePass::gather(const Task& task, SphereLanes& l) {
  for (int k = l.contact.count; k % 4 != 0; ++k) l.copy(k - 1, k);
  with_vectors(vectors, [&]() CAIRN_INLINE { gather_rows(task, l); });
}

void ForcePass::scatter(const Task& task, const SphereLanes& l) {
  with_vectors(vectors, [&]() CAIRN_INLINE { scatter_rows(task, l); });
  if (rolling_) scatter_rolling(task, l);
  for (int k = 0; deforms_ && k < l.contact.count; ++k) {
    add_cell_load(task.part.cell_load, list_.spheres.image[l.pair[k]], force_of(l.contact, k),
                  kept_of(l.contact, k));
  }
}

ForcePass::Met ForcePass::met(const World& world, const SphereLanes& l, int k) const {
  const Pair pair = list_.spheres.pairs[l.pair[k]];
  return {pair, 0, world.bodies.place[pair.a].position + l.arm_a[k] * normal_of(l.contact, k)};
}

// Geometry of four lanes. Coincident centres are pushed apart along z.
inline Four ForcePass::lay_out(SphereLanes& l, int k, const Four& ra) {
  ContactLanes& c = l.contact;
  const Four x = load4(l.x + k), y = load4(l.y + k), z = load4(l.z + k), reach = load4(l.reach + k);
  const Four d2 = x * x + y * y + z * z, distance = sqrt4(d2), zero{}, one = all4(1);
  const Four inverse = 1 / (d2 > zero ? distance : one);
  const Four overlap = reach - distance, rb = reach - ra;
  const Four scale = 1 / (ra * rb * reach);  // one division for both uses below
  store4(c.nx + k, x * inverse), store4(c.ny + k, y * inverse);
  store4(c.nz + k, d2 > zero ? z * inverse : one);
  store4(c.overlap + k, overlap);
  store4(c.radius + k, ra * rb * (ra * rb * scale));
  store4(l.arm_a + k, ra - 0.5 * overlap), store4(l.arm_b + k, rb - 0.5 * overlap);
  return overlap * (ra < rb ? rb : ra) * reach * scale;
}

// Loads geometry, motion and memory of the touching pairs.
inline void ForcePass::gather_rows(const Task& task, SphereLanes& l) {
  const Place* const place = task.world.bodies.place.data();
  const Motion* const motion = task.world.bodies.motion.data();
  const Pair* const pairs = list_.spheres.pairs.data();
  const PairSpring* const springs = spheres_.springs.data();
  ContactLanes& c = l.contact;
  const int count = c.count;
  for (int k = 0; k < count; k += 4) {
    // Rows of four contacts, transposed to lanes below.
    Four v[4], wa[4], wb[4], s[4], ra;
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t p = l.pair[k + i];
      const Motion &a = motion[pairs[p].a], &b = motion[pairs[p].b];
      ra[i] = place[pairs[p].a].radius;
      wa[i] = spin_row(a), wb[i] = spin_row(b), v[i] = velocity_row(b) - velocity_row(a);
      s[i] = load4(&springs[p].spring.x);
    }
    const Four ratio = lay_out(l, k, ra), deepest = load4(l.deepest + k);
    transpose(v[0], v[1], v[2], v[3]), transpose(s[0], s[1], s[2], s[3]);
    const Four larger = ratio > deepest ? ratio : deepest, none{};
    store4(l.deepest + k, s[3] > none ? larger : deepest);
    // v = v_B − v_A − (l_A ω_A + l_B ω_B) × n, and the mean spin about n.
    transpose(wa[0], wa[1], wa[2], wa[3]), transpose(wb[0], wb[1], wb[2], wb[3]);
    const Four nx = load4(c.nx + k), ny = load4(c.ny + k), nz = load4(c.nz + k);
    const Four la = load4(l.arm_a + k), lb = load4(l.arm_b + k);
    const Four ux = la * wa[1] + lb * wb[1], uy = la * wa[2] + lb * wb[2], uz = la * wa[3] + lb * wb[3];
    store4(c.vx + k, v[0] - (uy * nz - uz * ny));
    store4(c.vy + k, v[1] - (uz * nx - ux * nz));
    store4(c.vz + k, v[2] - (ux * ny - uy * nx));
    store4(c.twist + k, 0.5 * ((wa[1] + wb[1]) * nx + (wa[2] + wb[2]) * ny + (wa[3] + wb[3]) * nz));
    store4(c.sx + k, s[0]), store4(c.sy + k, s[1]), store4(c.sz + k, s[2]), store4(c.mass + k, s[3]);
  }
  // Images that move with the cell, materials, rolling.
  for (int k = 0; deforms_ && k < count; ++k) {
    const double* rate = images_[list_.spheres.image[l.pair[k]]].rate;
    c.vx[k] += rate[0], c.vy[k] += rate[1], c.vz[k] += rate[2];
  }
  for (int k = 0; !kinds_.empty() && k < c.count; ++k) c.pair[k] = static_cast<int>(kinds_[l.pair[k]]);
  for (int k = 0; rolling_ && k < c.count; ++k) {
    const Pair pair = list_.spheres.pairs[l.pair[k]];
    c.pair[k] = kinds_.empty() ? 0 : static_cast<int>(kinds_[l.pair[k]]);
    put_rolling(c, k, motion[pair.b].spin - motion[pair.a].spin, spheres_.rolls[l.pair[k]]);
  }
}

// Adds forces to the bodies and stores springs, in list order.
inline void ForcePass::scatter_rows(const Task& task, const SphereLanes& l) {
  Load *const load = task.world.bodies.load.data(), *const share = sphere_shares_.share.data();
  const std::uint32_t* const slots = sphere_shares_.plan.slot.data();
  std::uint8_t* const used = sphere_shares_.used.data();
  const auto last = static_cast<std::uint32_t>(sphere_shares_.share.size());
  const Pair* const pairs = list_.spheres.pairs.data();
  PairSpring* const springs = spheres_.springs.data();
  const ContactLanes& c = l.contact;
  const int count = c.count;
  const Four zero{};
  for (int k = 0; k < count; k += 4) {
    // From lanes to rows: force, n × F, conservative force and spring of four contacts.
    const Four nx = load4(c.nx + k), ny = load4(c.ny + k), nz = load4(c.nz + k),
               kept = load4(c.potential + k);
    Four f[4] = {load4(c.fx + k), load4(c.fy + k), load4(c.fz + k), zero};
    Four t[4] = {ny * f[2] - nz * f[1], nz * f[0] - nx * f[2], nx * f[1] - ny * f[0], zero};  // n × F
    Four e[4] = {kept * nx, kept * ny, kept * nz, zero};
    Four s[4] = {load4(c.tx + k), load4(c.ty + k), load4(c.tz + k), load4(c.mass + k)};
    transpose(f[0], f[1], f[2], f[3]), transpose(t[0], t[1], t[2], t[3]);
    transpose(e[0], e[1], e[2], e[3]), transpose(s[0], s[1], s[2], s[3]);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      if (k + i >= count) break;
      const std::uint32_t p = l.pair[k + i], slot = slots[p];
      const Four ta = l.arm_a[k + i] * t[i], tb = l.arm_b[k + i] * t[i];
      Load &a = load[pairs[p].a], &b = slot == kOwnPart ? load[pairs[p].b] : share[slot];
      used[std::min(slot, last)] = 1;
      take_row(&a.force.x, f[i]), take_row(&a.torque.x, ta), take_row(&a.kept_force.x, e[i]);
      add_row(&b.force.x, f[i]), take_row(&b.torque.x, tb), add_row(&b.kept_force.x, e[i]);
      store4(&springs[p].spring.x, s[i]);
    }
  }
}

// Adds rolling torques and stores rolling springs.
void ForcePass::scatter_rolling(const Task& task, const SphereLanes& l) {
  Load* load = task.world.bodies.load.data();
  const ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const std::uint32_t p = l.pair[k];
    const Pair pair = list_.spheres.pairs[p];
    const Vec3 torque = torque_of(c, k);
    load[pair.a].torque -= torque, target(sphere_shares_, p, load[pair.b]).torque += torque;
    spheres_.rolls[p] = roll_of(c, k);
  }
}

}  // namespace cairn
