#include "step/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/sum.h"
#include "laws/row_law.h"
#include "solvers/solvers.h"
#include "step/integrate.h"

namespace cairn {
namespace {

constexpr double kDeep = 0.25;  // overlap, over the contact distance, that is pushed apart
constexpr std::uint64_t kLeastSweeps = 30;
constexpr double kSinking = 0.02;  // of the contact distance: how much nearer what is held may come in a step
constexpr double kExact = 1e-13;   // residual
constexpr double kSound = 1e-3;    // residual above which a solution is none
constexpr std::uint64_t kMostFactors = 50;
constexpr int kMostRounds = 1000;  // of a step
constexpr double kFaster =
    1.5;  // how much faster than the fastest at its beginning a body may get in a round
constexpr double kFreeRound = 0.5;  // of a radius: how far bodies may move in a round

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

BodyState moving(const Motion& motion) { return {motion.velocity, 0, motion.spin, 0}; }

}  // namespace

double surface_speed(const Bodies& bodies, std::size_t i) {
  const double spin = norm(bodies.motion[i].spin);
  const bool turns = (bodies.info[i].flags & kTurned) && spin > 0 && std::isfinite(bodies.place[i].radius);
  return norm(bodies.motion[i].velocity) + (turns ? spin * bodies.place[i].radius : 0);
}

void refuse_infinite(const World& world, std::uint32_t i) {
  throw RunError(fmt::format(
      "impact run: body {} ({}) gets an infinite speed at t = {:.6g} s (step {}); `solver: etm` keeps the "
      "energy of every impact",
      world.bodies.info[i].uid, world.groups[world.bodies.info[i].group], world.time, world.step + 1));
}

void ImpactStepper::start(World& world, Threads& threads, Recording recording) {
  wrap(world);
  wrap_driven(world);
  neighbours_.forget();
  set_driven_motion(world, world.time);
  std::ranges::fill(world.bodies.load, Load{});
  energy_.springs = add_applied_loads(world, world.time, 0).elastic;
  clear_state(&problem_);
  state_.impacts = totals_;
  std::vector<ContactForce> seen = look(world, threads);
  if (recording == Recording::contacts) state_.recorded = std::move(seen);
}

const StepState& ImpactStepper::step(World& world, Threads& threads, double h, StageTimes& times,
                                     Recording recording) {
  clear_state(&problem_);
  Bodies& bodies = world.bodies;
  const double t = world.time;
  {
    const StageTimer timer(times, Stage::integrate);
    energy_.work_of_drives += wrap(world);
    wrap_driven(world);
    set_driven_motion(world, t + 0.5 * h);
    std::ranges::fill(bodies.load, Load{});
    energy_.damping += add_applied_loads(world, t, h).damped;
    energy_.work_of_drives += h * applied_power(world, t, bodies.motion);
    threshold_ = method_.threshold >= 0 ? method_.threshold : 2 * norm(world.gravity) * h;
    // Where contacts rest, what is left of their approach is nothing to bounce for.
    encounters_.overlook(kSlow * threshold_);
    acceleration_.assign(bodies.local_of_uid.size(), {});
    impacts_.assign(bodies.local_of_uid.size(), 0);
    pushes_.clear(), carried_.clear();
  }
  fly(world, threads, h, times);
  const StageTimer timer(times, Stage::integrate);
  finish(world, h, recording);
  state_.impacts = totals_;
  return state_;
}

void ImpactStepper::fly(World& world, Threads& threads, double h, StageTimes& times) {
  std::uint64_t events = 0;
  const std::uint64_t most = 1000 + 4 * method_.impacts * world.bodies.size();
  double t = 0;
  bool completed = false;
  for (int round = 0; t < h; ++round) {
    const double begin = t;
    double end = 0;
    {
      const StageTimer timer(times, Stage::contacts);
      end = open_round(world, threads, t, h);
    }
    if (round == 0) {
      const StageTimer timer(times, Stage::solve);
      separate(world, threads);
      hold(world, threads, h);
      flights_.begin(world, t, end, h, local_accelerations(world));
    }
    {
      const StageTimer timer(times, Stage::contacts);
      encounters_.plan_all(world, flights_, t, threads);
    }
    const StageTimer timer(times, Stage::solve);
    bool escaped = false, jams = false;
    for (; !escaped && !jams; ++events) {
      const double next = encounters_.next(flights_, due_);
      if (due_.empty()) break;
      t = next;
      jams = events >= most || round >= kMostRounds;
      if (jams) break;
      escaped = collide(world, threads, t, due_);
      jams = jammed_;
    }
    if (jams && t < h) {
      // Pairs are listed for the round alone.
      const double until = round >= kMostRounds ? h : std::min(h, std::max(end, t + 0.5 * (end - begin)));
      complete(world, threads, t, until, h);
      totals_.completions += !std::exchange(completed, true);
      t = until;
    } else if (!escaped) {
      t = end;
    }
    for (std::uint32_t i = 0; i < world.bodies.size(); ++i) flights_.advance(world, i, t);
  }
}

// From time t until everything may have moved a good part of a radius, or the end of the step. Returns when.
double ImpactStepper::open_round(World& world, Threads& threads, double t, double h) {
  const Bodies& bodies = world.bodies;
  if (t > 0) wrap_within(world);
  const double fastest = ordered_sum<Largest>(threads, bodies.size(), [&](std::size_t i) {
                           return Largest{surface_speed(bodies, i)};
                         }).value;
  const double largest = ordered_sum<Largest>(threads, bodies.size(), [&](std::size_t i) {
                           const double radius = bodies.place[i].radius;
                           return Largest{std::isfinite(radius) ? radius : 0};
                         }).value;
  limit_ = kFaster * fastest + norm(world.gravity) * h;
  for (std::uint32_t i = 0; !std::isfinite(limit_) && i < bodies.size(); ++i) {
    const double speed = surface_speed(bodies, i);
    if (!std::isfinite(speed) || speed == fastest) refuse_infinite(world, i);
  }
  // A spin that changes by ω' leads astray by ω' dt²/8: a quarter of the contact distance, at most.
  const double swerve =
      ordered_sum<Largest>(threads, bodies.size(), [&](std::size_t i) {
        const bool tumbles = !is_immobile(bodies.info[i]) && (bodies.info[i].flags & kTurned);
        return Largest{tumbles ? norm(spin_change(bodies, static_cast<std::uint32_t>(i))) : 0};
      }).value;
  const double typical = median_radius(bodies);
  const double way = typical > 0 ? kFreeRound * typical / (2 * limit_) : kInfinity;
  const double end = t + std::max(std::min(way, std::sqrt(2 * method_.distance / swerve)), 1e-3 * h);
  const double margin = 2 * limit_ * (std::min(end, h) - t) + method_.distance * largest;
  if (list_pairs(world, threads, t, margin) || encounters_.bodies() != bodies.size())
    encounters_.list(world, neighbours_.list());
  if (t == 0) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const BodyState state = body_state(world, static_cast<std::uint32_t>(i), h, false, &mobility_);
      if (is_immobile(bodies.info[i])) continue;
      acceleration_[bodies.info[i].uid] = (state.velocity - bodies.motion[i].velocity) / h;
      world.bodies.motion[i].spin = state.spin;
    }
  }
  flights_.begin(world, t, std::min(end, h), h, local_accelerations(world));
  encounters_.look_at_all(world, flights_, t, threads);
  if (t == 0) take_note(world);
  return std::min(end, h);
}

