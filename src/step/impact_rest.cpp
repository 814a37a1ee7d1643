// Resting contacts of an impact run. One velocity-level problem with Coulomb friction and without restitution
// holds them for a step. The same at position level completes a step that impacts cannot finish.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "laws/row_law.h"
#include "solvers/solvers.h"
#include "step/impact.h"
#include "step/integrate.h"

namespace cairn {
namespace {

constexpr double kDeep = 0.25;  // overlap, over the contact distance, that is pushed apart
constexpr std::uint64_t kLeastSweeps = 30;
constexpr double kSinking = 0.02;  // largest approach of held contacts in a step, over the contact distance
constexpr double kExact = 1e-13;   // residual
constexpr double kSound = 1e-3;    // residual above which a solution is rejected
constexpr std::uint64_t kMostFactors = 50;

class Coulomb : public RowLaw {
  ContactRow row(const RowInput& input) const override {
    const double mu = input.pair->friction;
    return {mu > 0 ? cone(mu, mu) : half_line(), input.bias, {}};
  }
};

Contact contact_of(const Encounter& pair, const Touch& touch) {
  return {{pair.key.a, pair.key.b, touch.feature},
          pair.a,
          pair.b,
          pair.image,
          touch.point,
          touch.block.n,
          touch.gap};
}

}  // namespace

// Pushes overlaps apart before they reach the contact distance.
void ImpactStepper::separate(World& world, Threads& threads) {
  const auto is_deep = [](const Encounter& pair) {
    return std::ranges::any_of(pair.touches,
                               [&](const Touch& touch) { return touch.gap < -kDeep * pair.distance; });
  };
  if (std::ranges::none_of(encounters_.pairs(), is_deep)) return;
  resting_.clear();
  for (const Encounter& pair : encounters_.pairs())
    for (const Touch& touch : pair.touches)
      if (touch.gap <= pair.distance) resting_.push_back(contact_of(pair, touch));
  const PushReport pushed = apart_.push(world, resting_, *method_.rest, threads);
  book_.booked.impact += pushed.work;
  book_.fallbacks.unconverged_pushes += !pushed.converged;
  encounters_.look_at_all(world, flights_, 0, threads);
}

// Holds the contacts that only gravity and loads close, for the whole step.
void ImpactStepper::hold(World& world, Threads& threads, double h) {
  resting_.clear();
  // Slow touching contacts; nothing to do if none of them would close.
  bool any = false;
  for (const Encounter& pair : encounters_.pairs()) {
    for (const Touch& touch : pair.touches) {
      if (touch.gap > pair.distance) continue;
      const double u = velocity_at(world, flights_, touch, 0).x,
                   then = u + h * dot(touch.block.n,
                                      flights_.acceleration(pair.b) - flights_.acceleration(pair.a));
      if (-u > threshold_ || threshold_ == 0) continue;
      any = any || then < 0;
      resting_.push_back(contact_of(pair, touch));
    }
  }
  if (!any) return;
  const std::vector<Motion> before = world.bodies.motion;
  hold_contacts(world, threads, resting_, Level::velocity, h);
  // Held bodies fly straight with their new velocity, which already includes gravity and loads.
  std::vector<std::uint8_t> is_held(world.bodies.size());
  for (std::size_t k = 0; k < problem_.size(); ++k)
    if (solution_.impulse[k] != Vec3{}) is_held[problem_.blocks[k].a] = is_held[problem_.blocks[k].b] = 1;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    if (!is_held[i] || is_immobile(world.bodies.info[i])) continue;
    const Uid uid = world.bodies.info[i].uid;
    const Vec3& v = solution_.bodies[i].velocity;
    const double work =
        0.5 * h * mass(world.bodies.inertia[i]) * dot(acceleration_[uid], before[i].velocity + v);
    carried_.push_back({uid, h, world.bodies.place[i].position, acceleration_[uid], work});
    world.bodies.motion[i] = {v, solution_.bodies[i].spin};
    acceleration_[uid] = {};
  }
  book_rest(world, before);
}

