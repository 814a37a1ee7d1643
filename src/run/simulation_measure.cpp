// Measures, energy and summary of a simulation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "run/simulation.h"
#include "run/tally.h"
#include "solvers/solver.h"

namespace cairn {

std::vector<Column> Simulation::columns() const {
  std::vector<Column> all{{"time", "s"}};
  for (const NamedMeasure& m : measures_) {
    for (const Column& column : m.measure->columns())
      all.push_back({m.name + "." + column.name, column.unit});
  }
  return all;
}

Energy Simulation::energy() {
  Energy energy = energy_budget(looked_at(), *stepper_, threads_);
  energy.exchanged = tally_->exchanged;
  energy.stored_at_start = tally_->stored_at_start;
  energy.imbalance =
      energy.stored() + energy.lost() - energy.work_of_drives - energy.exchanged - energy.stored_at_start;
  return energy;
}

bool Simulation::is_due(const NamedMeasure& measure, std::uint64_t step) const {
  return measure.every <= 0 || plan_.is_due(step, measure.every);
}

void Simulation::measure() {
  const StageTimer timer(times_, Stage::measure);
  // A row is written if a measure is due, or at the end of the run.
  const auto due = [&](const NamedMeasure& m) { return is_due(m, world_.step); };
  const bool last = done(), any_due = std::ranges::any_of(measures_, due);
  row_ = {.values = {},
          .any = any_due || (last && !measures_.empty()),
          .closing = last && !std::ranges::all_of(measures_, due),
          .due = {}};
  if (!row_.any) return;

  const Energy energy = this->energy();
  const Sight sight{looked_at(), threads_, report(), energy, contacts(), removed_};
  row_.values.assign(1, world_.time);
  row_.due = row_.values;
  for (NamedMeasure& m : measures_) {
    std::vector<double> values(m.measure->columns().size(), std::numeric_limits<double>::quiet_NaN());
    row_.due.insert(row_.due.end(), values.begin(), values.end());
    if (due(m)) {
      m.measure->sample(sight, values);
      m.last = m.shown = values;
      std::ranges::copy(values, row_.due.end() - static_cast<std::ptrdiff_t>(values.size()));
    } else if (last) {
      // A sample only for the end of the run must leave no trace if the run is resumed later.
      Record before;
      m.measure->save(before, m.name);
      m.measure->sample(sight, values);
      m.measure->load(before, m.name);
      m.shown = values;
    }
    // A remark becomes a warning, once.
    const std::string remark = m.measure->remark();
    const std::string said = fmt::format("warning: measure.{}: {}", m.name, remark);
    if (!remark.empty() && std::ranges::find(warnings_, said) == warnings_.end()) warnings_.push_back(said);
    row_.values.insert(row_.values.end(), values.begin(), values.end());
  }
  if (!any_due) row_.due.clear();
}

bool Simulation::done() const { return world_.step >= plan_.steps || tally_->stopped; }

std::string Simulation::stop_reason() const {
  if (!tally_->stopped) return world_.step >= plan_.steps ? "end" : "";
  return stop_->when.condition.text();
}

void Simulation::run_until(double end) {
  plan_to(end, "--until", {});
  tally_->stopped = 0;
}

double Simulation::particle_steps() const { return tally_->particle_steps; }

std::uint64_t Simulation::hash() {
  World& world = looked_at();
  if (!is_spread()) stepper_->remember(world);
  return state_hash(world);
}

void Simulation::summarise(Summary& summary) {
  // Title, method and its references.
  const Tally& tally = *tally_;
  const double steps = static_cast<double>(std::max<std::uint64_t>(world_.step, 1));
  summary.title = scene_["title"].text();
  const Value& method = scene_["method"];
  summary.method = method_name();
  for (const char* part : {"law", "solver"}) {
    if (method.selected().option().child(part) == nullptr) continue;
    const Value& chosen = method.selected()[part];
    const std::string& reference = chosen.selected().option().reference;
    const bool known = std::ranges::find(summary.references, reference) != summary.references.end();
    if (!reference.empty() && !known) summary.references.push_back(reference);
  }
  const bool known = std::ranges::find(summary.references, "OK18") != summary.references.end();
  if (report().forces && !known) summary.references.push_back("OK18");
  // Steps, times and bodies.
  summary.steps = world_.step;
  summary.time = world_.time;
  summary.threads = threads_.count();
  for (std::size_t stage = 0; stage < kStageNames.size(); ++stage) {
    summary.seconds_by_stage.emplace_back(std::string(kStageNames[stage]), times_.seconds[stage]);
  }
  summary.bodies = body_count();
  summary.removed_bodies = removed_.size() + tally.removed_by_events;
  // Contacts and solver.
  summary.contacts = {report().contacts, tally.contacts_sum / steps, tally.contacts_max};
  summary.max_overlap_over_radius = tally.max_overlap;
  summary.deep_overlap_steps = tally.deep_overlap_steps;
  summary.impacts_with_gain = tally.impact_gains;
  summary.fallbacks = report().fallbacks;
  summary.iterations = {tally.iterations_sum / steps, tally.iterations_max};
  summary.residual = {tally.residual_sum / steps, tally.residual_max};
  summary.natural_map = {tally.natural_map_sum / steps, tally.natural_map_max};
  // Shares of the work of solvers.
  double work = 0;
  for (const double visits : tally.work.visits) work += visits;
  for (std::size_t k = 0; k < solvers().size(); ++k)
    if (tally.work.visits[k] > 0)
      summary.work_by_solver.emplace_back(solvers()[k].name, tally.work.visits[k] / work);
  summary.velocity_error = {tally.velocity_error_sum / steps, tally.velocity_error_max};
  summary.unconverged_steps = tally.unconverged;
  summary.unconverged_by_cause = causes_;
  // Energy, forces and state.
  summary.energy = energy();
  const EnergyWatch& watch = closing_energy_ ? *closing_energy_ : tally.energy;
  summary.energy_received = watch.received();
  summary.energy_from_nothing = std::max(watch.most_risen, tally.gained);
  summary.forces = report().forces;
  summary.state_hash = hash();
  // Last values of the measures.
  for (const NamedMeasure& m : measures_) {
    Named<double> values;
    const std::vector<Column> columns = m.measure->columns();
    for (std::size_t i = 0; i < m.shown.size(); ++i) values.emplace_back(columns[i].name, m.shown[i]);
    summary.measures.emplace_back(m.name, std::move(values));
  }
  summary.warnings = warnings_;
}

}  // namespace cairn