// Free bodies that left a periodic cell within the step come in again: lists look for images of bodies that
// are inside.
void ImpactStepper::wrap_within(World& world) {
  if (!world.cell.repeats()) return;
  const auto place = [&](const Carried& body) { return world.bodies.place[world.bodies.local(body.uid)]; };
  for (Carried& body : carried_) body.from -= place(body).position;
  energy_.work_of_drives += wrap(world);
  for (Carried& body : carried_) body.from += place(body).position;
}

// Pairs of the bodies as they are at time t. Driven ones keep the pose of the beginning of the step until its
// end, and are moved for the list alone.
bool ImpactStepper::list_pairs(World& world, Threads& threads, double t, double margin) {
  Bodies& bodies = world.bodies;
  struct Kept {
    Uid uid = 0;
    Vec3 position;
    Quat orientation;
  };
  std::vector<Kept> kept;
  for (std::uint32_t i = 0; t > 0 && i < bodies.size(); ++i) {
    if (!(bodies.info[i].flags & kDriven)) continue;
    kept.push_back({bodies.info[i].uid, bodies.place[i].position, bodies.orientation[i]});
    const PlacedShape now = flights_.flight(world, i, t, {}).start;
    bodies.place[i].position = now.position, bodies.orientation[i] = now.orientation;
  }
  const bool is_new = neighbours_.ensure(world, threads, margin);
  for (const Kept& body : kept) {
    const std::uint32_t i = bodies.local(body.uid);
    bodies.place[i].position = body.position, bodies.orientation[i] = body.orientation;
  }
  return is_new;
}

std::vector<Vec3> ImpactStepper::local_accelerations(const World& world) const {
  std::vector<Vec3> local(world.bodies.size());
  for (std::size_t i = 0; i < local.size(); ++i)
    if (!is_immobile(world.bodies.info[i])) local[i] = acceleration_[world.bodies.info[i].uid];
  return local;
}

void ImpactStepper::take_note(const World& world) {
  for (const Encounter& pair : encounters_.pairs())
    for (const Touch& touch : pair.touches)
      if (touch.gap <= pair.distance) state_.touch(world.bodies, pair.a, pair.b, pair.key, touch.gap);
}