// Solves for the impulses that hold these contacts, and records them as pushes.
void ImpactStepper::hold_contacts(World& world, Threads& threads, std::span<const Contact> contacts,
                                  Level level, double h) {
  CAIRN_ASSERT(h > 0);
  RowOptions options;
  options.level = level;
  options.threshold = kInfinity;
  // The spins already include the torques.
  const Bodies& bodies = world.bodies;
  std::vector<Load> loads = bodies.load;
  for (Load& load : world.bodies.load) load.torque = {};
  assembler_.assemble(world, contacts, {}, Coulomb{}, options, h, threads, problem_);
  world.bodies.load = std::move(loads);
  prepare(problem_, threads);
  ImpulseBook::guess(world, contacts, problem_, threads, solution_.impulse);
  // Always do some sweeps: light bodies hardly count in the residual, but must be held too.
  SolveReport solved = method_.rest->solve(problem_, solution_, {0, kLeastSweeps, 0}, threads);
  if (!(solved.residual <= method_.limits.tolerance))
    solved = method_.rest->solve(problem_, solution_, method_.limits, threads);
  hold_exactly(world, threads, contacts, level, h, solved);
  solved.converged = solved.residual <= method_.limits.tolerance;
  state_.solve = step_solve(problem_, solution_, solved, method_.limits, threads);
  // Impulses in key order.
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const std::uint32_t k = problem_.key_order[i];
    const Block& block = problem_.blocks[k];
    const Vec3 p = to_world(block, solution_.impulse[k]);
    pushes_.push_back({contact.key, contact.point, contact.normal, contact.gap, p, p, block.a, block.b,
                       block.arm_a, block.arm_b});
  }
}

// Sweeps need as many rounds as the mass ratio to pass a heavy load through light bodies. If contacts still
// sink, methods with factors do it at once.
void ImpactStepper::hold_exactly(const World& world, Threads& threads, std::span<const Contact> contacts,
                                 Level level, double h, SolveReport& solved) {
  double sinks = sinking(world, contacts, level, h);
  for (const char* name : {"newton", "interior_point"}) {
    if (sinks <= kSinking) return;
    ContactSolution swept = solution_;
    const SolveReport exact =
        solvers().make(name)->solve(problem_, solution_, {kExact, kMostFactors, 0}, threads);
    const double now = sinking(world, contacts, level, h);
    if (exact.residual <= kSound && now < sinks) {
      sinks = now;
      solved = exact;
    } else
      std::swap(solution_, swept);
  }
}

// Largest approach of contacts within h, over the contact distance. At position level an open gap may close.
double ImpactStepper::sinking(const World& world, std::span<const Contact> contacts, Level level,
                              double h) const {
  double most = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double radius = smaller_radius(world.bodies, contacts[i].a, contacts[i].b);
    const double nearer = -h * solution_.velocity[problem_.key_order[i]].x;
    const double room = level == Level::position ? std::max(contacts[i].gap, 0.0) : 0;
    most = std::max(most, (nearer - room) / (method_.distance * radius));
  }
  return most;
}

// Books the work of the holding impulses at the mean velocities.
void ImpactStepper::book_rest(const World& world, const std::vector<Motion>& before) {
  CAIRN_ASSERT(before.size() == world.bodies.size());
  for (std::size_t k = 0; k < problem_.size(); ++k) {
    const Block& block = problem_.blocks[k];
    const Vec3& gamma = solution_.impulse[k];
    const Motion a = mean_of(before[block.a], world.bodies.motion[block.a]),
                 b = mean_of(before[block.b], world.bodies.motion[block.b]);
    const ContactWork lost = work_of(block, gamma, a, b);
    book_.booked.impact += lost.normal;
    book_.booked.friction += lost.tangential;
    book_.book_drives(world, block, to_world(block, gamma), a, b);
  }
}

// Solves from t to `end` in one go: position level, no restitution.
void ImpactStepper::complete(World& world, Threads& threads, double t, double end, double h) {
  CAIRN_ASSERT(t <= end && end <= h);
  Bodies& bodies = world.bodies;
  const double dt = end - t;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) flights_.advance(world, i, t);
  // Carried bodies get their acceleration and velocity back.
  for (const Carried& body : carried_) acceleration_[body.uid] = body.acceleration;
  make_up(world, t);
  // All listed contacts, at position level.
  resting_.clear();
  flights_.begin(world, t, end, h, local_accelerations(world));
  encounters_.look_at_all(world, flights_, t, threads);
  for (const Encounter& pair : encounters_.pairs())
    for (const Touch& touch : pair.touches) resting_.push_back(contact_of(pair, touch));
  const std::vector<Motion> before = bodies.motion;
  hold_contacts(world, threads, resting_, Level::position, dt);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    bodies.motion[i] = {solution_.bodies[i].velocity, solution_.bodies[i].spin};
    // They fly straight, so the work of gravity and loads along the path differs from the work in their
    // motion.
    const Vec3 change = bodies.motion[i].velocity - before[i].velocity;
    book_.booked.impact +=
        0.5 * dt * mass(bodies.inertia[i]) * dot(acceleration_[bodies.info[i].uid], change);
  }
  book_rest(world, before);
  flights_.begin(world, t, end, h, std::vector<Vec3>(bodies.size()));
  for (std::uint32_t i = 0; i < bodies.size(); ++i) flights_.advance(world, i, end);
}

}  // namespace cairn
