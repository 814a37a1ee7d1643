#include "step/implicit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "base/sum.h"
#include "solvers/face.h"
#include "step/integrate.h"
#include "step/scene_speed.h"
#include "step/servo.h"
#include "step/volume_walls.h"

namespace cairn {
namespace {

constexpr double kRoundOff = 1e-12;          // residual that the round-off of positions leaves
constexpr double kAboveRounding = 1 + 1e-6;  // a bound on margins that are rounded in another way
constexpr std::size_t kChunk = 512;          // bodies per task
constexpr std::size_t kFewBlocks = 100;      // of a problem that is solved beyond its tolerance,
constexpr std::uint64_t kFinish = 100;       // in so many iterations,
constexpr double kForces = 1e-8;             // to this residual
constexpr double kNearly = 10;               // residual of a guess at rest, over the tolerance
constexpr std::size_t kRestBlocks = 1000;    // of a problem at rest that gets
constexpr std::size_t kRestVisits = 30000;   // so many visits of blocks; larger ones get one sweep

// Largest speed of a surface point relative to the centre. A sphere's rotation does not move its surface.
double surface_spin(const Bodies& bodies, std::uint32_t i, double lever) {
  if (!(bodies.info[i].flags & kTurned)) return 0;
  const double spin = norm(bodies.motion[i].spin);
  return spin > 0 ? spin * std::min(bodies.place[i].radius, lever) : 0;
}

void drift_all(Bodies& bodies, double h, Threads& threads) {
  parallel_for(threads, bodies.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    drift(bodies, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), h);
  });
}

}  // namespace

ImplicitStepper::ImplicitStepper(ImplicitMethod method) : method_(std::move(method)) {
  CAIRN_ASSERT(method_.law && !method_.solvers.empty());
  CAIRN_ASSERT(method_.theta >= 0 && method_.theta <= 1);
  CAIRN_ASSERT(method_.margin >= 0 && method_.contact_tolerance >= 0);
  clear_state(&problem_);
}

void ImplicitStepper::start(World& world, Threads& threads, Recording recording) {
  neighbours_.forget();
  book_.start(world, state_);
  for (const PlasticRecord& record : world.plastic) reach_ = std::max(reach_, record.state.rest);
  find_contacts(world, threads, 0);
  look_at_memory(world);
  // Count and record the contacts that touch, or that a bond holds.
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    const Cohering cohering = i < recalled_.size() ? recalled_[i].plastic.cohering : Cohering::no;
    if (contact.gap > 0 && cohering != Cohering::bond) continue;
    state_.touch(world.bodies, contact.a, contact.b, contact.key, contact.gap);
    if (recording == Recording::contacts)
      state_.recorded.push_back(
          {contact.key, contact.point, contact.normal, contact.gap, {}, {}, false, cohering});
  }
}

const StepState& ImplicitStepper::step(World& world, Threads& threads, double h, StageTimes& times,
                                       Recording recording) {
  CAIRN_ASSERT(h > 0);
  clear_state(&problem_);
  open(world, threads, h, times);
  look_around(world, threads, h, times);
  pose(world, threads, h, times);
  solve(world, threads, times);
  share_loads(world, h, times, recording);
  move(world, threads, h, times);
  note_contacts(world, h, times, recording);
  return state_;
}

// Opens the step: x_m = x + (1−θ) h v.
void ImplicitStepper::open(World& world, Threads& threads, double h, StageTimes& times) {
  const StageTimer timer(times, Stage::integrate);
  const double first = (1 - method_.theta) * h;
  book_.bring_in(world);
  steer_volumes(world, h);
  if (first > 0) {
    drift_all(world.bodies, first, threads);
    drive(world, first);
  }
  set_driven_motion(world, world.time + 0.5 * h);
}

void ImplicitStepper::look_around(World& world, Threads& threads, double h, StageTimes& times) {
  const StageTimer timer(times, Stage::contacts);
  find_contacts(world, threads, h);
}