// Overlaps, before they get as large as the contact distance.
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
  energy_.impact += apart_.push(world, resting_, *method_.rest, threads);
  encounters_.look_at_all(world, flights_, 0, threads);
}

// Contacts that gravity and loads alone close, held for the step.
void ImpactStepper::hold(World& world, Threads& threads, double h) {
  resting_.clear();
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

void ImpactStepper::hold_contacts(World& world, Threads& threads, std::span<const Contact> contacts,
                                  Level level, double h) {
  RowOptions options;
  options.level = level, options.threshold = kInfinity;
  // The torques are already in the spins.
  const Bodies& bodies = world.bodies;
  std::vector<Load> loads = bodies.load;
  for (Load& load : world.bodies.load) load.torque = {};
  assembler_.assemble(world, contacts, {}, Coulomb{}, options, h, threads, problem_);
  world.bodies.load = std::move(loads);
  prepare(problem_, threads);
  solution_.impulse.assign(problem_.size(), {});
  auto known = world.memory.begin();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    while (known != world.memory.end() && known->key < contacts[i].key) ++known;
    if (known == world.memory.end()) break;
    if (known->key != contacts[i].key) continue;
    const std::uint32_t k = problem_.key_order[i];
    solution_.impulse[k] = to_block(problem_.blocks[k], known->impulse);
  }
  // Some sweeps in any case: what is light does not count in the residual, and must be held all the same.
  SolveReport solved = method_.rest->solve(problem_, solution_, {0, kLeastSweeps, 0}, threads);
  if (!(solved.residual <= method_.limits.tolerance))
    solved = method_.rest->solve(problem_, solution_, method_.limits, threads);
  hold_exactly(world, threads, contacts, level, h, solved);
  solved.converged = solved.residual <= method_.limits.tolerance;
  state_.solve = {.converged = solved.converged,
                  .iterations = solved.iterations,
                  .residual = solved.residual,
                  .tolerance = method_.limits.tolerance,
                  .solver = solved.solver,
                  .note = solved.note};
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const std::uint32_t k = problem_.key_order[i];
    const Block& block = problem_.blocks[k];
    const Vec3 p = to_world(block, solution_.impulse[k]);
    pushes_.push_back({contact.key, contact.point, contact.normal, contact.gap, p, p, block.a, block.b,
                       block.arm_a, block.arm_b});
  }
}

// Sweeps pass a heavy load on through light bodies in as many rounds as the masses differ; factors do it at
// once.
void ImpactStepper::hold_exactly(const World& world, Threads& threads, std::span<const Contact> contacts,
                                 Level level, double h, SolveReport& solved) {
  double sinks = sinking(world, contacts, level, h);
  for (const char* name : {"newton", "interior_point"}) {
    if (sinks <= kSinking) return;
    ContactSolution swept = solution_;
    const SolveReport exact =
        solvers().make(name)->solve(problem_, solution_, {kExact, kMostFactors, 0}, threads);
    const double now = sinking(world, contacts, level, h);
    if (exact.residual <= kSound && now < sinks)
      sinks = now, solved = exact;
    else
      std::swap(solution_, swept);
  }
}

// How much nearer bodies come within h, at most, over the contact distance; at the position level they may
// until they touch.
double ImpactStepper::sinking(const World& world, std::span<const Contact> contacts, Level level,
                              double h) const {
  double most = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double radius =
        std::min(world.bodies.place[contacts[i].a].radius, world.bodies.place[contacts[i].b].radius);
    const double nearer = -h * solution_.velocity[problem_.key_order[i]].x;
    const double room = level == Level::position ? std::max(contacts[i].gap, 0.0) : 0;
    most = std::max(most, (nearer - room) / (method_.distance * radius));
  }
  return most;
}

void ImpactStepper::book_rest(const World& world, const std::vector<Motion>& before) {
  const std::vector<Motion>& after = world.bodies.motion;
  const auto mean = [&](std::uint32_t i) -> Motion {
    return {0.5 * (before[i].velocity + after[i].velocity), 0.5 * (before[i].spin + after[i].spin)};
  };
  for (std::size_t k = 0; k < problem_.size(); ++k) {
    const Block& block = problem_.blocks[k];
    const Vec3& gamma = solution_.impulse[k];
    const Motion a = mean(block.a), b = mean(block.b);
    const Vec3 u = relative_velocity(block, moving(a), moving(b));
    energy_.impact -= gamma.x * u.x, energy_.friction -= gamma.y * u.y + gamma.z * u.z;
    const Vec3 p = to_world(block, gamma);
    if (is_immobile(world.bodies.info[block.a]))
      energy_.work_of_drives += dot(p, a.velocity + cross(a.spin, block.arm_a));
    if (is_immobile(world.bodies.info[block.b]))
      energy_.work_of_drives -= dot(p, b.velocity + cross(b.spin, block.arm_b));
  }
}

