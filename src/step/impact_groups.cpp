// Groups of contacts that collide together: how they form, how they are resolved, and their results.
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "step/impact.h"
#include "step/integrate.h"

namespace cairn {
namespace {

constexpr std::uint32_t kUnmarked = ~std::uint32_t{0};
constexpr double kRoundOff = 1e-9;  // gain of energy, over the energy of an impact, that counts as round-off

}  // namespace

// Resolves the pairs that are due at time t. True if a body has become faster than the round allows.
bool ImpactStepper::collide(World& world, Threads& threads, double t, std::span<const std::uint32_t> due) {
  // Find the groups, bring their bodies to time t, and resolve them in parallel.
  CAIRN_ASSERT(!due.empty());
  for (const std::uint32_t p : due) encounters_.look(world, flights_, t, encounters_.pairs()[p]);
  collect(world, t, due);
  for (std::size_t g = 0; g < group_count_; ++g) pose(world, t, groups_[g]);
  parallel_for(threads, group_count_, 1, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t g = begin; g < end; ++g) groups_[g].report = method_.solver->resolve(groups_[g].problem);
  });
  // Apply the results in order.
  bool escaped = false;
  jammed_ = false;
  for (std::size_t g = 0; g < group_count_; ++g) {
    Group& group = groups_[g];
    jammed_ = jammed_ || !group.report.finished;
    settle(world, t, group);
    book(world, t, group);
    for (const std::uint32_t i : group.bodies) escaped = escaped || surface_speed(world.bodies, i) > limit_;
  }
  // Pairs of bodies whose motion changed get new times now; other due pairs are queued for later.
  for (const std::uint32_t p : marked_pairs_) {
    const Encounter& pair = encounters_.pairs()[p];
    is_pair_marked_[p] = is_changed_[pair.a] || is_changed_[pair.b];
  }
  for (const std::uint32_t p : due)
    if (!is_pair_marked_[p]) encounters_.plan_later(world, flights_, t, p);
  for (const std::uint32_t p : marked_pairs_) {
    if (is_pair_marked_[p]) encounters_.plan(world, flights_, t, p);
    is_pair_marked_[p] = 0;
  }
  for (std::size_t g = 0; g < group_count_; ++g)
    for (const std::uint32_t i : groups_[g].bodies) {
      mark_[i] = kUnmarked;
      is_changed_[i] = 0;
    }
  return escaped;
}

// Forms a group of everything connected to a closing contact by touching contacts.
void ImpactStepper::collect(const World& world, double t, std::span<const std::uint32_t> due) {
  const std::size_t n = world.bodies.size();
  if (mark_.size() != n) {
    mark_.assign(n, kUnmarked);
    role_.resize(n);
    is_changed_.assign(n, 0);
  }
  is_pair_marked_.resize(encounters_.pairs().size());
  marked_pairs_.clear();
  group_count_ = 0;
  for (const std::uint32_t p : due) {
    const Encounter& pair = encounters_.pairs()[p];
    const bool closes = std::ranges::any_of(pair.touches, [&](const Touch& touch) {
      return encounters_.collides(world, flights_, t, pair, touch);
    });
    if (!closes) continue;
    const std::uint32_t seed = is_immobile(world.bodies.info[pair.a]) ? pair.b : pair.a;
    if (mark_[seed] == kUnmarked) grow(world, t, seed);
  }
  std::ranges::sort(marked_pairs_);
}

// Grows a group from a mobile body through its touching contacts.
void ImpactStepper::grow(const World& world, double t, std::uint32_t seed) {
  CAIRN_ASSERT(seed < mark_.size() && !is_immobile(world.bodies.info[seed]));
  if (group_count_ == groups_.size()) groups_.emplace_back();
  const auto number = static_cast<std::uint32_t>(group_count_++);
  Group& group = groups_[number];
  group.members.clear();
  group.bodies.assign(1, seed);
  mark_[seed] = number;
  // Bodies are visited in the order found; each adds its touching pairs.
  for (std::size_t k = 0; k < group.bodies.size(); ++k) {
    for (const std::uint32_t p : encounters_.of(group.bodies[k])) {
      if (is_pair_marked_[p]) continue;
      is_pair_marked_[p] = 1;
      marked_pairs_.push_back(p);
      Encounter& pair = encounters_.pairs()[p];
      encounters_.settle(world, flights_, t, pair);
      bool touches = false;
      for (std::uint32_t c = 0; c < pair.touches.size(); ++c) {
        if (pair.touches[c].gap > pair.distance) continue;
        touches = true;
        group.members.push_back({p, c});
      }
      // The other mobile body of a touching pair joins the group.
      if (!touches) continue;
      for (const std::uint32_t i : {pair.a, pair.b}) {
        if (mark_[i] == number || is_immobile(world.bodies.info[i])) continue;
        mark_[i] = number;
        group.bodies.push_back(i);
      }
    }
  }
  std::ranges::sort(group.members);
}

