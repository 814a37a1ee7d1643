// Spheres of one block on endless planes.
//   s = (x_A − x_B)·u,  δ = r − s,  n = −u,  arms  l_A = r − δ/2 along n and  b = x_A + l_A n − x_B  to the
//   point midway in the overlap,  v = v_B + ω_B × b − v_A − l_A ω_A × n,
//   torque on A: −l_A n × F, on B: b × F.
// Here A is the sphere and B the plane, u its normal. What a block does to a plane is summed by the block.
#include <algorithm>
#include <utility>

#include "step/force_pass.h"

namespace cairn {

struct ForcePass::PlaneLanes {
  ContactLanes contact;
  std::uint32_t pair[kLanes];
  double arm[kLanes];  // l_A
};

namespace {
constexpr std::uint32_t kAhead = 16;  // a body's place is asked for so many pairs before it is needed
}

void ForcePass::list_planes(const World& world) {
  const Bodies& bodies = world.bodies;
  const std::vector<Pair>& general = list_.general.pairs;
  PlaneList& on = on_planes_;
  on.planes.clear(), on.pairs.clear(), on.springs.clear();
  on.listed.assign(general.size(), 0);
  const auto is_plane = [&](std::uint32_t i) {
    return std::holds_alternative<Plane>(world.shapes[bodies.info[i].shape]);
  };
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (is_plane(i)) on.planes.push_back({i, {}});
  for (std::size_t p = 0; p < general.size() && !on.planes.empty(); ++p) {
    auto [sphere, plane] = general[p];
    if (is_plane(sphere)) std::swap(sphere, plane);
    if ((bodies.info[sphere].flags & kTurned) || !is_plane(plane)) continue;
    const auto side = std::ranges::lower_bound(on.planes, plane, {}, &PlaneSide::body) - on.planes.begin();
    const int kind = bodies.info[sphere].material * world.materials.size() + bodies.info[plane].material;
    on.pairs.push_back({sphere, static_cast<std::uint32_t>(side), kind});
    on.listed[p] = 1;
  }
  // Of the block of the sphere.
  std::ranges::sort(on.pairs, {}, [](const PlanePair& q) { return std::pair(q.sphere, q.plane); });
  on.begin.assign(blocks_.size() + 1, 0);
  for (const PlanePair& q : on.pairs) ++on.begin[q.sphere / bodies_per_block() + 1];
  for (std::size_t block = 0; block < blocks_.size(); ++block) on.begin[block + 1] += on.begin[block];
  for (std::size_t q = 0; q < on.pairs.size(); ++q) {
    on.springs.push_back({{}, reduced_mass(bodies, on.pair(q))});
  }
  on.touching.assign(on.pairs.size(), 0);
  on.rolls.assign(rolling_ ? on.pairs.size() : 0, {});
}

void ForcePass::plane_pairs(const Task& task) {
  std::ranges::fill(task.block.plane_load, Load{});
  const std::uint32_t end = on_planes_.begin[task.home + 1];
  std::uint32_t q = on_planes_.begin[task.home];
  if (q == end) return;
  const Bodies& bodies = task.world.bodies;
  PlaneLanes lanes;
  ContactLanes& c = lanes.contact;
  c.count = 0;
  for (; q < end; ++q) {
    __builtin_prefetch(&bodies.place[on_planes_.pairs[std::min(q + kAhead, end - 1)].sphere]);
    const std::uint32_t sphere = on_planes_.pairs[q].sphere, plane = on_planes_.pairs[q].plane;
    const auto& [body, normal] = on_planes_.planes[plane];
    const Place& place = bodies.place[sphere];
    const double gap = dot(place.position - bodies.place[body].position, normal) - place.radius;
    std::uint8_t& touching = on_planes_.touching[q];
    if ((gap < 0) != (touching != 0)) {
      const bool parts = touching != 0;
      touching = gap < 0 || holds(task, {sphere, body}, 1 / place.radius, gap);
      if (parts != (touching != 0)) add_plane_jump(task, q, gap);
      if (!touching) on_planes_.springs[q].spring = {};
      if (!touching && rolling_) on_planes_.rolls[q] = {};
    }
    if (!touching) continue;
    __builtin_prefetch(&bodies.motion[sphere]), __builtin_prefetch(&bodies.load[sphere]);
    const int k = c.count++;
    lanes.pair[k] = q, lanes.arm[k] = place.radius + 0.5 * gap;
    c.overlap[k] = -gap, c.radius[k] = place.radius;
    if (c.count == kLanes) evaluate(task, lanes), c.count = 0;
  }
  if (c.count > 0) evaluate(task, lanes);
  for (int k = 0; k < kLanes; ++k) task.block.energy += energy_of(c.energy, k);
}

void ForcePass::add_plane_jump(const Task& task, std::uint32_t q, double gap) {
  Bodies& bodies = task.world.bodies;
  const auto [a, b] = on_planes_.pair(q);
  const Place& place = bodies.place[a];
  const double pull = pull_of(task, {a, b}, 1 / place.radius);
  if (pull == 0) return;
  const Vec3 n = -on_planes_.planes[on_planes_.pairs[q].plane].normal;
  const Vec3 lever = place.position + (place.radius + 0.5 * gap) * n - bodies.place[b].position;
  const Vec3 v = bodies.motion[b].velocity + cross(bodies.motion[b].spin, lever) - bodies.motion[a].velocity;
  const Vec3 force = -pull * jump_share(task.h, gap, dot(v, n)) * n, torque = cross(lever, force);
  bodies.load[a].force -= force, bodies.load[a].kept_force -= force;
  task.block.plane_load[on_planes_.pairs[q].plane] += make_load(force, torque, force, torque);
}

void ForcePass::evaluate(const Task& task, PlaneLanes& l) {
  ContactLanes& c = l.contact;
  gather(task, l);
  task.law.evaluate(c, task.h, vectors);
  scatter(task, l);
  task.block.contacts += static_cast<std::uint64_t>(c.count);
  for (int k = 0; k < c.count; ++k)
    if (c.mass[k] > 0) task.block.max_overlap = std::max(task.block.max_overlap, c.overlap[k] / c.radius[k]);
  for (int k = 0; task.recording == Recording::contacts && k < c.count; ++k) {
    const Bodies& bodies = task.world.bodies;
    const Pair pair = on_planes_.pair(l.pair[k]);
    const Uid a = bodies.info[pair.a].uid, b = bodies.info[pair.b].uid;
    const double side = a < b ? 1 : -1;
    const Vec3 n{c.nx[k], c.ny[k], c.nz[k]}, force{c.fx[k], c.fy[k], c.fz[k]};
    task.block.recorded.push_back({{std::min(a, b), std::max(a, b), 0},
                                   bodies.place[pair.a].position + l.arm[k] * n,
                                   side * n,
                                   -c.overlap[k],
                                   side * force});
  }
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
    const Vec3 v = w.velocity + cross(w.spin, lever) - p.velocity - cross(p.spin, arm);
    const PairSpring& spring = on_planes_.springs[q];
    c.nx[k] = n.x, c.ny[k] = n.y, c.nz[k] = n.z;
    c.vx[k] = v.x, c.vy[k] = v.y, c.vz[k] = v.z;
    c.twist[k] = 0.5 * dot(p.spin + w.spin, n);
    c.sx[k] = spring.spring.x, c.sy[k] = spring.spring.y, c.sz[k] = spring.spring.z, c.mass[k] = spring.mass;
    c.pair[k] = on_planes_.pairs[q].kind;
    if (!rolling_) continue;
    const RollSpring& roll = on_planes_.rolls[q];
    const Vec3 turning = w.spin - p.spin;
    c.wx[k] = turning.x, c.wy[k] = turning.y, c.wz[k] = turning.z;
    c.rx[k] = roll.roll.x, c.ry[k] = roll.roll.y, c.rz[k] = roll.roll.z, c.angle[k] = roll.twist;
  }
}