// Builds the contact problem of the step, and a first guess of its impulses.
void ImplicitStepper::pose(World& world, Threads& threads, double h, StageTimes& times) {
  const StageTimer timer(times, Stage::assemble);
  book_.apply_loads(world, world.time, h);
  before_ = world.bodies.motion;
  choose_slides(world, h);
  assembler_.assemble(world, contacts_, slides_, *method_.law, method_.rows, h, threads, problem_);
  joints_.append(world, {h, h, method_.theta * h, world.time + h}, problem_);
  problem_.speed = scene_speed(world, slides_, problem_, h);
  prepare(problem_, threads);
  if (method_.warm_start) {
    ImpulseBook::guess(world, contacts_, problem_, threads, guess_);
    joints_.guess(world, guess_);
  } else {
    guess_.assign(problem_.size(), {});
  }
}

// Finds γ with the first solver that converges.
void ImplicitStepper::solve(const World& world, Threads& threads, StageTimes& times) {
  const StageTimer timer(times, Stage::solve);
  SolveReport solved;
  if (method_.limit == Limit::by_size)
    method_.limits.max_iterations = iterations_of_a_step(problem_.size(), method_.limits.tolerance);
  for (const auto& solver : method_.solvers) {
    solution_.impulse = guess_;
    solved = solver->solve(problem_, solution_, method_.limits, threads);
    if (solved.converged) break;
  }
  if (solved.converged && method_.limit == Limit::by_size && problem_.size() <= kFewBlocks)
    finish(solved, threads);
  // Resting bodies are solved to round-off. Direct steps may also end small problems that the solver did not.
  const bool may_rest = solved.converged || StickingFace::can_take(problem_);
  if (may_rest && solved.residual > kRoundOff && is_quiet(solved)) {
    refine(solved, threads);
    solved.converged = solved.converged || solved.residual <= method_.limits.tolerance;
  }
  state_.solve = step_solve(problem_, solution_, solved, method_.limits, threads);
  count_states();
  // Joints that contradict each other count as not converged.
  const JointSlack slack = joints_.slack(problem_, solution_.impulse);
  if (slack.is_met()) return;
  state_.solve.converged = false;
  state_.solve.residual = std::max(state_.solve.residual, slack.share);
  state_.solve.note = describe(world, slack);
  state_.solve.diagnosis = Diagnosis{Cause::contradiction, state_.solve.note, kJointCure};
}

// Finds compatible forces, if the scene asks for them.
void ImplicitStepper::share_loads(const World& world, double h, StageTimes& times, Recording recording) {
  compatible_.clear();
  if (!method_.compatible || recording == Recording::no) return;
  const StageTimer timer(times, Stage::forces);
  const double tolerance = std::max(method_.limits.tolerance, state_.solve.natural_map);
  state_.forces = compatible_.find(world, contacts_, problem_, solution_, *method_.compatible, tolerance, h);
}

// Moves the bodies: v⁺ from the impulses, x⁺ = x_m + θ h v⁺.
void ImplicitStepper::move(World& world, Threads& threads, double h, StageTimes& times) {
  const StageTimer timer(times, Stage::integrate);
  const double second = method_.theta * h;
  kick(world, threads, h);
  book(world, h, threads);
  world.time += (1 - method_.theta) * h;
  drive(world, second);
  if (world.cell.deforms()) world.cell.deform(h);
  drift_all(world.bodies, second, threads);
  if (world.cell.deforms()) book_.booked.work_of_drives += convect(world, h).energy;
  if (method_.project_positions) project_positions(world, threads);
}

// Energies and reach of the remembered contacts, before the first step.
void ImplicitStepper::look_at_memory(const World& world) {
  if (!method_.law->remembers()) return;
  assembler_.recall(world, contacts_, recalled_);
  ExactSum normal, tangential;
  reach_ = 0;
  for (const RowInput& input : recalled_) {
    const RowAfter now = method_.law->now(input);
    normal += now.elastic_normal;
    tangential += now.elastic_tangential;
    reach_ = std::max(reach_, now.reach);
  }
  book_.held.elastic_normal = normal.value();
  book_.held.elastic_tangential = tangential.value();
}