// Builds the problem of a group and moves its bodies to time t.
void ImpactStepper::pose(World& world, double t, Group& group) {
  ImpactGroup& problem = group.problem;
  problem.clear();
  group.before = 0;
  std::vector<std::uint32_t> met;
  // Adds body i to the problem; fixed and driven bodies may appear several times.
  const auto add = [&](std::uint32_t i) {
    const auto role = static_cast<std::uint32_t>(problem.bodies.size());
    Mobility mobility{};
    if (is_immobile(world.bodies.info[i])) {
      const Motion motion = flights_.motion(world, i, t);
      problem.bodies.push_back({motion.velocity, 0, motion.spin, 0});
    } else {
      flights_.advance(world, i, t);
      const PosedBody body = posed(world, i, 0, PushedBy::contacts);
      problem.bodies.push_back(body.state);
      mobility = body.mobility;
      group.before += kinetic_energy(world.bodies, i);
      role_[i] = role;
      met.push_back(i);
    }
    problem.mobility.push_back(mobility);
    return role;
  };
  for (const std::uint32_t i : group.bodies) role_[i] = kUnmarked;
  const auto role_of = [&](std::uint32_t i) {
    return is_immobile(world.bodies.info[i]) || role_[i] == kUnmarked ? add(i) : role_[i];
  };
  // One block per contact; bodies with too many impacts do not bounce.
  double fastest = 0, overlooked = kInfinity;
  std::vector<Group::Member> moving;
  for (const Group::Member& member : group.members) {
    const Encounter& pair = encounters_.pairs()[member.pair];
    const Touch& touch = pair.touches[member.touch];
    Block block = touch.block;
    block.a = role_of(pair.a);
    block.b = role_of(pair.b);
    // No impulse changes the approach of two bodies that are locked or fixed along the normal.
    if (!(problem.normal_mobility(block) > 0)) continue;
    moving.push_back(member);
    problem.blocks.push_back(block);
    const PairProperties& properties =
        world.materials.at(world.bodies.info[pair.a].material, world.bodies.info[pair.b].material);
    const bool often = std::max(impacts_[pair.key.a], impacts_[pair.key.b]) >= method_.impacts;
    overlooked = std::min(overlooked, encounters_.overlooked(flights_, t, pair));
    problem.friction.push_back(properties.friction);
    problem.restitution.push_back(often ? 0 : properties.restitution);
    fastest =
        std::max(fastest, -relative_velocity(block, problem.bodies[block.a], problem.bodies[block.b]).x);
  }
  problem.slow = threshold_ > 0 ? 0.5 * overlooked : 0;
  // Slow groups do not bounce at all.
  if (fastest <= threshold_) std::ranges::fill(problem.restitution, 0);
  group.members = std::move(moving);
  group.bodies = std::move(met);
}

// Gives the bodies their new velocities, and stores the impulses.
void ImpactStepper::settle(World& world, double t, Group& group) {
  CAIRN_ASSERT(group.problem.impulse.size() == group.members.size());
  // New velocities; count the impacts of each body.
  for (const std::uint32_t i : group.bodies) {
    const BodyState& state = group.problem.bodies[role_[i]];
    Motion& motion = world.bodies.motion[i];
    is_changed_[i] = state.velocity != motion.velocity || state.spin != motion.spin;
    motion = {state.velocity, state.spin};
    if (!std::isfinite(surface_speed(world.bodies, i))) refuse_infinite(world, i);
    impacts_[world.bodies.info[i].uid] += is_changed_[i];
  }
  rest_in(world, t, group);
  for (const std::uint32_t i : group.bodies)
    if (is_changed_[i]) flights_.redirect(world, i, acceleration_[world.bodies.info[i].uid]);
  // Impulses of the group, for loads and records.
  for (std::size_t k = 0; k < group.members.size(); ++k) {
    const Group::Member& member = group.members[k];
    const Encounter& pair = encounters_.pairs()[member.pair];
    Touch& touch = encounters_.pairs()[member.pair].touches[member.touch];
    touch.settled = true;
    const Vec3 p = to_world(touch.block, group.problem.impulse[k]);
    if (p == Vec3{}) continue;
    pushes_.push_back({{pair.key.a, pair.key.b, touch.feature},
                       touch.point,
                       touch.block.n,
                       touch.gap,
                       p,
                       {},
                       pair.a,
                       pair.b,
                       touch.block.arm_a,
                       touch.block.arm_b});
  }
}