// From t to `end` at once: position level, no restitution.
void ImpactStepper::complete(World& world, Threads& threads, double t, double end, double h) {
  Bodies& bodies = world.bodies;
  const double dt = end - t;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) flights_.advance(world, i, t);
  for (const Carried& body : carried_) acceleration_[body.uid] = body.acceleration;
  make_up(world, t);
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
    // They fly straight: the work of gravity and loads on the way is not that in their motion.
    const Vec3 change = bodies.motion[i].velocity - before[i].velocity;
    energy_.impact += 0.5 * dt * mass(bodies.inertia[i]) * dot(acceleration_[bodies.info[i].uid], change);
  }
  book_rest(world, before);
  flights_.begin(world, t, end, h, std::vector<Vec3>(bodies.size()));
  for (std::uint32_t i = 0; i < bodies.size(); ++i) flights_.advance(world, i, end);
}

// Loads, memory and records, from the impulses of the step.
void ImpactStepper::finish(World& world, double h, Recording recording) {
  Bodies& bodies = world.bodies;
  make_up(world, h);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    Motion& motion = bodies.motion[i];
    if (!is_finite(motion.velocity) || !is_finite(motion.spin))
      throw RunError(fmt::format("the velocity of body {} ({}) is no number at t = {:.6g} s (step {})",
                                 bodies.info[i].uid, world.groups[bodies.info[i].group], world.time,
                                 world.step));
    if (world.damping.global == 0) continue;
    const double before = kinetic_energy(bodies, i), slower = 1 / (1 + h * world.damping.global);
    motion.velocity *= slower, motion.spin *= slower;
    background_ += before - kinetic_energy(bodies, i);
  }
  drive(world, h);
  ++world.step;
  world.time = static_cast<double>(world.step) * h;
  world.memory.clear();
  std::ranges::fill(bodies.load, Load{});
  std::ranges::stable_sort(pushes_, {}, &Push::key);
  for (std::size_t k = 0; k < pushes_.size(); ++k) {
    const Push& push = pushes_[k];
    const Vec3 force = push.impulse / h;
    if (push.impulse == Vec3{}) continue;
    bodies.load[bodies.local(push.key.a)] += make_load(-force, -cross(push.arm_a, force), {}, {});
    bodies.load[bodies.local(push.key.b)] += make_load(force, cross(push.arm_b, force), {}, {});
    if (world.memory.empty() || world.memory.back().key != push.key) {
      world.memory.push_back({push.key, {}, {}, push.held});
      state_.recorded.push_back({push.key, push.point, push.normal, push.gap, force});
    } else {
      world.memory.back().impulse += push.held;
      state_.recorded.back().force += force;
    }
  }
  if (recording == Recording::no) state_.recorded.clear();
  energy_.springs = add_applied_loads(world, world.time, 0).elastic;
}

// As they are now, without forces.
std::vector<ContactForce> ImpactStepper::look(World& world, Threads& threads) {
  const Bodies& bodies = world.bodies;
  const PairMargin margin = [&](std::uint32_t a, std::uint32_t b, const Vec3&) {
    return method_.distance * std::min(bodies.place[a].radius, bodies.place[b].radius);
  };
  neighbours_.ensure(world, threads, method_.distance * 2 * median_radius(bodies));
  finder_.find(world, neighbours_.list(), margin, threads, resting_);
  std::vector<ContactForce> seen;
  state_.contacts = 0, state_.max_overlap = 0, state_.deepest = {};
  for (const Contact& contact : resting_) {
    state_.touch(bodies, contact.a, contact.b, contact.key, contact.gap);
    seen.push_back({contact.key, contact.point, contact.normal, contact.gap, {}});
  }
  return seen;
}

Energy ImpactStepper::energy() const {
  Energy energy = energy_;
  energy.damping += background_;
  return energy;
}

void ImpactStepper::save(Record& record) const {
  neighbours_.save(record);
  record.put("stepper.energy", energy_);
  record.put("stepper.background", background_);
  record.put("stepper.impacts", totals_);
  record.put("stepper.touching", state_.contacts);
  record.put("stepper.max_overlap", state_.max_overlap);
}

void ImpactStepper::load(const World& world, const Record& record) {
  neighbours_.load(world, record);
  energy_ = record.get<Energy>("stepper.energy");
  background_ = record.get<double>("stepper.background");
  totals_ = record.get<ImpactTotals>("stepper.impacts");
  clear_state(&problem_);
  state_.impacts = totals_;
  state_.contacts = record.get<std::uint64_t>("stepper.touching");
  state_.max_overlap = record.get<double>("stepper.max_overlap");
}

}  // namespace cairn
