// What a checkpoint of an explicit run stores beside the world: the list, so that the next one is made at the
// same step as in a run that never stopped, and the sums of the energy budget.
#include "step/explicit.h"
#include "step/list_record.h"

namespace cairn {
void ExplicitStepper::save(Record& record) const {
  put_list(record, pass_.list());
  record.put("stepper.energy", pass_.energy()), record.put("stepper.cell_load", pass_.cell_load());
  record.put("stepper.ledger", ledger_), record.put("stepper.spring_energy", spring_energy_);
  record.put("stepper.last_rebuild", last_rebuild_);
}

void ExplicitStepper::load(const World& world, const Record& record) {
  law_->prepare(world.materials);
  pass_.restore(world, get_list(record, world.bodies.size()), record.get<ContactEnergy>("stepper.energy"),
                record.get<CellLoad>("stepper.cell_load"));
  listed(world);
  moved_ = {kFar, kFar};
  ledger_ = record.get<Ledger>("stepper.ledger");
  spring_energy_ = record.get<double>("stepper.spring_energy");
  last_rebuild_ = record.get<std::uint64_t>("stepper.last_rebuild");
}

}  // namespace cairn