void ForcePass::scatter(const Task& task, const PlaneLanes& l) {
  Bodies& bodies = task.world.bodies;
  const ContactLanes& c = l.contact;
  for (int k = 0; k < c.count; ++k) {
    const std::uint32_t q = l.pair[k];
    const auto [a, b] = on_planes_.pair(q);
    const Vec3 n{c.nx[k], c.ny[k], c.nz[k]}, arm = l.arm[k] * n;
    const Vec3 lever = bodies.place[a].position + arm - bodies.place[b].position;
    const Vec3 force{c.fx[k], c.fy[k], c.fz[k]}, kept = c.potential[k] * n;
    const Vec3 torque = rolling_ ? Vec3{c.mx[k], c.my[k], c.mz[k]} : Vec3{};
    on_planes_.springs[q].spring = {c.tx[k], c.ty[k], c.tz[k]};
    if (rolling_) on_planes_.rolls[q] = {{c.rx[k], c.ry[k], c.rz[k]}, c.angle[k]};
    Load &on_a = bodies.load[a], &on_b = task.block.plane_load[on_planes_.pairs[q].plane];
    on_a.force -= force, on_a.torque -= cross(arm, force) + torque, on_a.kept_force -= kept;
    on_b += make_load(force, cross(lever, force) + torque, kept, cross(lever, kept));
  }
}

}  // namespace cairn
