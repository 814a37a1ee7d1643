#include "step/explicit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "collide/neighbours.h"
#include "model/copies.h"
#include "step/cell_servo.h"
#include "step/servo.h"
#include "step/volume_walls.h"

namespace cairn {
namespace {

// A new list costs about nine steps; a skin of one radius makes each step 65 % slower. A list lasts in
// proportion to its skin, so the total cost is least if life × skin = 14 steps·radii (measured on a dense
// bed). Skins are in units of the median radius.
constexpr double kFirstSkin = 0.1, kSmallestSkin = 0.04, kLargestSkin = 1.0, kLifeTimesSkin = 14;
// Least skin over the largest gap of a neck, and over the range of a force that acts before bodies touch.
constexpr double kNeckMargin = 1.05, kRangeMargin = 1.5;

}  // namespace

void ExplicitStepper::start(World& world, Threads& threads, Recording recording) {
  CAIRN_ASSERT(open_ == 0);
  law_->prepare(world.materials);
  const double stored = pass_.energy().elastic_tangential;
  const double unit = median_radius(world.bodies);
  const double skin =
      std::max(pass_.list().skin > 0 ? pass_.list().skin : kFirstSkin * unit, smallest_skin());
  wrap(world);  // the caller compares energies before and after
  wrap_driven(world);
  require_room(world, skin);
  survey_servos(world);
  survey_cell(world);
  set_driven_motion(world, world.time);
  pass_.restart(world, threads, skin);
  listed(world);
  run_pass(world, threads, 0, recording);
  // A change of springs by an outside change is not a loss.
  const double change = pass_.energy().elastic_tangential - stored;
  if (is_first()) ledger_.contacts += change;
  collect_loads(world, threads);
  if (world.cell_servo) cell_stress_ = cell_stress(world, pass_.cell_load());
  ledger_.springs = add_applied_loads(world, world.time, 0).elastic;
}

void ExplicitStepper::relist(World& world, Threads& threads) {
  if (territory_) {
    remember(world);
    gather(world);
  }
  const double skin = next_skin(world);
  CAIRN_ASSERT(skin >= 0);
  world.cell.reduce();
  const ExactSum gained = wrap(world);
  if (is_first()) ledger_.work_of_drives += gained;
  wrap_driven(world);
  require_room(world, skin);
  if (territory_)
    pass_.restart(world, threads, skin);
  else
    pass_.rebuild(world, threads, skin);
  listed(world);
}

bool ExplicitStepper::spread(const Company& company) {
  // Dents do not travel with bodies yet, and ghosts reach as far as contacts do.
  if (law_->keeps_dents() || law_->range() > 0) return false;
  territory_ = std::make_unique<Territory>(company);
  pass_.territory = territory_.get();
  return true;
}

void ExplicitStepper::gather(World& world) {
  CAIRN_ASSERT(territory_ != nullptr);
  territory_->gather(world, pass_.parts());
}

// Resets the data that depend on the list.
void ExplicitStepper::listed(const World& world) {
  last_rebuild_ = world.step;
  approach_.reset();
  nearer_ = 0;
  turned_ = 0;
  plan_parts(world);
}

void ExplicitStepper::plan_parts(const World& world) {
  const Parts& parts = pass_.parts();
  passed_.resize(parts.count());
  plans_.resize(parts.count());
  for (std::size_t part = 0; part < parts.count(); ++part)
    plans_[part].build(world.bodies, parts.begin[part], parts.begin[part + 1]);
}

// Springs, loads and joints of the scene may name a body that leaves.
bool ExplicitStepper::let_go(World& world, std::span<const Uid> leaving) {
  CAIRN_ASSERT(open_ == 0 && std::ranges::is_sorted(leaving));
  if (!world.loads.empty() || !world.springs.empty() || !world.joints.empty()) return false;
  std::vector<std::uint8_t> leaves(world.bodies.size());
  for (const Uid uid : leaving)
    if (const std::uint32_t i = world.bodies.local(uid); i != kNoBody) leaves[i] = 1;
  const bool touches = pass_.touches(leaves);
  if (territory_ ? any(territory_->ranks(), touches) : touches) return false;
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < leaves.size(); ++i)
    if (!leaves[i]) kept.push_back(i);
  if (territory_) territory_->keep(world, kept);
  pass_.drop(world, kept);
  approach_.reset();
  plan_parts(world);
  return true;
}