// Finds the contacts. At position level a pair counts if its gap may close within the step or is tiny.
void ImplicitStepper::find_contacts(World& world, Threads& threads, double h) {
  CAIRN_ASSERT(h >= 0);
  const Bodies& bodies = world.bodies;
  const double fall = norm(world.gravity) * h;
  const bool ahead = method_.rows.level == Level::position;
  // A list that covers the fastest body.
  const double slack = ahead ? method_.margin : method_.contact_tolerance;
  const double fastest = largest(threads, bodies.size(), [&](std::size_t i) {
    const double r = bodies.place[i].radius, speed = norm(bodies.motion[i].velocity);
    const double spin = std::isfinite(r) ? surface_spin(bodies, static_cast<std::uint32_t>(i), r) : 0;
    return std::fmax(speed + spin, 0);  // the kick reports NaN
  });
  const double largest_radius = largest(threads, bodies.size(), [&](std::size_t i) {
    const double r = bodies.place[i].radius;
    return is_immobile(bodies.info[i]) || !std::isfinite(r) ? 0 : r;
  });
  const double widest =
      (ahead ? std::min(h * (2 * fastest + fall), largest_radius) : 0) + slack * largest_radius + reach_;
  neighbours_.ensure(world, threads, widest);
  // Margin of a pair: its approach within the step, plus the slack.
  const PairMargin near = [&, ahead](std::uint32_t a, std::uint32_t b, const Vec3& rate) {
    const double radius = smaller_radius(bodies, a, b);
    if (!ahead) return slack * radius;
    double speed = norm(bodies.motion[b].velocity + rate - bodies.motion[a].velocity);
    if ((bodies.info[a].flags | bodies.info[b].flags) & kTurned) {
      const double apart = norm(bodies.place[a].position - bodies.place[b].position);
      speed = speed + surface_spin(bodies, a, apart + bodies.place[b].radius) +
              surface_spin(bodies, b, apart + bodies.place[a].radius);
    }
    return std::min(h * (speed + fall), radius) + slack * radius;
  };
  const PairMargin margin = [&](std::uint32_t a, std::uint32_t b, const Vec3& rate) {
    return near(a, b, rate) + reach_;
  };
  const double most_margin = kAboveRounding * widest;
  finder_.find(world, neighbours_.list(), margin, threads, contacts_, ahead ? h : 0, most_margin);
  if (reach_ == 0) return;
  // Farther contacts count only if they are remembered.
  const auto is_known = [](const auto& records, const ContactKey& key) {
    const auto at = std::ranges::lower_bound(records, key, {}, [](const auto& record) { return record.key; });
    return at != records.end() && at->key == key;
  };
  std::erase_if(contacts_, [&](const Contact& contact) {
    const Vec3 rate = contact.image == kHere ? Vec3{} : world.cell.shift_rate(contact.image);
    return contact.gap > near(contact.a, contact.b, rate) && !is_known(world.memory, contact.key) &&
           !is_known(world.plastic, contact.key);
  });
}

// A servo wall moves along its axis by its force and its contacts, with the mass of half a layer of grains. A
// gain acts as a dashpot. A speed limit acts as a dashpot too, as strong as necessary; clipping the speed
// instead would reduce the force of a wall that is held.
void ImplicitStepper::choose_slides(World& world, double h) {
  slides_.clear();
  for (Drive& drive : world.drives) {
    const std::uint32_t i = world.bodies.local(drive.body);
    if (!drive.servo || i == kNoBody) continue;
    Servo& servo = *drive.servo;
    const GrainLayer& layer = servo.state.layer;
    if (layer.contacts == 0) continue;
    const double mass = 0.5 * layer.contacts * layer.mass;
    const double drag = servo.gain > 0 ? h / servo.gain : 0;
    const double target = servo_target(world, servo, world.time + 0.5 * h);
    const double push = mass * servo.state.speed + h * target;
    const double inertia = std::max(mass + drag, std::abs(push) / servo.max_speed);
    const double given = dot(world.bodies.motion[i].velocity, servo.axis) - servo.state.speed;
    slides_.push_back({i, servo.axis, 1 / inertia, given + push / inertia});
  }
}

