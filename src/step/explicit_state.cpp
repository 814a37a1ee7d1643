// The checkpoint of an explicit run, besides the world: all that the list follows from, its age, and the sums
// of the energy budget.
// With them the next list is built at the same step as in an uninterrupted run.
#include <array>
#include <bit>
#include <optional>

#include "collide/list_record.h"
#include "step/cell_servo.h"
#include "step/explicit.h"
#include "step/servo.h"

namespace cairn {

// Equal sums become equal bytes.
ExplicitStepper::ExplicitLedger ExplicitStepper::ExplicitLedger::normal() const {
  return {Ledger::normal(), contacts.normal(), dampers.normal(), background.normal(), springs.normal()};
}

// The sums of all ranks.
ExplicitStepper::ExplicitLedger ExplicitStepper::whole_ledger() const {
  if (!territory_) return ledger_;
  using Sums = std::array<ExactSum, sizeof(ExplicitLedger) / sizeof(ExactSum)>;
  auto sums = std::bit_cast<Sums>(ledger_);
  combine(territory_->ranks(), sums);
  return std::bit_cast<ExplicitLedger>(sums);
}

void ExplicitStepper::save(Record& record) const {
  put_list(record, territory_ ? territory_->whole(pass_.list()) : pass_.list());
  record.put("stepper.energy", pass_.energy());
  record.put("stepper.cell_load", pass_.cell_load());
  record.put("stepper.belt_loads", pass_.belt_loads());
  record.put("stepper.ledger", whole_ledger().normal());
  record.put("stepper.last_rebuild", last_rebuild_);
  record.put("stepper.nearer", nearer_);
  record.put("stepper.touching", state_.contacts);
  record.put("stepper.max_overlap", state_.max_overlap);
  record.put("stepper.cell_stress", cell_stress_);
  record.put("stepper.cell_slow", cell_slow_);
}

void ExplicitStepper::load(World& world, Threads& threads, const Record& record) {
  law_->prepare(world.materials);
  VerletList list = get_list(record, world);
  if (territory_) territory_->cut(world, list);
  ListBuilder().list_again(world, threads, list);
  pass_.restore(world, std::move(list), record.get<ContactEnergy>("stepper.energy"),
                record.get<CellLoad>("stepper.cell_load"), record.get<BeltLoads>("stepper.belt_loads"));
  listed(world);
  clear_state();
  nearer_ = record.get<double>("stepper.nearer");
  state_.contacts = record.get<std::uint64_t>("stepper.touching");
  state_.max_overlap = record.get<double>("stepper.max_overlap");
  ledger_ = is_first() ? record.get<ExplicitLedger>("stepper.ledger") : ExplicitLedger{};
  last_rebuild_ = record.get<std::uint64_t>("stepper.last_rebuild");
  cell_stress_ = record.get<CellStress>("stepper.cell_stress");
  cell_slow_ = record.get<CellRates>("stepper.cell_slow");
}

// Forces depend on the mid-step velocities, so the loads of the record are kept. The pass only records the
// contacts; it changes springs by round-off, so the record is loaded again afterwards.
void ExplicitStepper::take_over(World& world, Threads& threads, const Record& record, Recording recording) {
  survey_servos(world);
  survey_cell(world);
  set_driven_motion(world, world.time);
  // Each rank is left its part by the first load, and needs the whole world for the second one.
  std::optional<World> whole;
  if (territory_) whole = world;
  const std::vector<Load> loads = territory_ ? std::vector<Load>() : world.bodies.load;
  load(world, threads, record);
  run_pass(world, threads, 0, recording);
  collect_loads(world, threads);
  const CellStress stress = world.cell_servo ? cell_stress(world, pass_.cell_load()) : CellStress{};
  if (whole)
    world = std::move(*whole);
  else
    world.bodies.load = loads;
  const StepState seen = state_;
  load(world, threads, record);
  state_ = seen;
  // The earlier run may have had no servo of the cell.
  if (cell_stress_ == CellStress{}) cell_stress_ = stress;
  last_rebuild_ -= record.get<std::uint64_t>("step");  // steps count from 0 again; the list keeps its age
  ledger_ = {};
  const double held = pass_.energy().elastic_tangential;
  if (is_first()) ledger_.contacts += held;
}

}  // namespace cairn
