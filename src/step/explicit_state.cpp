// What a checkpoint of an explicit run stores beside the world: the list, so that the next one is made at the
// same step as in a run that never stopped, and the sums of the energy budget.
#include "step/explicit.h"
#include "step/servo.h"

namespace cairn {
namespace {

void put_pairs(Record& record, const std::string& name, const PairList& list) {
  record.put(name + ".pairs", list.pairs);
  record.put(name + ".image", list.image);
  record.put(name + ".begin", list.begin);
}

PairList get_pairs(const Record& record, const std::string& name) {
  return {record.get<std::vector<Pair>>(name + ".pairs"),
          record.get<std::vector<std::uint32_t>>(name + ".begin"),
          record.get<std::vector<CellImage>>(name + ".image")};
}

}  // namespace

void ExplicitStepper::save(Record& record) const {
  const VerletList& list = pass_.list();
  put_pairs(record, "list.spheres", list.spheres);
  put_pairs(record, "list.general", list.general);
  record.put("list.skin", list.skin), record.put("list.small", list.small);
  record.put("list.reach", list.reach), record.put("list.reference_edge", list.reference_edge);
  record.put("list.reference", list.reference), record.put("list.reference_turn", list.reference_turn);
  record.put("stepper.energy", pass_.energy()), record.put("stepper.cell_load", pass_.cell_load());
  record.put("stepper.ledger", ledger_), record.put("stepper.spring_energy", spring_energy_);
  record.put("stepper.last_rebuild", last_rebuild_);
}

void ExplicitStepper::load(const World& world, const Record& record) {
  VerletList list;
  list.spheres = get_pairs(record, "list.spheres"), list.general = get_pairs(record, "list.general");
  list.skin = record.get<double>("list.skin"), list.small = record.get<std::uint32_t>("list.small");
  list.reach = record.get<double>("list.reach");
  list.reference_edge = record.get<Edges>("list.reference_edge");
  list.reference = record.get<std::vector<Vec3>>("list.reference");
  list.reference_turn = record.get<std::vector<Quat>>("list.reference_turn");
  law_->prepare(world.materials);
  pass_.restore(world, std::move(list), record.get<ContactEnergy>("stepper.energy"),
                record.get<CellLoad>("stepper.cell_load"));
  listed(world);
  moved_ = {kFar, kFar, kFar};
  ledger_ = record.get<Ledger>("stepper.ledger");
  spring_energy_ = record.get<double>("stepper.spring_energy");
  last_rebuild_ = record.get<std::uint64_t>("stepper.last_rebuild");
}

// Forces of this moment depend on the velocities of mid-step: those of the record stay. The pass is a look at
// the contacts; it moves springs by round-off, so that they are loaded after it.
void ExplicitStepper::take_over(World& world, Threads& threads, const Record& record, Recording recording) {
  const std::vector<Load> loads = world.bodies.load;
  load(world, record);
  survey_servos(world);
  set_driven_motion(world, world.time);
  pass_.run(world, threads, *law_, 0, recording);
  for (std::size_t block = 0; block < swept_.size(); ++block) pass_.collect(world.bodies, block);
  world.bodies.load = loads;
  load(world, record);
  last_rebuild_ -= record.get<std::uint64_t>("step");  // steps count from 0; the list is as old as it was
  ledger_ = {.contacts = pass_.energy().elastic_tangential};
  spring_energy_ = 0;
}

}  // namespace cairn