// True if the bodies may be at rest: the guess met the tolerance at once, or nearly in a larger problem, or
// every closed contact sticks.
bool ImplicitStepper::is_quiet(const SolveReport& report) const {
  if (!method_.warm_start) return false;
  if (report.iterations == 0) return true;
  const std::span<const Milestone> course = report.history.milestones();
  const bool is_near = !course.empty() && course.front().iteration == 0 &&
                       course.front().residual <= kNearly * method_.limits.tolerance;
  if (is_near && !StickingFace::can_take(problem_) && problem_.size() <= kRestBlocks) return true;
  for (std::size_t i = 0; i < problem_.size(); ++i) {
    const AdmissibleSet& set = problem_.sets[i];
    const Vec3 at = solution_.impulse[i] - problem_.rho[i] * corrected(set, solution_.velocity[i]);
    const Vec3 there = project(set, at);
    if (there != at && there != Vec3{}) return false;
  }
  return true;
}

// Takes a small problem, whose sweeps cost next to nothing, beyond its tolerance: to that of forces.
void ImplicitStepper::finish(SolveReport& report, Threads& threads) {
  if (report.residual <= kForces) return;
  const SolveReport more = method_.solvers.front()->solve(
      problem_, solution_, {.tolerance = kForces, .max_iterations = kFinish}, threads);
  report.iterations += more.iterations;
  report.residual = more.residual;
  report.work += more.work;
}

// Reduces the error that a tolerance leaves: to round-off by a sweep and a direct step, or in larger problems
// by sweeps to the tolerance of forces (docs/theory/implicit.md, Rest). Otherwise the error acts with the
// same sign in every step, and bodies at rest creep.
void ImplicitStepper::refine(SolveReport& report, Threads& threads) {
  const bool is_direct = StickingFace::can_take(problem_);
  const std::uint64_t sweeps = problem_.size() <= kRestBlocks ? kRestVisits / problem_.size() : 1;
  const SolveLimits limits{.tolerance = is_direct ? 0.01 * kRoundOff : kForces,
                           .max_iterations = is_direct ? 2 : sweeps};
  const SolveReport refined = resting_->solve(problem_, solution_, limits, threads);
  report.iterations += refined.iterations;
  report.residual = refined.residual;
}

// Counts open, sticking and slipping contacts.
void ImplicitStepper::count_states() {
  CAIRN_ASSERT(solution_.impulse.size() >= contacts_.size());
  StepSolve& solve = state_.solve;
  constexpr double kOnTheCone = 1 - 1e-9, kFlows = 1e-6;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const AdmissibleSet& set = problem_.sets[k];
    const Vec3& gamma = solution_.impulse[k];
    if (set.kind > SetKind::box) {
      const bool flows = problem_.rho[k] * norm(solution_.velocity[k]) > kFlows * norm(gamma);
      ++(gamma == Vec3{} ? solve.open : flows ? solve.slip : solve.stick);
      continue;
    }
    const double n = gamma.x + set.cohesion, t = std::sqrt(gamma.y * gamma.y + gamma.z * gamma.z);
    ++(n <= 0 ? solve.open : t < kOnTheCone * set.friction * n ? solve.stick : solve.slip);
  }
}

// Gives bodies and servo walls their new velocities.
void ImplicitStepper::kick(World& world, Threads& threads, double h) {
  CAIRN_ASSERT(solution_.bodies.size() >= world.bodies.size());
  Bodies& bodies = world.bodies;
  parallel_for(threads, bodies.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_immobile(bodies.info[i])) continue;
      const BodyState& state = solution_.bodies[i];
      Motion& motion = bodies.motion[i];
      const Motion before = std::exchange(motion, {state.velocity, state.spin});
      // Normals lie in the plane up to round-off, which would grow: a layer buckles under load.
      if ((bodies.info[i].flags & kLockPlane) == kLockPlane) {
        motion.velocity.y = before.velocity.y;
        motion.spin.x = before.spin.x;
        motion.spin.z = before.spin.z;
      }
      ImpulseBook::require_finite(world, static_cast<std::uint32_t>(i));
    }
  });
  // Global damping.
  const double rate = world.damping.global;
  for (std::uint32_t i = 0; rate > 0 && i < bodies.size(); ++i) {
    const Motion& motion = bodies.motion[i];
    if (!is_immobile(bodies.info[i]))
      book_.slow_down(bodies, i, {motion.velocity / (1 + h * rate), motion.spin / (1 + h * rate)});
  }
  // The speed of a servo wall is its velocity along the axis without its prescribed part.
  for (const Slide& slide : slides_) {
    for (Drive& drive : world.drives) {
      if (world.bodies.local(drive.body) != slide.body) continue;
      double& speed = drive.servo->state.speed;
      const Vec3& v = bodies.motion[slide.body].velocity;
      const double given = dot(v, slide.axis) - speed;
      speed = dot(solution_.bodies[slide.body].velocity, slide.axis) - given;
      bodies.motion[slide.body].velocity = v + (given + speed - dot(v, slide.axis)) * slide.axis;
    }
  }
}

