#include "step/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "base/sum.h"
#include "step/integrate.h"

namespace cairn {
namespace {

constexpr int kMostRounds = 1000;   // of one step
constexpr double kFaster = 1.5;     // largest speed in a round, over the fastest at its beginning
constexpr double kFreeRound = 0.5;  // of a radius: largest motion of a body in one round

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
  neighbours_.forget();
  book_.start(world, state_);
  std::vector<ContactForce> seen = look(world, threads);
  if (recording == Recording::contacts) state_.recorded = std::move(seen);
}

const StepState& ImpactStepper::step(World& world, Threads& threads, double h, StageTimes& times,
                                     Recording recording) {
  CAIRN_ASSERT(h > 0);
  clear_state(&problem_);
  Bodies& bodies = world.bodies;
  const double t = world.time;
  {
    const StageTimer timer(times, Stage::integrate);
    book_.bring_in(world);
    set_driven_motion(world, t + 0.5 * h);
    book_.apply_loads(world, t, h);
    book_.booked.work_of_drives += h * applied_power(world, t, bodies.motion);
    threshold_ = method_.threshold >= 0 ? method_.threshold : 2 * norm(world.gravity) * h;
    // Tiny approaches of resting contacts are left to the next step.
    encounters_.overlook(kSlow * threshold_);
    acceleration_.assign(bodies.local_of_uid.size(), {});
    impacts_.assign(bodies.local_of_uid.size(), 0);
    pushes_.clear();
    carried_.clear();
  }
  fly(world, threads, h, times);
  const StageTimer timer(times, Stage::integrate);
  finish(world, h, recording);
  state_.impacts = totals_;
  book_.fallbacks.unfinished_impact_times = given_up_before_ + encounters_.gave_up();
  state_.fallbacks = book_.fallbacks;
  return state_;
}

// Flies through the step in rounds: list pairs, then go from impact to impact.
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
    // At the beginning: remove deep overlaps, and hold the resting contacts.
    if (round == 0) {
      const StageTimer timer(times, Stage::solve);
      separate(world, threads);
      hold(world, threads, h);
      flights_.begin(world, t, end, h, local_accelerations(world));
    }
    {
      const StageTimer timer(times, Stage::contacts);
      // Pairs and their impact times.
      encounters_.plan_all(world, flights_, t, threads);
    }
    const StageTimer timer(times, Stage::solve);
    // Impacts in order of time, until the round ends, a body gets too fast, or the contacts jam.
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
      // Jammed: solve up to the end of this round, or of the step. Pairs are listed for the round alone.
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

// Opens a round at time t. It ends when bodies may have moved a good part of a radius, at most at h. Returns
// its end.
double ImpactStepper::open_round(World& world, Threads& threads, double t, double h) {
  CAIRN_ASSERT(t >= 0 && t < h);
  const Bodies& bodies = world.bodies;
  // Fastest surface, largest body, and a limit of speed for this round.
  if (t > 0) wrap_within(world);
  const double fastest =
      largest(threads, bodies.size(), [&](std::size_t i) { return surface_speed(bodies, i); });
  const double widest = largest(threads, bodies.size(), [&](std::size_t i) {
    const double radius = bodies.place[i].radius;
    return std::isfinite(radius) ? radius : 0;
  });
  limit_ = kFaster * fastest + norm(world.gravity) * h;
  for (std::uint32_t i = 0; !std::isfinite(limit_) && i < bodies.size(); ++i) {
    const double speed = surface_speed(bodies, i);
    if (!std::isfinite(speed) || speed == fastest) refuse_infinite(world, i);
  }
  // A spin that changes at the rate ω' causes an error of ω' dt²/8. It may be a quarter of the contact
  // distance.
  const double swerve = largest(threads, bodies.size(), [&](std::size_t i) {
    const bool tumbles = !is_immobile(bodies.info[i]) && (bodies.info[i].flags & kTurned);
    return tumbles ? norm(spin_change(bodies, static_cast<std::uint32_t>(i))) : 0;
  });
  // Length of the round, and a list that covers it.
  const double typical = median_radius(bodies);
  const double way = typical > 0 ? kFreeRound * typical / (2 * limit_) : kInfinity;
  const double end = t + std::max(std::min(way, std::sqrt(2 * method_.distance / swerve)), 1e-3 * h);
  const double margin = 2 * limit_ * (std::min(end, h) - t) + method_.distance * widest;
  if (list_pairs(world, threads, t, margin) || encounters_.bodies() != bodies.size())
    encounters_.list(world, neighbours_.list());
  // At the beginning of the step loads give each body its acceleration, and torques its spin.
  if (t == 0) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const BodyState state = posed(world, static_cast<std::uint32_t>(i), h, PushedBy::contacts).state;
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

// Wraps free bodies that left a periodic cell within the step, because lists need bodies inside.
void ImpactStepper::wrap_within(World& world) {
  if (!world.cell.repeats()) return;
  const auto place = [&](const Carried& body) { return world.bodies.place[world.bodies.local(body.uid)]; };
  for (Carried& body : carried_) body.from -= place(body).position;
  book_.booked.work_of_drives += wrap(world);
  for (Carried& body : carried_) body.from += place(body).position;
}

// Lists the pairs at time t. Driven bodies keep their pose until the end of the step and are moved only for
// the list.
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
    bodies.place[i].position = now.position;
    bodies.orientation[i] = now.orientation;
  }
  const bool is_new = neighbours_.ensure(world, threads, margin);
  for (const Kept& body : kept) {
    const std::uint32_t i = bodies.local(body.uid);
    bodies.place[i].position = body.position;
    bodies.orientation[i] = body.orientation;
  }
  return is_new;
}