// The skin for the next list, from the life of this one.
double ExplicitStepper::next_skin(const World& world) const {
  const double unit = median_radius(world.bodies);
  if (unit == 0) return std::max(pass_.list().skin, smallest_skin());
  const double skin = pass_.list().skin / unit;
  const double life = static_cast<double>(std::max<std::uint64_t>(world.step - last_rebuild_, 1));
  const double best = std::clamp(std::sqrt(kLifeTimesSkin * skin / life), kSmallestSkin, kLargestSkin) * unit;
  return std::max(best, smallest_skin());
}

// A new list must hold the pairs that a neck holds, and must last a while where bodies act at a distance.
double ExplicitStepper::smallest_skin() const {
  return std::max(kNeckMargin * law_->largest_tearing(), kRangeMargin * law_->range());
}

// Computes the present contact forces and copies the results into the state.
void ExplicitStepper::run_pass(World& world, Threads& threads, double h, Recording recording) {
  CAIRN_ASSERT(h >= 0);
  pass_.vectors = vectors_;
  pass_.turned = turned_;
  pass_.run(world, threads, *law_, h, recording);
  state_.contacts = pass_.contacts();
  state_.max_overlap = pass_.max_overlap();
  state_.recorded = pass_.recorded();
  if (territory_) share_state(recording);
}

// The counts and contacts of all ranks.
void ExplicitStepper::share_state(Recording recording) {
  Ranks& ranks = territory_->ranks();
  auto contacts = static_cast<std::int64_t>(state_.contacts);
  ranks.combine({&state_.max_overlap, 1}, {&contacts, 1});
  state_.contacts = static_cast<std::uint64_t>(contacts);
  if (recording != Recording::contacts) return;
  std::vector<ContactForce> all;
  for (const Bytes& of_rank : ranks.all(record_bytes<ContactForce>(state_.recorded))) {
    const auto more = records_of<ContactForce>(of_rank);
    all.insert(all.end(), more.begin(), more.end());
  }
  std::ranges::sort(all, {}, &ContactForce::key);
  state_.recorded = std::move(all);
}

const StepState& ExplicitStepper::step(World& world, Threads& threads, double h, StageTimes& times,
                                       Recording recording) {
  CAIRN_ASSERT(h > 0);
  clear_state();
  double convected = 0;
  {
    // Opening half: drives, joints, half kick and drift, with the closing kick of the last step.
    const StageTimer timer(times, Stage::integrate);
    steer_servos(world, *law_, h);
    steer_volumes(world, h);
    if (world.cell_servo) ledger_.work_of_drives += steer_cell(world, *law_, cell_stress_, cell_slow_, h);
    if (!world.joints.empty()) book(joints_.open(world, threads, h));
    drive(world, h);
    book_cell(world, 0.5 * h);
    if (world.cell.deforms()) world.cell.deform(h);
    book_drives(world, h);
    CAIRN_ASSERT(open_ == 0 || open_ == h);
    pass_bodies(world, threads, h, open_ > 0 ? BodyPass::both : BodyPass::open);
    open_ = 0;
    for (const BodyPassReport& part : passed_) book(part.closing);
    for (const BodyPassReport& part : passed_) book(part.opening);
    if (world.cell.deforms()) {
      const Convection convection = convect(world, h);
      ledger_.work_of_drives += convection.energy;
      convected = convection.farthest;
    }
  }
  ++world.step;
  world.time = static_cast<double>(world.step) * h;
  {
    const StageTimer timer(times, Stage::broad_phase);
    // List of pairs.
    state_.list_rebuilt = list_expired(world, h, convected);
    if (state_.list_rebuilt)
      relist(world, threads);
    else if (territory_)
      territory_->refresh(world);
  }
  {
    const StageTimer timer(times, Stage::contacts);
    // Forces at the new positions.
    run_pass(world, threads, h, recording);
  }
  const StageTimer timer(times, Stage::integrate);
  book_cell(world, 0.5 * h);
  // Losses of the contacts; the closing kick is left open.
  for (const ContactEnergy& lost : pass_.energy_of_parts()) {
    ledger_.damping += lost.damping;
    ledger_.friction += lost.friction;
    ledger_.rolling += lost.rolling;
    ledger_.plastic += lost.plastic;
  }
  open_ = h;
  // External loads, and the work of drives and of the cell, need complete loads: close at once.
  const bool acted_on =
      !world.drives.empty() || !world.loads.empty() || !world.springs.empty() || !world.joints.empty();
  if (acted_on || world.cell.deforms()) close(world, threads);
  if (!world.joints.empty() && !joints_.solved().converged) state_.solve = joints_.solved();
  return state_;
}