// A contact that does not bounce rests for the remaining step, instead of falling again and again.
void ImpactStepper::rest_in(World& world, double t, const Group& group) {
  const Bodies& bodies = world.bodies;
  const auto acceleration = [&](std::uint32_t i) {
    return is_immobile(bodies.info[i]) ? Vec3{} : acceleration_[bodies.info[i].uid];
  };
  for (std::size_t k = 0; k < group.members.size(); ++k) {
    const Encounter& pair = encounters_.pairs()[group.members[k].pair];
    const Block& block = group.problem.blocks[k];
    // Skip contacts that part, and those that accelerations do not close.
    const double u = relative_velocity(block, group.problem.bodies[block.a], group.problem.bodies[block.b]).x;
    if (u > threshold_ || dot(block.n, acceleration(pair.b) - acceleration(pair.a)) >= 0) continue;
    for (const std::uint32_t i : {pair.a, pair.b}) {
      if (acceleration(i) == Vec3{}) continue;
      const Uid uid = bodies.info[i].uid;
      carried_.push_back({uid, t, bodies.place[i].position, acceleration_[uid], 0});
      acceleration_[uid] = {};
      is_changed_[i] = 1;
    }
  }
}

// Gives carried bodies the velocity of gravity and loads up to time t; the body they lie on takes it from
// them in the next step. Work along their path that does not show up in their motion counts as lost.
void ImpactStepper::make_up(World& world, double t) {
  Bodies& bodies = world.bodies;
  for (const Carried& body : carried_) {
    const std::uint32_t i = bodies.local(body.uid);
    const double before = kinetic_energy(bodies, i);
    bodies.motion[i].velocity += (t - body.until) * body.acceleration;
    const double given = body.work + kinetic_energy(bodies, i) - before;
    const Vec3 way = bodies.place[i].position - body.from;
    book_.booked.impact += mass(bodies.inertia[i]) * dot(body.acceleration, way) - given;
  }
  carried_.clear();
}

// Books the energies of a group and checks their balance.
void ImpactStepper::book(const World& world, double t, const Group& group) {
  ImpactEnergy energy;
  double after = 0, driven = 0;
  for (const std::uint32_t i : group.bodies) after += kinetic_energy(world.bodies, i);
  // Sum the energies and the work of driven bodies.
  for (std::size_t k = 0; k < group.members.size(); ++k) {
    energy += group.problem.energy[k];
    const Vec3& gamma = group.problem.impulse[k];
    if (gamma == Vec3{}) continue;
    ++totals_.contacts;
    const Encounter& pair = encounters_.pairs()[group.members[k].pair];
    const Block& block = group.problem.blocks[k];
    const Vec3 p = to_world(block, gamma);
    // Power of the impulse at a fixed or driven body.
    const auto power = [&](std::uint32_t i, const Vec3& arm) {
      const Motion motion = flights_.motion(world, i, t);
      return dot(p, motion.velocity + cross(motion.spin, arm));
    };
    if (is_immobile(world.bodies.info[pair.a])) driven += power(pair.a, block.arm_a);
    if (is_immobile(world.bodies.info[pair.b])) driven -= power(pair.b, block.arm_b);
  }
  // Totals of the run.
  book_.booked.impact += energy.stored - energy.released;
  book_.booked.friction += energy.friction;
  book_.booked.work_of_drives += driven;
  ++totals_.impacts;
  totals_.impulses += group.report.impulses;
  totals_.inelastic += group.report.inelastic || !group.report.finished;
  book_.fallbacks.reformed_groups += group.report.reformed;
  book_.fallbacks.unfinished_sweeps += group.report.unfinished;
  book_.fallbacks.wedged_impulses += group.report.wedged;
  totals_.stored += energy.stored;
  totals_.released += energy.released;
  totals_.friction += energy.friction;
  // Bodies at rest have no energy before the impact, so the scale includes all three.
  const double scale = std::max({group.before, after, std::abs(driven)});
  if (scale > 0)
    totals_.worst_balance =
        std::max(totals_.worst_balance, std::abs(group.before + driven - after - energy.lost()) / scale);
  const double gained = after - group.before - driven;
  if (gained > kRoundOff * scale) note_gain(group, gained);
}

// Notes an energy gain: an impact may not leave more energy than bodies brought and drives added.
void ImpactStepper::note_gain(const Group& group, double gained) {
  CAIRN_ASSERT(!group.members.empty());
  ++totals_.gains;
  totals_.gained += gained;
  if (gained <= state_.gain.energy) return;
  const auto most = std::ranges::min_element(group.problem.energy, {}, &ImpactEnergy::lost);
  const auto member = static_cast<std::size_t>(most - group.problem.energy.begin());
  const ContactKey& key = encounters_.pairs()[group.members[member].pair].key;
  state_.gain = {gained, group.before, key.a, key.b};
}

}  // namespace cairn
