#include "scene/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "scene/simulation_tally.h"
#include "step/compatible_step.h"
#include "step/explicit.h"
#include "step/implicit.h"

namespace cairn {
namespace {

// Bodies that left the domain are taken out, and inlets fed, every so many steps: each costs a new list.
constexpr std::uint64_t kHousekeeping = 16;
// The energy of explicit runs is looked at every so many steps: closing a step costs a pass over the bodies,
// 16 % of its instructions.
constexpr std::uint64_t kEnergyLook = 64;

// The step of the scene, or the recommended one for `auto`; refused above the stable one.
double chosen_step(const Scene& scene, const StepAdvice& advice, Warnings& warnings) {
  const Value &time = scene["time"], &step = time["step"];
  const double end = time["end"].number();
  if (!step.is_number()) return advice.limited ? advice.recommended : end / 1000;
  const double h = step.number();
  // Contacts that are solved for allow any step; warn_of_tunnelling looks at the way of bodies.
  if (!advice.limited || h <= advice.recommended || advice.contact_time == 0) return h;
  const std::string limit =
      fmt::format("the pair {} (contact time {:.3g} s)", advice.pair, advice.contact_time);
  if (h > advice.stable && !time["allow_unstable"].flag()) {
    throw InputError(
        fmt::format(
            "time.step {:.4g} s is above the stable step {:.4g} s of {}; use `step: auto` ({:.4g} s) or set "
            "time.allow_unstable: true",
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

// Bodies that move farther in a step than the thinnest one is wide may pass through each other unseen.
void warn_of_tunnelling(const World& world, double speed, double step, Warnings& warnings) {
  const ThinnestBody thinnest = thinnest_body(world);
  if (speed * step <= thinnest.thickness) return;
  warnings.push_back(
      fmt::format("warning: at {:.3g} m/s bodies move {:.3g} m in a step of {:.3g} s, more than the "
                  "thickness {:.3g} m of "
                  "{}: they may pass through each other",
                  speed, speed * step, step, thinnest.thickness, thinnest.group));
}

// Associated sliding lifts contacts by (h + α_K) μ v.
void warn_of_lift(const World& world, const RowLaw& law, double speed, double step, Warnings& warnings) {
  constexpr double kSmall = 0.01;  // of the radius
  const Lift lift = largest_lift(world, law, step, speed);
  if (!(lift.height > kSmall * lift.radius)) return;
  warnings.push_back(fmt::format(
      "warning: sliding at {:.3g} m/s lifts contacts of {} by (h + damping_time) mu v = {:.3g} m, "
      "{:.2g} of the radius; a smaller damping_time, or `dilatancy: 0`, avoids it",
      speed, lift.pair, lift.height, lift.height / lift.radius));
}

}  // namespace

Simulation::Simulation(Scene scene, int threads)
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
  check_moduli();
  choose_step();
  plan_.end = scene_["time"]["end"].number();
  plan_.steps = steps_until(plan_.end, plan_.step);
  if (domain_ && domain_->outside != Outside::ignore) stepper_->domain = domain_->domain;
}

void Simulation::choose_step() {
  const World later = with_later_bodies(scene_, world_);
  SceneScale scale = scene_scale(later);
  if (scene_["time"].has("speed")) scale.speed = scene_["time"]["speed"].number();
  if (auto* stepper = dynamic_cast<ExplicitStepper*>(stepper_.get())) {
    prepare_law(stepper->law(), later, scale);
    advice_ = step_advice(later, stepper->law(), scale.speed);
  } else {
    advice_ = way_advice(later, scale.speed);
    check_pairs(later);
  }
  plan_.step = chosen_step(scene_, advice_, warnings_);
  // Impacts are found wherever they are.
  if (scene_["method"].chosen() != "impact") warn_of_tunnelling(later, scale.speed, plan_.step, warnings_);
  if (const auto* stepper = dynamic_cast<const ImplicitStepper*>(stepper_.get()))
    warn_of_lift(later, stepper->law(), scale.speed, plan_.step, warnings_);
}

// Compatible forces compare contacts by their moduli: either all pairs have one or none has.
void Simulation::check_moduli() const {
  if (!compatible_options(scene_)) return;
  const auto missing = missing_modulus(with_later_bodies(scene_, world_));
  if (!missing) return;
  const auto name = [&](int k) { return world_.materials.list[static_cast<std::size_t>(k)].name; };
  throw InputError(
      fmt::format("compatible_forces need `young` of material {} or {}: other pairs have one to compare "
                  "with (none at all: all contacts alike)",
                  quote(name(missing->a)), quote(name(missing->b))),
      scene_["method"].selected()["compatible_forces"].mark());
}

// Materials that the law of an implicit run can not take, now or after an event.
void Simulation::check_pairs(World later) const {
  const auto* stepper = dynamic_cast<const ImplicitStepper*>(stepper_.get());
  if (stepper == nullptr) return;
  const Value& law = scene_["method"].selected()["law"];
  const auto check = [&](const Mark& mark) {
    if (const auto refused = refused_pair(later, stepper->law()))
      throw InputError(fmt::format("law {}, pair {}: {}", law.chosen(), refused->pair, refused->reason),
                       mark);
  };
  check(law.mark());
  for (const Event& event : events_)
    if (event.changes_materials) event.apply(later), check(event.mark);
}

Simulation::~Simulation() = default;

void Simulation::prepare_law(ForceLaw& law, const World& later, const SceneScale& scale) {
  if (const auto missing = missing_property(later, law)) {
    const std::string& material = world_.materials.list[static_cast<std::size_t>(missing->material)].name;
    throw InputError(fmt::format("law {} needs `{}` of material {} for the pair {}",
                                 scene_["method"].selected()["law"].chosen(), missing->property,
                                 quote(material), missing->pair),
                     scene_["materials"][material].mark());
  }
  law.prepare(world_.materials);
  const std::string chosen = law.survey(scale);
  if (chosen.empty()) return;
  law.prepare(world_.materials);
  log_.push_back(chosen);
}

void Simulation::start() {
  stepper_->start(world_, threads_, Recording::contacts);
  report_ = {};
  report_.contacts = stepper_->contacts(), report_.max_overlap = stepper_->max_overlap();
  const EnergyBudget energy = energy_budget(world_, *stepper_, threads_);
  tally_->stored_at_start = energy.stored();
  tally_->energy.begin(energy);
  expect_recovery();
  measure();
}

void Simulation::advance(Recording recording) {
  const std::uint64_t next = world_.step + 1;
  apply_events();
  if (next % kHousekeeping == 0) feed_inlets();
  for (const NamedMeasure& m : measures_) {
    const bool due = is_due(next, plan_.step, m.every) || may_end(next);
    if (due && m.measure->needs_contacts()) recording = Recording::contacts;
  }
  report_ = stepper_->step(world_, threads_, plan_.step, times_, recording);

  Tally& tally = *tally_;
  tally.contacts_sum += static_cast<double>(report_.contacts);
  tally.contacts_max = std::max(tally.contacts_max, report_.contacts);
  tally.max_overlap = std::max(tally.max_overlap, report_.max_overlap);
  tally.particle_steps += static_cast<double>(world_.bodies.size());
  tally.iterations_sum += static_cast<double>(report_.solve.iterations);
  tally.iterations_max = std::max(tally.iterations_max, report_.solve.iterations);
  tally.residual_sum += report_.solve.residual;
  tally.residual_max = std::max(tally.residual_max, report_.solve.residual);
  watch_overlap();
  watch_solve();
  if (stepper_->problem() != nullptr || next % kEnergyLook == 0 || may_end(next)) watch_energy();
  if (!report_.outside.empty()) handle_outside(recording);
  if (stop_ && next % kHousekeeping == 0) watch_stop();
  watch_last_overlap();
  measure();
}

bool Simulation::may_end(std::uint64_t step) const {
  return step >= plan_.steps || (stop_ && step % kHousekeeping == 0);
}

// Whatever changes the world from outside the step goes through here: the springs are in world.memory
// meanwhile, and the energy that came or went with the change is booked.
template <class Change>
void Simulation::change(Recording recording, Change&& apply) {
  const StageTimer timer(times_, Stage::events);
  const double before = energy_budget(looked_at(), *stepper_, threads_).stored();
  stepper_->remember(world_);
  if (!apply()) return;
  stepper_->start(world_, threads_, recording);
  tally_->exchanged += energy_budget(world_, *stepper_, threads_).stored() - before;
  expect_recovery();
}

void Simulation::apply_events() {
  const double now = world_.time + 1e-9 * plan_.step;
  if (tally_->events_done >= events_.size() || events_[tally_->events_done].at > now) return;
  change(Recording::no, [&] {
    while (tally_->events_done < events_.size() && events_[tally_->events_done].at <= now) {
      const Event& event = events_[tally_->events_done++];
      if (event.apply) event.apply(world_);
      if (event.define) event.define(world_);
      log_.push_back(fmt::format("t = {:.6g} s: {}", world_.time, event.what));
    }
    return true;
  });
}

void Simulation::feed_inlets() {
  const double interval = static_cast<double>(kHousekeeping) * plan_.step;
  const auto open = [&](const Inlet& inlet) { return world_.time < inlet.until; };
  if (std::ranges::none_of(inlets_, open)) return;
  change(Recording::no, [&] {
    std::uint64_t placed = 0;
    for (Inlet& inlet : inlets_) {
      if (open(inlet)) placed += inlet.feed(inlet, world_, world_.time, interval);
    }
    return placed > 0;
  });
}

void Simulation::handle_outside(Recording recording) {
  const Bodies& bodies = world_.bodies;
  if (domain_->outside == Outside::stop) {
    const std::uint32_t i = bodies.local(report_.outside.front());
    const Vec3& x = bodies.place[i].position;
    throw RunError(fmt::format(
        "body {} ({}) left the domain at t = {:.6g} s (step {}): position ({:.6g}, {:.6g}, {:.6g}) m; "
        "`domain: outside: remove` takes such bodies out",
        bodies.info[i].uid, world_.groups[bodies.info[i].group], world_.time, world_.step, x.x, x.y, x.z));
  }
  if (world_.step % kHousekeeping != 0) return;
  change(recording, [&] {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      if (!std::ranges::binary_search(report_.outside, bodies.info[i].uid)) {
        kept.push_back(i);
        continue;
      }
      removed_.push_back({bodies.place[i].position, mass(bodies.inertia[i]), bodies.info[i].group});
    }
    world_.bodies.reorder(kept);
    return true;
  });
}

}  // namespace cairn