void ExplicitStepper::pass_bodies(World& world, Threads& threads, double h, BodyPass what) {
  CAIRN_ASSERT(passed_.size() == pass_.parts().count() && plans_.size() == passed_.size());
  if (what == BodyPass::both) pass_.collect_large(world.bodies, ForcePass::Wanted::moving);
  pass_.parts().each(threads, [&](std::uint32_t, std::uint32_t, std::size_t part) {
    if (what == BodyPass::both) pass_.collect(world.bodies, part);
    const bool is_ghost = territory_ && territory_->is_ghost(part);
    passed_[part] = is_ghost ? BodyPassReport{} : body_pass(world, plans_[part], h, what, vectors_);
    if (territory_ && !territory_->counts(part)) passed_[part].closing = passed_[part].opening = {};
  });
}

// Completes the loads of contacts.
void ExplicitStepper::collect_loads(World& world, Threads& threads) {
  pass_.collect_large(world.bodies, ForcePass::Wanted::all);
  pass_.parts().each(
      threads, [&](std::uint32_t, std::uint32_t, std::size_t part) { pass_.collect(world.bodies, part); });
}

void ExplicitStepper::close(World& world, Threads& threads) {
  if (open_ == 0) return;
  const double h = open_;
  open_ = 0;
  collect_loads(world, threads);
  if (world.cell_servo) cell_stress_ = cell_stress(world, pass_.cell_load());
  const AppliedEnergy applied = add_applied_loads(world, world.time, h);
  ledger_.work_of_drives += applied.work;
  ledger_.dampers += applied.damped;
  ledger_.springs = applied.elastic;
  pass_bodies(world, threads, h, BodyPass::close);
  book_drives(world, h);
  for (const BodyPassReport& part : passed_) book(part.closing);
  if (!world.drives.empty()) set_driven_motion(world, world.time);
  if (!world.joints.empty()) book(joints_.close(world, threads, h));
}

void ExplicitStepper::book(const KickLoss& loss) {
  ledger_.contacts += loss.contacts;
  ledger_.background += loss.background;
}

void ExplicitStepper::book(const JointWork& work) {
  ledger_.impact += work.lost;
  ledger_.work_of_drives += work.drives;
}

// A list is valid until two bodies may have approached by the skin. Speeds bound the approach cheaply; it is
// measured only when that bound exceeds the skin. `convected` is the way by which a cell moved bodies.
bool ExplicitStepper::list_expired(const World& world, double h, double convected) {
  double fastest[] = {0, 0, 0, convected};
  for (const BodyPassReport& part : passed_) {
    fastest[0] = std::max(fastest[0], part.free_speed2);
    fastest[1] = std::max(fastest[1], part.driven_speed2);
    fastest[2] = std::max(fastest[2], part.turning);
  }
  if (territory_) territory_->ranks().combine(fastest, {});
  const double free = std::sqrt(fastest[0]), driven = std::sqrt(fastest[1]), turning = fastest[2];
  nearer_ += 2 * fastest[3];
  // Two driven bodies meet only if drives by force can press them on each other.
  const bool driven_pairs = world.pressing.has_force && !world.pressing.groups.empty();
  nearer_ += h * std::max(free + std::max(free, driven), driven_pairs ? 2 * driven : 0);
  turned_ += 2 * h * turning;
  const double images = moved_images(world.cell, pass_.list());
  const double skin = pass_.list().skin - law_->range();
  if (nearer_ + images <= skin) return false;
  nearer_ = territory_ ? approach_.measure(world, pass_.list(), territory_->ranks())
                       : approach_.measure(world, pass_.list());
  if (nearer_ >= Approach::kFar) refuse_infinite(world);
  return nearer_ + images > skin;
}