// Books the work of contacts, joints, drives and applied loads over the step.
void ImplicitStepper::book(const World& world, double h, Threads& threads) {
  CAIRN_ASSERT(before_.size() == world.bodies.size());
  CAIRN_ASSERT(solution_.impulse.size() == problem_.size());
  const std::vector<Motion>& after = world.bodies.motion;
  const auto mean = [&](std::uint32_t i) {
    return i >= after.size() ? Motion{} : mean_of(before_[i], after[i]);
  };
  // Loss in contacts, at the mean velocities.
  const auto lost = total<ContactWork>(threads, contacts_.size(), [&](std::size_t k) {
    const Block& block = problem_.blocks[k];
    return work_of(block, solution_.impulse[k], mean(block.a), mean(block.b));
  });
  const bool remembers = method_.law->remembers();
  if (remembers)
    book_flow(lost.normal + lost.tangential, threads);
  else {
    book_.booked.impact += lost.normal;
    book_.booked.friction += lost.tangential;
  }
  book_joints(world);

  // Work of driven bodies, of belts and of the edges of a cell.
  const std::span<const std::uint32_t> order = assembler_.contact_of_block();
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Block& block = problem_.blocks[k];
    const Contact& contact = contacts_[order[k]];
    const bool is_driven = is_immobile(world.bodies.info[block.a]) || is_immobile(world.bodies.info[block.b]);
    if (!is_driven && contact.image == kHere) continue;
    const Vec3 p = to_world(block, solution_.impulse[k]);
    book_.book_drives(world, block, p, mean(block.a), mean(block.b));
    if (const Vec3 rate = carried_rate(world, contact); rate != Vec3{}) {
      book_.booked.work_of_drives -= dot(p, rate);
      const double normal = solution_.impulse[k].x * dot(block.n, rate);
      (remembers ? book_.booked.damping : book_.booked.impact) -= normal;
      (remembers ? book_.booked.damping : book_.booked.friction) -= dot(p, rate) - normal;
    }
  }
  // Work of applied loads, by the trapezoidal rule.
  book_.booked.work_of_drives +=
      0.5 * h * (applied_power(world, world.time, before_) + applied_power(world, world.time + h, after));
}

// Energy that bodies lose to contacts goes into springs, slip and tears. The rest counts as damping, by
// dashpots and by the step.
void ImplicitStepper::book_flow(double lost, Threads& threads) {
  const std::span<const RowInput> inputs = assembler_.inputs();
  after_.resize(inputs.size());
  const auto sums = total<ContactEnergy>(threads, inputs.size(), [&](std::size_t k) {
    const RowAfter& after = after_[k] =
        method_.law->after(inputs[k], solution_.impulse[k], solution_.velocity[k]);
    return ContactEnergy{.elastic_normal = after.elastic_normal,
                         .elastic_tangential = after.elastic_tangential,
                         .friction = after.friction,
                         .plastic = after.torn};
  });
  const double stored = sums.elastic_normal + sums.elastic_tangential - book_.held.elastic_normal -
                        book_.held.elastic_tangential;
  book_.held.elastic_normal = sums.elastic_normal;
  book_.held.elastic_tangential = sums.elastic_tangential;
  book_.booked.friction += sums.friction;
  book_.booked.plastic += sums.plastic;
  book_.booked.damping += lost - stored - sums.friction - sums.plastic;
}

// Books the work of joints at the mean velocities.
void ImplicitStepper::book_joints(const World& world) {
  const Bodies& bodies = world.bodies;
  const JointWork work = joints_.work(problem_, solution_.impulse, [&](std::uint32_t i) -> BodyState {
    if (i >= bodies.size()) return {};
    const Motion &before = before_[i], &after = bodies.motion[i];
    return {0.5 * (before.velocity + after.velocity), is_immobile(bodies.info[i]) ? 0.0 : 1.0,
            0.5 * (before.spin + after.spin), 0};
  });
  book_.booked.impact += work.lost;
  book_.booked.work_of_drives += work.drives;
}

