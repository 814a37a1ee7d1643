#include "run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "base/ranks.h"
#include "model/removal.h"
#include "run/tally.h"
#include "scene/doubts.h"
#include "scene/groups.h"
#include "scene/method.h"
#include "scene/out_of_memory.h"
#include "scene/start.h"
#include "scene/unused.h"
#include "step/compatible_step.h"
#include "step/integrate.h"
#include "step/load.h"

namespace cairn {
namespace {

// Explicit runs check their energy every so many steps, because closing a step costs a pass over the bodies,
// 16 % of the instructions of a step.
constexpr std::uint64_t kEnergyLook = 64;

// The step for `auto`: the recommended one, or a thousandth of the run if nothing limits it.
double automatic_step(const StepAdvice& advice, double end, const Value& time) {
  const double h = advice.limited ? advice.recommended : end / 1000;
  if (h > 0 && std::isfinite(h)) return h;
  const std::string reason =
      advice.contact_time > 0 || advice.stable > 0
          ? fmt::format("collisions of {} take {:.3g} s and are stable below {:.3g} s", advice.pair,
                        advice.contact_time, advice.stable)
          : fmt::format("collisions of {} take no time that can be computed", advice.pair);
  throw InputError(
      fmt::format("the automatic step is {:g} s: {}; check stiffness, modulus and density of this "
                  "pair and the speeds, or give time.step",
                  h, reason),
      time.mark());
}

// The step of the scene, or the step for `auto`. A step above the stable one is refused.
double chosen_step(const Scene& scene, const StepAdvice& advice, Warnings& warnings) {
  const Value &time = scene["time"], &step = time["step"];
  const double end = time["end"].number();
  if (!step.is_number()) return automatic_step(advice, end, time);
  const double h = step.number();
  // Methods that solve for contacts allow any step; tunnelling_warning checks how far bodies move.
  if (!advice.limited || h <= advice.recommended || advice.contact_time == 0) return h;
  const std::string limit =
      fmt::format("the pair {} (contact time {:.3g} s)", advice.pair, advice.contact_time);
  if (h > advice.stable && !time["allow_unstable"].flag()) {
    throw InputError(
        fmt::format("time.step {:.4g} s is above the stable step {:.4g} s of {}; use `time: {{step: auto}}` "
                    "({:.4g} s) or say `time: {{allow_unstable: true}}`",
                    h, advice.stable, limit, advice.recommended),
        step.mark());
  }
  const TextPlace place = step.place();
  warnings.push_back(fmt::format("{}:{}: warning: time.step {:.4g} s is above {:.4g} s, the step that {} {}",
                                 place.file, place.line, h,
                                 h > advice.stable ? advice.stable : advice.recommended,
                                 h > advice.stable ? "is stable for" : "resolves a collision of", limit));
  return h;
}

}  // namespace

Simulation::Simulation(Scene scene, int threads, std::optional<Company> company)
    : scene_(std::move(scene)),
      threads_(threads),
      world_(build_world(scene_, warnings_)),
      stepper_(build_stepper(scene_, world_)),
      events_(build_events(scene_, world_)),
      inlets_(build_inlets(scene_, world_)),
      measures_(build_measures(scene_, world_)),
      domain_(build_domain(scene_)),
      stop_(build_stop(scene_, measures_)),
      tally_(std::make_unique<Tally>()) {
  conditional_ = build_conditional_events(scene_, world_, measures_);
  if (company && company->ranks.count() > 1) join(*company);
  check_moduli();
  choose_step();
  plan_to(scene_["time"]["end"].number(), "time.end", scene_["time"]["end"].mark());
  if (domain_ && domain_->outside == Outside::ignore) domain_.reset();
  warn_of_idle_events(events_, conditional_, scene_, world_, warnings_);
  warn_of_doubts(scene_, world_, warnings_);
  const std::string unused = unused_warning(scene_);
  if (!unused.empty()) warnings_.push_back(unused);
  for (const std::string& idle : idle_options(scene_)) warnings_.push_back(idle);
}

void Simulation::plan_to(double end, const char* key, const Mark& mark) {
  plan_.end = end;
  const double steps = plan_.first_step(end);
  if (!(steps <= Schedule::kMostSteps))
    throw InputError(
        fmt::format("{} {:g} s takes {:.3g} steps of {:.3g} s, more than 2^53, the most that can "
                    "be counted; give a longer time.step or an earlier end",
                    key, end, end / plan_.step, plan_.step),
        mark);
  plan_.steps = std::max<std::uint64_t>(static_cast<std::uint64_t>(steps), 1);
}

void Simulation::choose_step() {
  const World later = with_later_bodies(scene_, world_);
  const Value& given = scene_["time"]["speed"];
  const double speed = given ? given.number() : expected_speed(later);
  check_pairs(later);
  const bool whole_run = stepper_->facts().chooses_stiffness;
  const std::string chosen =
      stepper_->adapt(world_.materials, whole_run ? expected_load() : scene_load(later, {}));
  if (!chosen.empty()) log_.push_back(chosen);
  advice_ = stepper_->advise(later, speed);
  plan_.step = chosen_step(scene_, advice_, warnings_);
  std::ranges::copy(stepper_->warnings(later, speed, plan_.step), std::back_inserter(warnings_));
}

// Compatible forces weigh contacts by their moduli, so either all pairs have a modulus or none has.
void Simulation::check_moduli() const {
  if (!read_compatible(scene_["method"].selected())) return;
  const auto missing = missing_modulus(with_later_bodies(scene_, world_));
  if (!missing) return;
  const auto name = [&](int k) { return world_.materials.list[static_cast<std::size_t>(k)].name; };
  throw InputError(
      fmt::format("compatible_forces need `young` of material {}{}, because other pairs have it; if no "
                  "material has `young`, all contacts count alike",
                  quote(name(missing->a)), missing->a == missing->b ? "" : " or " + quote(name(missing->b))),
      scene_["method"].selected()["compatible_forces"].mark());
}

void Simulation::check_pairs(World later) const {
  refuse_pairs(later, std::nullopt);
  for (const Event& event : events_) {
    if (!event.changes_materials) continue;
    event.apply(later);
    refuse_pairs(later, event.mark);
  }
  for (const ConditionalEvent& waiting : conditional_) {
    if (!waiting.event.changes_materials) continue;
    waiting.event.apply(later);
    refuse_pairs(later, waiting.event.mark);
  }
}

void Simulation::refuse_pairs(const World& later, const std::optional<Mark>& event) const {
  const std::optional<RefusedPair> refused = stepper_->refuses(later);
  if (!refused) return;
  const Value& law = scene_["method"].selected()["law"];
  if (refused->material < 0)
    throw InputError(fmt::format("law {}, pair {}: {}", law.chosen(), refused->pair, refused->reason),
                     event.value_or(law.mark()));
  const std::string& material = world_.materials.list[static_cast<std::size_t>(refused->material)].name;
  throw InputError(fmt::format("law {} needs `{}` of material {} for the pair {}", law.chosen(),
                               refused->reason, quote(material), refused->pair),
                   scene_["materials"][material].mark());
}

Simulation::~Simulation() = default;

// The hardest of the loads at the start and after each event. Bodies of inlets count from the start, and
// events with a condition come last.
SceneLoad Simulation::expected_load() const {
  const Value& time = scene_["time"];
  LoadPlan plan;
  plan.end = time["end"].number();
  if (time.has("speed")) plan.speed = time["speed"].number();
  if (!inlets_.empty()) plan.mass_to_come = kInfinity;
  World world = with_inlet_bodies(scene_, world_);
  SceneLoad load = scene_load(world, plan);
  std::vector<const Event*> all;
  for (const Event& event : events_) all.push_back(&event);
  for (const ConditionalEvent& waiting : conditional_) all.push_back(&waiting.event);
  for (const Event* event : all) {
    try {
      if (event->apply) event->apply(world);
      if (event->define) event->define(world, 0);
      load = harder(std::move(load), scene_load(world, plan));
    } catch (const RunError&) {
      // The event cannot act on the bodies as they are now. The run reports that when its time comes.
    }
  }
  return load;
}

void Simulation::start() {
  const std::optional<EarlierRun> earlier = EarlierRun::of(scene_);
  const std::optional<Record> unchanged = earlier ? earlier->unchanged(scene_, world_) : std::nullopt;
  within_memory(scene_, "contacts were looked for", [&] {
    if (unchanged)
      stepper_->take_over(world_, threads_, *unchanged, Recording::contacts);
    else
      stepper_->start(world_, threads_, Recording::contacts);
  });
  has_started_ = true;
  const Energy energy = energy_budget(looked_at(), *stepper_, threads_);
  tally_->stored_at_start = energy.stored();
  tally_->energy.begin(energy);
  expect_recovery();
  look_at_servos();
  watch_motors();
  measure();
  watch_events();
}

void Simulation::advance(Recording recording) {
  CAIRN_ASSERT(plan_.step > 0);
  // Events and inlets, then the step.
  const std::uint64_t next = world_.step + 1;
  apply_events();
  if (Schedule::is_housekeeping(next)) feed_inlets();
  watch_motors();
  for (const NamedMeasure& m : measures_)
    if (m.measure->needs_contacts() && (is_due(m, next) || may_end(next))) recording = Recording::contacts;
  whole_.reset();
  stepper_->step(world_, threads_, plan_.step, times_, recording);
  // Sums and limits.
  count_step();
  watch_residual();
  watch_overlap({report().max_overlap, report().deepest});
  watch_solve();
  watch_fallbacks();
  // Energy is checked at regular steps. An extra check at the end works on a copy, so that it leaves no trace
  // in a run that is resumed later.
  closing_energy_.reset();
  const bool is_regular =
      report().problem != nullptr || next % kEnergyLook == 0 || (stop_ && Schedule::is_housekeeping(next));
  if (is_regular) watch_energy(tally_->energy);
  if (!is_regular && may_end(next)) watch_energy(closing_energy_.emplace(tally_->energy));
  // Removals, stop condition and measures.
  if (domain_) handle_outside(recording);
  if (stop_ && Schedule::is_housekeeping(next)) watch_stop();
  watch_last_overlap();
  measure();
  watch_events();
}

void Simulation::count_step() {
  Tally& tally = *tally_;
  const StepState& state = report();
  tally.contacts_sum += static_cast<double>(state.contacts);
  tally.contacts_max = std::max(tally.contacts_max, state.contacts);
  tally.max_overlap = std::max(tally.max_overlap, state.max_overlap);
  tally.particle_steps += static_cast<double>(body_count());
  tally.iterations_sum += static_cast<double>(state.solve.iterations);
  tally.iterations_max = std::max(tally.iterations_max, state.solve.iterations);
  tally.work += state.solve.work;
  tally.residual_sum += state.solve.residual;
  tally.residual_max = std::max(tally.residual_max, state.solve.residual);
  tally.natural_map_sum += state.solve.natural_map;
  tally.natural_map_max = std::max(tally.natural_map_max, state.solve.natural_map);
  tally.velocity_error_sum += state.solve.velocity_error;
  tally.velocity_error_max = std::max(tally.velocity_error_max, state.solve.velocity_error);
}

bool Simulation::may_end(std::uint64_t step) const {
  return step >= plan_.steps || (stop_ && Schedule::is_housekeeping(step));
}

void Simulation::apply_events() {
  const auto is_next_due = [&] {
    return tally_->events_done < events_.size() &&
           plan_.has_come(events_[tally_->events_done].at, world_.step);
  };
  const auto ready = [&] {
    return std::ranges::find_if(conditional_, [&](const auto& waiting) { return is_ready(waiting); });
  };
  if (!is_next_due() && ready() == conditional_.end()) return;
  change(Recording::no, [&] {
    while (is_next_due()) happen(events_[tally_->events_done++], 0, "");
    watch_flags();
    // An event may make another one ready.
    for (auto next = ready(); next != conditional_.end(); next = ready())
      let_happen(static_cast<std::size_t>(next - conditional_.begin()));
    return true;
  });
}

void Simulation::happen(const Event& event, double start, const std::string& why) {
  const std::string idle = event.is_idle ? "" : idle_groups(event, world_);
  if (!idle.empty())
    warnings_.push_back(warning_at(
        event.mark,
        fmt::format("the event ({}) finds no bodies of {} at t = {:.6g} s", event.what, idle, world_.time)));
  const std::size_t before = world_.bodies.size();
  if (event.apply) event.apply(world_);
  if (event.define) event.define(world_, start);
  if (event.makes == Event::Makes::remove) tally_->removed_by_events += before - world_.bodies.size();
  log_.push_back(fmt::format("t = {:.6g} s: {}{}", world_.time, event.what, why));
}

void Simulation::feed_inlets() {
  const double interval = static_cast<double>(Schedule::kHousekeeping) * plan_.step;
  const auto open = [&](const Inlet& inlet) { return world_.time < inlet.until; };
  if (std::ranges::none_of(inlets_, open)) return;
  change(Recording::no, [&] {
    std::uint64_t placed = 0;
    for (Inlet& inlet : inlets_) {
      if (open(inlet)) placed += inlet.feed(inlet, world_, world_.time, interval);
    }
    return placed > 0;
  });
  watch_inlets();
}

void Simulation::handle_outside(Recording recording) {
  const bool removes = domain_->outside == Outside::remove;
  if (removes && !Schedule::is_housekeeping(world_.step)) return;
  const std::vector<Uid> outside = outside_bodies();
  if (outside.empty()) return;
  if (!removes) {
    const Bodies& bodies = looked_at().bodies;
    const Vec3& x = bodies.place[bodies.local(outside.front())].position;
    throw RunError(
        fmt::format("{} left the domain at {}: position ({:.6g}, {:.6g}, {:.6g}) m; "
                    "`domain: {{outside: remove}}` takes such bodies out",
                    body_name(outside.front()), moment(), x.x, x.y, x.z));
  }
  remove(outside, recording);
}

void Simulation::remove(const std::vector<Uid>& outside, Recording recording) {
  CAIRN_ASSERT(std::ranges::is_sorted(outside));
  const Bodies& bodies = is_spread() ? looked_at().bodies : world_.bodies;
  for (const Uid uid : outside) {
    const std::uint32_t i = bodies.local(uid);
    removed_.push_back({bodies.place[i].position, mass(bodies.inertia[i]), bodies.info[i].group});
  }
  if (let_go(outside)) return;
  change(recording, [&] {
    remove_bodies(world_, [&](const Info& info) { return std::ranges::binary_search(outside, info.uid); });
    return true;
  });
}

// Bodies that touch nothing leave without a new start of the stepper. They take their own energy along.
bool Simulation::let_go(const std::vector<Uid>& outside) {
  const StageTimer timer(times_, Stage::events);
  const Bodies& bodies = looked_at().bodies;
  double stored = 0;
  for (const Uid uid : outside) {
    const std::uint32_t i = bodies.local(uid);
    stored +=
        kinetic_energy(bodies, i) - mass(bodies.inertia[i]) * dot(world_.gravity, bodies.place[i].position);
  }
  if (!stepper_->let_go(world_, outside)) return false;
  whole_.reset();
  tally_->exchanged -= stored;
  return true;
}

}  // namespace cairn
