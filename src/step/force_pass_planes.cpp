// Contacts between spheres of one part and infinite planes.
//   s = (x_A − x_B)·u,  δ = r − s,  n = −u;  arms  l_A = r − δ/2 along n and  b = x_A + l_A n − x_B  to the
//   middle of the overlap;  v = v_B + ω_B × b − v_A − l_A ω_A × n,
//   torque on A: −l_A n × F, on B: b × F.
// A is the sphere and B the plane with normal u. Each part sums its own loads on the planes.
#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "step/force_pass_lanes.h"

namespace cairn {

struct ForcePass::PlaneLanes {
  ContactLanes contact;
  std::uint32_t pair[kLanes];
  double arm[kLanes];  // l_A
};

namespace {
constexpr std::uint32_t kAhead = 16;  // pairs between the prefetch of a body and its use
}

void ForcePass::list_planes(const World& world) {
  const Bodies& bodies = world.bodies;
  const std::vector<Pair>& general = list_.general.pairs;
  PlaneList& on = on_planes_;
  on.planes.clear(), on.pairs.clear();
  on.listed.assign(general.size(), 0);
  const auto is_plane = [&](std::uint32_t i) {
    return std::holds_alternative<Plane>(world.shapes[bodies.info[i].shape]);
  };
  // All planes, then all pairs of a sphere and a plane.
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (is_plane(i)) on.planes.push_back({i, {}});
  for (std::size_t p = 0; p < general.size() && !on.planes.empty(); ++p) {
    auto [sphere, plane] = general[p];
    if (is_plane(sphere)) std::swap(sphere, plane);
    if ((bodies.info[sphere].flags & kTurned) || !is_plane(plane)) continue;
    const auto side = std::ranges::lower_bound(on.planes, plane, {}, &PlaneSide::body) - on.planes.begin();
    const int kind = material_pair(world, sphere, plane);
    on.pairs.push_back({sphere, static_cast<std::uint32_t>(side), kind});
    on.listed[p] = 1;
  }
  // Pairs belong to the part of their sphere.
  std::ranges::sort(on.pairs, {}, [](const PlanePair& q) { return std::pair(q.sphere, q.plane); });
  on.begin.assign(parts_.size() + 1, 0);
  for (const PlanePair& q : on.pairs) CAIRN_ASSERT(q.plane < on.planes.size());
  const std::vector<std::uint32_t> part_of = list_.parts.by_body();
  for (const PlanePair& q : on.pairs) ++on.begin[part_of[q.sphere] + 1];
  for (std::size_t part = 0; part < parts_.size(); ++part) on.begin[part + 1] += on.begin[part];
}

void ForcePass::plane_pairs(const Task& task) {
  std::ranges::fill(task.part.plane_load, Load{});
  const std::uint32_t end = on_planes_.begin[task.home + 1];
  std::uint32_t q = on_planes_.begin[task.home];
  if (q == end) return;
  const Bodies& bodies = task.world.bodies;
  PlaneLanes lanes;
  ContactLanes& c = lanes.contact;
  c.count = 0;
  const double range = task.law.range();
  for (; q < end; ++q) {
    __builtin_prefetch(&bodies.place[on_planes_.pairs[std::min(q + kAhead, end - 1)].sphere]);
    const std::uint32_t sphere = on_planes_.pairs[q].sphere, plane = on_planes_.pairs[q].plane;
    // Gap between sphere and plane.
    const auto& [body, normal] = on_planes_.planes[plane];
    const Place& place = bodies.place[sphere];
    const double gap = dot(place.position - bodies.place[body].position, normal) - place.radius;
    // The pair met or parted since the last pass.
    std::uint8_t& touching = on_planes_.memory.touching[q];
    if ((gap < range) != (touching != 0)) {
      const bool parts = touching != 0;
      touching = gap < range || holds(task, {sphere, body}, 1 / place.radius, gap);
      if (parts != (touching != 0)) add_plane_jump(task, q, gap, parts ? Change::parts : Change::meets);
      if (!touching) on_planes_.memory.forget(q);
    }
    // Put the contact into the next lane.
    if (!touching) continue;
    __builtin_prefetch(&bodies.motion[sphere]), __builtin_prefetch(&bodies.load[sphere]);
    const int k = c.count++;
    lanes.pair[k] = q, lanes.arm[k] = place.radius + 0.5 * gap;
    c.overlap[k] = -gap, c.radius[k] = place.radius;
    if (c.count == kLanes) evaluate(task, lanes), c.count = 0;
  }
  if (c.count > 0) evaluate(task, lanes);
  for (int k = 0; k < kLanes; ++k) task.part.energy += energy_of(c.energy, k);
}

// Corrects the impulse of a pull that began or ended within the step; see jump_share().
void ForcePass::add_plane_jump(const Task& task, std::uint32_t q, double gap, Change change) {
  Bodies& bodies = task.world.bodies;
  const auto [a, b] = on_planes_.pair(q);
  const Place& place = bodies.place[a];
  const ForceLaw::Jump jump = jump_of(task, {a, b}, 1 / place.radius, change);
  if (jump.pull == 0) return;
  const Vec3 n = -on_planes_.planes[on_planes_.pairs[q].plane].normal;
  const Vec3 lever = place.position + (place.radius + 0.5 * gap) * n - bodies.place[b].position;
  const Vec3 v = bodies.motion[b].velocity + cross(bodies.motion[b].spin, lever) - bodies.motion[a].velocity;
  const Vec3 force = -jump.pull * jump_share(task.h, gap - jump.gap, dot(v, n)) * n,
             torque = cross(lever, force);
  bodies.load[a].force -= force, bodies.load[a].kept_force -= force;
  task.part.plane_load[on_planes_.pairs[q].plane] += make_load(force, torque, force, torque);
}

ForcePass::Met ForcePass::met(const World& world, const PlaneLanes& l, int k) const {
  const Pair pair = on_planes_.pair(l.pair[k]);
  return {pair, 0, world.bodies.place[pair.a].position + l.arm[k] * normal_of(l.contact, k)};
}

void ForcePass::gather(const Task& task, PlaneLanes& l) const {
  const Bodies& bodies = task.world.bodies;
  ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const std::uint32_t q = l.pair[k];
    const auto [a, b] = on_planes_.pair(q);
    const Motion &p = bodies.motion[a], &w = bodies.motion[b];
    const Vec3 n = -on_planes_.planes[on_planes_.pairs[q].plane].normal, arm = l.arm[k] * n;
    const Vec3 lever = bodies.place[a].position + arm - bodies.place[b].position;
    Vec3 v = w.velocity + cross(w.spin, lever) - p.velocity - cross(p.spin, arm);
    if (bodies.info[b].flags & kBelt) v += belt_rate(task.world, a, b, n);
    const PairMemory& memory = on_planes_.memory;
    put_normal(c, k, n);
    put_velocity(c, k, v);
    c.twist[k] = 0.5 * dot(p.spin + w.spin, n);
    put_spring(c, k, memory.springs[q].spring), c.mass[k] = memory.springs[q].mass;
    c.pair[k] = on_planes_.pairs[q].kind;
    if (rolling_) put_rolling(c, k, w.spin - p.spin, memory.rolls[q]);
  }
}

void ForcePass::scatter(const Task& task, const PlaneLanes& l) {
  Bodies& bodies = task.world.bodies;
  const ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const std::uint32_t q = l.pair[k];
    const auto [a, b] = on_planes_.pair(q);
    const Vec3 arm = l.arm[k] * normal_of(c, k);
    const Vec3 lever = bodies.place[a].position + arm - bodies.place[b].position;
    const Vec3 force = force_of(c, k), kept = kept_of(c, k), torque = rolling_ ? torque_of(c, k) : Vec3{};
    on_planes_.memory.springs[q].spring = spring_of(c, k);
    if (rolling_) on_planes_.memory.rolls[q] = roll_of(c, k);
    Load &on_a = bodies.load[a], &on_b = task.part.plane_load[on_planes_.pairs[q].plane];
    on_a.force -= force, on_a.torque -= cross(arm, force) + torque, on_a.kept_force -= kept;
    on_b += make_load(force, cross(lever, force) + torque, kept, cross(lever, kept));
    add_belt_load(task, b, normal_of(c, k), force);
    if (c.mass[k] > 0) task.part.max_overlap = std::max(task.part.max_overlap, c.overlap[k] / c.radius[k]);
  }
}

}  // namespace cairn
