// Limits that end a run or cause a warning, the same for every method:
//   overlap   over the radius of the smaller body: above 10 % the run counts it and warns, above 50 % the run
//             ends (time.allow_overlap: it goes on)
//   energy    that comes from nothing: an impact that adds energy is counted, and the run warns; the run ends
//             if the sum is more than it was ever given (time.allow_gain: it goes on)
//   solver    a solve that does not converge is counted, and the run warns or ends (on_failure,
//             give_up_after)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "problem/contact_problem.h"
#include "run/simulation.h"
#include "run/tally.h"
#include "run/watched.h"
#include "scene/overlap.h"
#include "step/integrate.h"
#include "step/joint_rows.h"

namespace cairn {
namespace {

constexpr double kDeepOverlap = 0.1, kHopelessOverlap = 0.5;  // of the smaller radius
// Motion per step, over the radius, that may come from pushing bodies and joints into place.
constexpr double kSmallPush = 1e-3;
constexpr unsigned kAllLocks = kLockX | kLockY | kLockZ | kLockSpinX | kLockSpinY | kLockSpinZ;
constexpr double kOffLength = 1e-6;  // largest relative error of a rod that counts as having its length
constexpr double kSafe = 0.95;       // so that what is proposed stays below the limit
constexpr double kUnlikeMasses = 1e3, kTooUnlike = 1e9;

// The heavier of two free bodies over the lighter; 1 if one of them is not free or not known.
double mass_ratio(const Bodies& bodies, const ContactKey& pair) {
  const std::uint32_t a = bodies.local(pair.a), b = bodies.local(pair.b);
  if (pair == ContactKey{} || is_immobile(bodies.info[a]) || is_immobile(bodies.info[b])) return 1;
  const double ratio = mass(bodies.inertia[a]) / mass(bodies.inertia[b]);
  return std::max(ratio, 1 / ratio);
}

// Two digits, for the eyes.
double rounded_down(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
  return std::floor(x / unit) * unit;
}

// An overflow can pass a step unnoticed, but it shows in the energies.
void require_finite(const Energy& e, const std::string& moment) {
  if (std::isfinite(e.stored()) && std::isfinite(e.lost()) && std::isfinite(e.work_of_drives)) return;
  throw RunError(
      fmt::format("the energy is no longer finite at {}: kinetic {:.3g} J, gravity {:.3g} J, elastic {:.3g} "
                  "J, lost {:.3g} "
                  "J; masses, speeds or stiffnesses are too large for this step",
                  moment, e.kinetic, e.gravity, e.elastic_normal + e.elastic_tangential, e.lost()));
}

}  // namespace

std::string Simulation::method_name() const {
  const Value& method = scene_["method"];
  std::string name = method.chosen();
  for (const char* part : {"law", "solver"})
    if (method.selected().option().child(part) != nullptr) name += " " + method.selected()[part].chosen();
  return name;
}

std::string Simulation::body_name(Uid uid) const {
  const Bodies& bodies = seen().bodies;
  return fmt::format("body {} ({})", uid, seen().groups[bodies.info[bodies.local(uid)].group]);
}

std::string Simulation::moment() const {
  return fmt::format("t = {:.6g} s (step {})", world_.time, world_.step);
}

void Simulation::watch_overlap(const DeepestContact& deepest) {
  const double overlap = deepest.overlap;
  if (overlap <= kDeepOverlap) return;
  if (overlap > kHopelessOverlap && !scene_["time"]["allow_overlap"].flag())
    throw RunError(
        fmt::format("{}: an overlap of {:.3g} radii of the smaller body at {}: {}; {}; `time: "
                    "{{allow_overlap: true}}` lets "
                    "the run go on",
                    method_name(), overlap, moment(), pair_of(deepest), way_out_of_overlap(deepest)));
  if (tally_->deep_overlap_steps++ > 0) return;
  warnings_.push_back(fmt::format(
      "warning: an overlap of {:.0f} % of the radius at {}: {}; {}; steps with more than 10 % are "
      "counted in summary.json",
      100 * overlap, moment(), pair_of(deepest), way_out_of_overlap(deepest)));
}

// Methods that solve for contacts know only the overlap at the beginning of a step, so the end of the last
// step needs a check of its own.
void Simulation::watch_last_overlap() {
  if (!done() || report().problem == nullptr || scene_["time"]["allow_overlap"].flag()) return;
  const World& world = looked_at();
  const Bodies& bodies = world.bodies;
  DeepestContact deepest{report().max_overlap, report().deepest};
  for_each_overlap(world, [&](std::uint32_t i, std::uint32_t j, const Overlap& found) {
    const double overlap = found.depth / smaller_radius(bodies, i, j);
    if (overlap <= std::max(deepest.overlap, kHopelessOverlap)) return;
    deepest = {overlap, {bodies.info[i].uid, bodies.info[j].uid, 0}};
  });
  if (deepest.overlap > kHopelessOverlap) watch_overlap(deepest);
}

// Advice against deep overlap. Soft contacts: overlap falls at least as fast as k^(-2/5) with the stiffness
// k. Hard contacts: overlap comes from the motion of a step, or stays within the tolerance if masses differ
// much.
std::string Simulation::way_out_of_overlap(const DeepestContact& deepest) {
  const double ratio = deepest.overlap / kDeepOverlap;
  const MethodFacts facts = stepper_->facts();
  if (is_lately(tally_->warned_jump)) return kJumpCure;
  // Soft contacts: a shorter step, less strain or more stiffness.
  if (facts.has_soft_contacts) {
    if (report().problem == nullptr && plan_.step > advice_.recommended)
      return "the step is too long: try `time: {step: auto}`";
    if (const Mat3& rate = world_.cell.gradient; rate.row0.x + rate.row1.y + rate.row2.z < 0)
      return fmt::format(
          "the shrinking cell presses its bodies together: stop it earlier, such as by "
          "`events: [{{at: {:.2g} s, deform: {{}}}}]`",
          0.8 * world_.time);
    return fmt::format(
        "the contacts are too soft: try {:.3g} times the stiffness (of hertz_mindlin: `young` of both "
        "materials)",
        std::ceil(std::pow(overlap_ahead(deepest.overlap) / kDeepOverlap, 2.5)));
  }
  // Impacts: those that add energy, and driven bodies that press others together.
  if (report().impacts.gains > 0) return way_out_of_gain();
  const auto is_driven = [&](Uid uid) {
    return (seen().bodies.info[seen().bodies.local(uid)].flags & kDriven) != 0;
  };
  if (report().impacts.completions > 0 && (is_driven(deepest.key.a) || is_driven(deepest.key.b)))
    return "driven bodies leave others no room: try a motion that ends before";
  // Hard contacts: a shorter step, or a solver that passes heavy loads through light bodies.
  const double masses = mass_ratio(seen().bodies, deepest.key);
  if (!facts.hides_overlap || report().solve.converged || masses < kUnlikeMasses)
    return fmt::format("the step is too long: try `time: {{step: {:.1e} s}}`",
                       rounded_down(kSafe * plan_.step / ratio));
  return fmt::format("masses differ by 1 : {:.0e}: try {}", masses,
                     masses > kTooUnlike ? "bodies that are less unlike" : "`solver: newton`");
}

std::optional<ContactForce> Simulation::deepest_contact() {
  std::optional<ContactForce> deepest;
  double most = 0;
  for (const ContactForce& contact : stepper_->look(looked_at(), threads_)) {
    const Bodies& bodies = seen().bodies;
    const double overlap =
        -contact.gap / smaller_radius(bodies, bodies.local(contact.key.a), bodies.local(contact.key.b));
    if (overlap <= most) continue;
    most = overlap;
    deepest = contact;
  }
  return deepest;
}

std::string Simulation::pair_of(const DeepestContact& known) {
  if (known.key != ContactKey{}) return body_name(known.key.a) + " and " + body_name(known.key.b);
  const std::optional<ContactForce> deepest = deepest_contact();
  if (!deepest) return "the bodies have separated since";
  return body_name(deepest->key.a) + " and " + body_name(deepest->key.b);
}

// The overlap of soft contacts when the approach of the deepest one has ended, over the smaller radius. In a
// collision of duration T the speed v presses springs together by another v T/π, the weight by g (T/π)².
double Simulation::overlap_ahead(double overlap) {
  const std::optional<ContactForce> contact = deepest_contact();
  if (!contact) return overlap;
  const Bodies& bodies = seen().bodies;
  const std::uint32_t a = bodies.local(contact->key.a), b = bodies.local(contact->key.b);
  const double speed = dot(bodies.motion[a].velocity - bodies.motion[b].velocity, contact->normal);
  const double time = advice_.contact_time / std::numbers::pi, radius = smaller_radius(bodies, a, b);
  return std::hypot(overlap, std::max(speed, 0.0) * time / radius) +
         norm(world_.gravity) * time * time / radius;
}

// Implicit steps push overlapping bodies apart at the start and pull rods to their length. Both add kinetic
// energy, which counts as expected.
void Simulation::expect_recovery() {
  if (!stepper_->facts().closes_overlap) return;
  const double share = std::max(report().max_overlap, kSmallPush);
  double& recovery = tally_->energy.recovery;
  recovery = std::max(recovery, motion_energy(world_, share, plan_.step) + expect_rods());
}

// The energy that rods add when the first step corrects their length. Twice the speed of the correction
// counts, because levers can move bodies faster than the rod itself.
double Simulation::expect_rods() {
  double mass_sum = 0, energy = 0;
  for (std::size_t i = 0; i < world_.bodies.size(); ++i)
    if (!is_immobile(world_.bodies.info[i])) mass_sum += mass(world_.bodies.inertia[i]);
  for (const Joint& joint : world_.joints) {
    if (joint.length == 0 || joint.slide.limit || !is_whole(world_, joint)) continue;
    const double off = norm(sides_of(world_, joint).apart) - joint.length, speed = std::abs(off) / plan_.step;
    if (std::abs(off) <= kOffLength * joint.length) continue;
    energy += 2 * mass_sum * speed * speed;
    if (world_.step == 0)
      warnings_.push_back(fmt::format(
          "warning: joint {} is {:.3g} m long, and its ends are {:.3g} m apart at the start: the first step "
          "closes the difference at {:.3g} m/s; place the bodies at the length of the rod",
          quote(joint.name), joint.length, joint.length + off, speed));
  }
  return energy;
}

void Simulation::watch_energy(EnergyWatch& watch) {
  Energy now = energy_budget(looked_at(), *stepper_, threads_);
  now.exchanged = tally_->exchanged;
  require_finite(now, moment());
  watch.look(now);
  tally_->impact_gains = report().impacts.gains;
  tally_->gained = report().impacts.gained;
  warn_of_gain();
  if (watch.risen <= watch.given() && tally_->gained <= watch.given()) return;
  if (!knows_all_work()) return;
  // The balance of an impact is exact. The balance of a step is not, so it gets an allowance.
  const double limit = watch.given() + negligible_energy(seen(), plan_.step);
  const bool is_sound = watch.risen <= limit && tally_->gained <= watch.given();
  if (is_sound || scene_["time"]["allow_gain"].flag()) return;
  throw RunError(fmt::format(
      "{}: {:.3g} J came from nothing until {}, and all that the run was ever given are {:.3g} J: {}; {}; "
      "`time: {{allow_gain: true}}` lets the run go on",
      method_name(), std::max(watch.risen, tally_->gained), moment(), watch.given(), who_gained(),
      way_out_of_gain()));
}

// False if some work is missing from the energy budget. A locked body keeps its velocity under any push, so
// it does work like a drive, and the budget does not count this. Impact runs count the work of loads only to
// first order.
bool Simulation::knows_all_work() const {
  if (!stepper_->facts().books_loads && !world_.loads.empty()) return false;
  const unsigned plane = world_.dimension == 2 ? kLockPlane : 0;
  return std::ranges::none_of(seen().bodies.info, [&](const Info& info) {
    return !is_immobile(info) && (info.flags & kAllLocks & ~plane) != 0;
  });
}

void Simulation::warn_of_gain() {
  const ImpactGain& gain = report().gain;
  if (gain.energy == 0 || tally_->warned_gain || !knows_all_work()) return;
  tally_->warned_gain = 1;
  warnings_.push_back(
      fmt::format("warning: {}: an impact at {} gave its bodies {:.3g} J from nothing, which had {:.3g} J "
                  "before: {} and {}; {}; "
                  "such impacts are counted in summary.json",
                  method_name(), moment(), gain.energy, gain.before, body_name(gain.a), body_name(gain.b),
                  way_out_of_gain()));
}

std::string Simulation::way_out_of_gain() const {
  if (is_lately(tally_->warned_jump)) return kJumpCure;
  if (report().impacts.gains > 0) return "try `solver: etm`, which keeps the energy of every impact";
  return fmt::format("try a shorter step, such as `time: {{step: {:.1e} s}}`", plan_.step / 10);
}

// Names the two bodies of the impact that added energy, or the body with the largest kinetic energy.
std::string Simulation::who_gained() const {
  const ImpactGain& gain = report().gain;
  if (gain.energy > 0)
    return fmt::format("an impact of this step gave {:.3g} J to {} and {}", gain.energy, body_name(gain.a),
                       body_name(gain.b));
  const Bodies& bodies = seen().bodies;
  Uid most = 0;
  double largest = -1;
  for (const std::uint32_t i : bodies.by_uid()) {
    if (is_immobile(bodies.info[i])) continue;
    const double energy = kinetic_energy(bodies, i);
    if (!(energy <= largest)) {
      largest = energy;
      most = bodies.info[i].uid;
    }
  }
  return fmt::format("{} has the most, {:.3g} J of motion", body_name(most), largest);
}

void Simulation::watch_residual() const {
  if (std::isfinite(report().solve.residual)) return;
  throw RunError(
      fmt::format("solver {} has no finite residual at {}: forces or speeds are too large for this step",
                  report().solve.solver, moment()));
}

// Warns once per kind of fallback; summary.json counts them.
void Simulation::watch_fallbacks() {
  std::uint64_t bit = 1;
  report().fallbacks.fields([&](const char* name, const char* meaning, std::uint64_t count) {
    const bool is_first = count > 0 && (tally_->warned_fallbacks & bit) == 0;
    if (is_first) {
      tally_->warned_fallbacks |= bit;
      warnings_.push_back(fmt::format("warning: {}: {} at {}; summary.json counts such cases as {}",
                                      method_name(), meaning, moment(), name));
    }
    bit <<= 1;
  });
}

// The diagnosis of the failed solve, with the two bodies of the worst contact.
std::string Simulation::why_unconverged() const {
  const Diagnosis& diagnosis = *report().solve.diagnosis;
  const ContactProblem* problem = report().problem;
  if (problem == nullptr || diagnosis.worst >= problem->blocks.size()) return diagnosis.text();
  const Block& block = problem->blocks[diagnosis.worst];
  const auto name = [&](std::uint32_t body) {
    return body < world_.bodies.size() ? body_name(world_.bodies.info[body].uid) : "the ground";
  };
  return fmt::format("{} (worst at {} and {}): {}", diagnosis.why, name(block.a), name(block.b),
                     diagnosis.cure);
}

// Warns of notes, of inexact compatible forces and of solves that did not converge, once per cause.
void Simulation::watch_solve() {
  // Notes of the solver, and compatible forces that do not balance.
  if (!report().solve.note.empty() && !tally_->warned_note) {
    tally_->warned_note = 1;
    warnings_.push_back(fmt::format("warning: solver {}: {}", report().solve.solver, report().solve.note));
  }
  if (report().forces && !report().forces->converged && !tally_->warned_forces) {
    tally_->warned_forces = 1;
    warnings_.push_back(
        fmt::format("warning: compatible forces at t = {:.6g} s (step {}) balance the load to {:.2g} only; "
                    "try a smaller `tolerance` of the method, such as {:.0e}",
                    world_.time, world_.step, report().forces->balance, 0.01 * report().solve.tolerance));
  }
  // A solve that did not converge is counted by cause, and ends the run if the scene says so.
  tally_->unconverged_in_a_row = report().solve.converged ? 0 : tally_->unconverged_in_a_row + 1;
  if (report().solve.converged) return;
  const Value& method = scene_["method"].selected();
  const std::string what = fmt::format(
      "solver {} did not converge at t = {:.6g} s (step {}): residual {:.3g} after {} iterations, asked for "
      "{:.3g}; {}",
      report().solve.solver, world_.time, world_.step, report().solve.residual, report().solve.iterations,
      report().solve.tolerance, why_unconverged());
  ++tally_->unconverged;
  const bool is_first = ++causes_[static_cast<std::size_t>(report().solve.diagnosis->cause)] == 1;
  if (method["on_failure"].chosen() == "stop") throw NotConverged(what);
  const std::uint64_t in_a_row = tally_->unconverged_in_a_row;
  if (const Value& most = method["give_up_after"];
      most && in_a_row >= static_cast<std::uint64_t>(most.integer()))
    throw NotConverged(
        fmt::format("{}; {} steps in a row did not converge: give_up_after ends the run", what, in_a_row));
  if (is_first) warnings_.push_back(fmt::format("warning: {}; such steps are counted in summary.json", what));
}

}  // namespace cairn