// Writes loads, memory and records from the impulses of the step.
void ImplicitStepper::note_contacts(World& world, double h, StageTimes& times, Recording recording) {
  CAIRN_ASSERT(problem_.key_order.size() >= contacts_.size());
  const StageTimer timer(times, Stage::integrate);
  Bodies& bodies = world.bodies;
  book_.turn_page(world, h);
  world.plastic.clear();
  reach_ = 0;
  const bool remembers = method_.law->remembers();
  joints_.remember(world, problem_, solution_.impulse, h);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    const std::uint32_t k = problem_.key_order[i];
    const Block& block = problem_.blocks[k];
    const Vec3 impulse = to_world(block, solution_.impulse[k]), force = impulse / h;
    // State of the contact after the step, for laws with memory.
    Vec3 spring;
    PlasticState plastic;
    if (remembers) {
      const RowAfter& after = after_[k];
      plastic = after.plastic;
      world.broken_bonds += after.broke;
      reach_ = std::max(reach_, after.reach);
      // An unloaded contact forgets its tangential spring.
      if (impulse != Vec3{}) spring = to_world(block, after.spring);
      if (!plastic.is_trivial()) world.plastic.push_back({contact.key, plastic});
    }
    // Record, then memory and load.
    const bool holds = plastic.cohering == Cohering::touch || plastic.cohering == Cohering::bond;
    const CompatibleStep::Found found = compatible_.of_contact(i);
    const bool is_touching = contact.gap <= 0 || impulse != Vec3{} || holds;
    if (recording == Recording::contacts && (is_touching || found.closed))
      state_.recorded.push_back({contact.key, contact.point, contact.normal, contact.gap, force, found.force,
                                 found.self_stressed, plastic.cohering});
    if (!is_touching) continue;
    state_.touch(bodies, contact.a, contact.b, contact.key, contact.gap);
    world.memory.push_back({contact.key, spring, {}, impulse});
    ImpulseBook::load_bodies(bodies, contact.a, contact.b, block.arm_a, block.arm_b, force);
  }
  book_.close(world);
  state_.fallbacks = book_.fallbacks;
}

// Pushes overlaps apart after the step.
void ImplicitStepper::project_positions(World& world, Threads& threads) {
  const std::vector<Contact> used = std::move(contacts_);
  find_contacts(world, threads, 0);
  const PushReport pushed = apart_.push(world, contacts_, *method_.solvers.front(), threads);
  book_.booked.impact += pushed.work;
  book_.fallbacks.unconverged_pushes += !pushed.converged;
  contacts_ = used;
}

std::vector<ContactForce> ImplicitStepper::look(World& world, Threads&) {
  std::vector<ContactForce> seen;
  for (const Contact& contact : contacts_)
    if (world.bodies.local(contact.key.a) != kNoBody && world.bodies.local(contact.key.b) != kNoBody)
      seen.push_back({contact.key, contact.point, contact.normal, contact.gap, {}, {}, false});
  return seen;
}

MethodFacts ImplicitStepper::facts() const {
  const bool soft = method_.law->remembers();
  return {.has_soft_contacts = soft,
          .closes_overlap = true,
          .hides_overlap = !soft && method_.rows.level == Level::position};
}

std::vector<std::string> ImplicitStepper::warnings(const World& later, double speed, double h) const {
  std::vector<std::string> all = tunnelling_warning(later, speed, h);
  std::ranges::copy(lift_warning(later, *method_.law, speed, h), std::back_inserter(all));
  return all;
}

void ImplicitStepper::save(Record& record) const {
  neighbours_.save(record);
  book_.save(record, state_);
  record.put("stepper.reach", reach_);
}

void ImplicitStepper::load(World& world, Threads& threads, const Record& record) {
  neighbours_.load(world, threads, record);
  clear_state(&problem_);
  book_.load(record, state_);
  reach_ = record.get<double>("stepper.reach");
}

}  // namespace cairn
