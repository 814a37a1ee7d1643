// The state of a simulation in a checkpoint, and back.
#include <algorithm>

#include "scene/checkpoint.h"
#include "scene/simulation.h"
#include "scene/simulation_tally.h"

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

// What an inlet goes on with.
struct InletState {
  std::uint64_t random = 0, placed = 0;
  double due = 0;
};

}  // namespace

void Simulation::save(Record& record) {
  stepper_->remember(looked_at());
  put_world(record, world_);
  record.put("tally", *tally_);
  record.put("removed", removed_);
  record.put("warnings", warnings_);

  const ExplicitStepper::State state = stepper_->state();
  put_pairs(record, "list.spheres", state.list.spheres);
  put_pairs(record, "list.general", state.list.general);
  record.put("list.skin", state.list.skin), record.put("list.small", state.list.small);
  record.put("list.reach", state.list.reach), record.put("list.reference_edge", state.list.reference_edge);
  record.put("list.reference", state.list.reference),
      record.put("list.reference_turn", state.list.reference_turn);
  record.put("stepper.energy", state.energy), record.put("stepper.cell_load", state.cell_load);
  record.put("stepper.ledger", state.ledger), record.put("stepper.spring_energy", state.spring_energy);
  record.put("stepper.last_rebuild", state.last_rebuild);

  std::vector<Uid> driven;
  std::vector<Vec3> centers;
  std::vector<Servo::State> servos;  // zero where there is none
  for (const Drive& drive : world_.drives) {
    driven.push_back(drive.body), centers.push_back(drive.center);
    servos.push_back(drive.servo ? drive.servo->state : Servo::State{});
  }
  record.put("drives.body", driven), record.put("drives.center", centers);
  record.put("drives.servo", servos);
  std::vector<InletState> inlets;
  for (const Inlet& inlet : inlets_) inlets.push_back({inlet.random.state(), inlet.placed, inlet.due});
  record.put("inlets", inlets);
  for (const NamedMeasure& m : measures_) {
    record.put("measure." + m.name + ".last", m.last);
    m.measure->save(record, "measure." + m.name);
  }
}

void Simulation::load(const Record& record) {
  *tally_ = record.get<Tally>("tally");
  removed_ = record.get<std::vector<RemovedBody>>("removed");
  warnings_ = record.get<std::vector<std::string>>("warnings");
  // Functions of time are not stored: events that defined some are replayed on the bodies that are there now;
  // then the centres of rotation, which travel, get their stored places, and servos their speeds.
  get_world(record, world_);
  for (std::size_t e = 0; e < tally_->events_done; ++e) {
    if (events_[e].define) events_[e].define(world_);
  }
  const auto driven = record.get<std::vector<Uid>>("drives.body");
  const auto centers = record.get<std::vector<Vec3>>("drives.center");
  const auto servos = record.get<std::vector<Servo::State>>("drives.servo");
  for (Drive& drive : world_.drives) {
    const auto stored = std::ranges::find(driven, drive.body);
    const std::size_t d = static_cast<std::size_t>(stored - driven.begin());
    if (d < centers.size()) drive.center = centers[d];
    if (drive.servo && d < servos.size()) drive.servo->state = servos[d];
  }
  const auto inlets = record.get<std::vector<InletState>>("inlets");
  for (std::size_t i = 0; i < inlets_.size() && i < inlets.size(); ++i) {
    inlets_[i].random.restore(inlets[i].random), inlets_[i].placed = inlets[i].placed,
                                                 inlets_[i].due = inlets[i].due;
  }
  for (NamedMeasure& m : measures_) {
    m.last = record.get<std::vector<double>>("measure." + m.name + ".last");
    m.measure->load(record, "measure." + m.name);
  }

  ExplicitStepper::State state;
  state.list.spheres = get_pairs(record, "list.spheres"),
  state.list.general = get_pairs(record, "list.general");
  state.list.skin = record.get<double>("list.skin"),
  state.list.small = record.get<std::uint32_t>("list.small");
  state.list.reach = record.get<double>("list.reach");
  state.list.reference_edge = record.get<Edges>("list.reference_edge");
  state.list.reference = record.get<std::vector<Vec3>>("list.reference");
  state.list.reference_turn = record.get<std::vector<Quat>>("list.reference_turn");
  state.energy = record.get<ContactEnergy>("stepper.energy");
  state.cell_load = record.get<CellLoad>("stepper.cell_load");
  state.ledger = record.get<ExplicitStepper::Ledger>("stepper.ledger");
  state.spring_energy = record.get<double>("stepper.spring_energy");
  state.last_rebuild = record.get<std::uint64_t>("stepper.last_rebuild");
  stepper_->restore(world_, std::move(state));
  report_ = {};
  row_ = {};
}

}  // namespace cairn