std::vector<Vec3> ImpactStepper::local_accelerations(const World& world) const {
  CAIRN_ASSERT(acceleration_.size() == world.bodies.local_of_uid.size());
  std::vector<Vec3> local(world.bodies.size());
  for (std::size_t i = 0; i < local.size(); ++i)
    if (!is_immobile(world.bodies.info[i])) local[i] = acceleration_[world.bodies.info[i].uid];
  return local;
}

// Counts the touching contacts at the beginning of the step.
void ImpactStepper::take_note(const World& world) {
  for (const Encounter& pair : encounters_.pairs())
    for (const Touch& touch : pair.touches)
      if (touch.gap <= pair.distance) state_.touch(world.bodies, pair.a, pair.b, pair.key, touch.gap);
}

// Ends the step: damping, drives, and loads, memory and records from its impulses.
void ImpactStepper::finish(World& world, double h, Recording recording) {
  Bodies& bodies = world.bodies;
  make_up(world, h);
  // Global damping.
  const double slower = 1 / (1 + h * world.damping.global);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    ImpulseBook::require_finite(world, i);
    const Motion& motion = bodies.motion[i];
    if (world.damping.global > 0)
      book_.slow_down(bodies, i, {slower * motion.velocity, slower * motion.spin});
  }
  drive(world, h);
  book_.turn_page(world, h);
  // Impulses of one contact are added up.
  std::ranges::stable_sort(pushes_, {}, &Push::key);
  for (std::size_t k = 0; k < pushes_.size(); ++k) {
    const Push& push = pushes_[k];
    const Vec3 force = push.impulse / h;
    if (push.impulse == Vec3{}) continue;
    ImpulseBook::load_bodies(bodies, bodies.local(push.key.a), bodies.local(push.key.b), push.arm_a,
                             push.arm_b, force);
    if (world.memory.empty() || world.memory.back().key != push.key) {
      world.memory.push_back({push.key, {}, {}, push.held});
      state_.recorded.push_back({push.key, push.point, push.normal, push.gap, force});
    } else {
      world.memory.back().impulse += push.held;
      state_.recorded.back().force += force;
    }
  }
  if (recording == Recording::no) state_.recorded.clear();
  book_.close(world);
}

// Finds the present contacts, without forces.
std::vector<ContactForce> ImpactStepper::look(World& world, Threads& threads) {
  const Bodies& bodies = world.bodies;
  const PairMargin margin = [&](std::uint32_t a, std::uint32_t b, const Vec3&) {
    return method_.distance * smaller_radius(bodies, a, b);
  };
  neighbours_.ensure(world, threads, method_.distance * 2 * median_radius(bodies));
  finder_.find(world, neighbours_.list(), margin, threads, resting_);
  std::vector<ContactForce> seen;
  state_.contacts = 0;
  state_.max_overlap = 0;
  state_.deepest = {};
  for (const Contact& contact : resting_) {
    state_.touch(bodies, contact.a, contact.b, contact.key, contact.gap);
    seen.push_back({contact.key, contact.point, contact.normal, contact.gap, {}});
  }
  return seen;
}

void ImpactStepper::save(Record& record) const {
  neighbours_.save(record);
  book_.save(record, state_);
}

void ImpactStepper::load(World& world, Threads& threads, const Record& record) {
  neighbours_.load(world, threads, record);
  clear_state(&problem_);
  book_.load(record, state_);
  totals_ = state_.impacts;
  given_up_before_ = book_.fallbacks.unfinished_impact_times - encounters_.gave_up();
}

}  // namespace cairn