// Names the body that is no longer at a finite place.
void ExplicitStepper::refuse_infinite(const World& world) const {
  const Bodies& bodies = world.bodies;
  const auto is_lost = [&](std::uint32_t i) {
    const Vec3& x = bodies.place[i].position;
    return !is_finite(x) || !(norm(x - pass_.list().reference[i]) < Approach::kFar);
  };
  struct Lost {
    Uid uid = ~Uid{0};
    std::uint64_t group = 0;
    Vec3 x, v;
  } first;
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (is_counted(bodies.info[i]) && bodies.info[i].uid < first.uid && is_lost(i))
      first = {bodies.info[i].uid, bodies.info[i].group, bodies.place[i].position, bodies.motion[i].velocity};
  if (territory_) {
    for (const Bytes& of_rank : territory_->ranks().all(record_bytes<Lost>({&first, 1})))
      if (const Lost found = records_of<Lost>(of_rank)[0]; found.uid < first.uid) first = found;
  }
  const auto& [uid, group, x, v] = first;
  if (uid != ~Uid{0})
    throw RunError(
        fmt::format("body {} ({}) is no longer at a finite place at t = {:.6g} s (step {}): position "
                    "({:.6g}, {:.6g}, {:.6g}), velocity ({:.6g}, {:.6g}, {:.6g})",
                    uid, world.groups[group], world.time, world.step, x.x, x.y, x.z, v.x, v.y, v.z));
  throw RunError(fmt::format("a body's orientation is no longer finite at t = {:.6g} s (step {})", world.time,
                             world.step));
}

void ExplicitStepper::book_drives(const World& world, double h) {
  const DriveWork driven = drive_work(world, h);
  ledger_.work_of_drives += driven.work;
  ledger_.contacts += driven.lost;
}

// Books half a step of the work of the cell and of belts: once at the beginning and, with new loads and
// rates, at the end.
void ExplicitStepper::book_cell(const World& world, double h) {
  if (!is_first()) return;
  for (int k = 0; k < 3 && world.cell.deforms(); ++k) {
    ledger_.work_of_drives += h * dot(pass_.cell_load().total[k], world.cell.edge_rate[k]);
    ledger_.contacts += h * dot(pass_.cell_load().lossy[k], world.cell.edge_rate[k]);
  }
  const BeltLoads& belts = pass_.belt_loads();
  for (std::size_t k = 0; k < belts.size() && k < world.belts.size(); ++k) {
    const double work = -h * dot(belts[k], world.belts[k].now);
    ledger_.work_of_drives += work;
    ledger_.contacts += work;
  }
}

Energy ExplicitStepper::energy() const {
  const ContactEnergy held = pass_.energy();
  const ExplicitLedger ledger = whole_ledger();
  Energy energy = ledger.energy();
  energy.springs = ledger.springs.value();
  // Scale the losses by pair to the exact total.
  const double lost = ledger.contacts.value() - held.elastic_tangential;
  const double pairwise = energy.damping + energy.friction + energy.rolling;
  const double share = pairwise > 0 && lost > 0 ? lost / pairwise : 1;
  energy.damping =
      share * energy.damping + ledger.dampers.value() + energy.plastic + ledger.background.value();
  energy.friction *= share;
  energy.rolling *= share;
  energy.plastic = 0;  // energy lost by tearing counts as damping
  energy.elastic_normal = held.elastic_normal;
  energy.elastic_tangential = held.elastic_tangential;
  energy.adhesion = held.adhesion;
  return energy;
}

MethodFacts ExplicitStepper::facts() const {
  return {.has_soft_contacts = true, .chooses_stiffness = law_->chooses_stiffness()};
}

std::string ExplicitStepper::adapt(const Materials& materials, const SceneLoad& load) {
  law_->prepare(materials);
  std::string chosen = law_->survey(load);
  if (!chosen.empty()) law_->prepare(materials);
  return chosen;
}

// Evaluates the contacts again by a second pass over a copy.
std::vector<ContactForce> ExplicitStepper::look(World& world, Threads& threads) {
  // The caller of a spread world has closed it and gives it whole.
  if (!territory_) {
    close(world, threads);
    remember(world);
  }
  World copy = world;
  ForcePass pass(*law_);
  pass.restart(copy, threads, pass_.list().skin);
  pass.run(copy, threads, *law_, 0, Recording::contacts);
  return pass.recorded();
}

double ExplicitStepper::servo_drag(const World& world, const Drive& drive) const {
  const Servo& servo = *drive.servo;
  const double force = std::abs(servo_target(world, servo, world.time));
  return cairn::servo_drag(world, *law_, world.bodies.local(drive.body), servo, force);
}

}  // namespace cairn
