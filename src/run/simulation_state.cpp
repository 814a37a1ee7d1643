// Writes the state of a simulation to a checkpoint and reads it back.
#include <algorithm>

#include "base/error.h"
#include "results/checkpoint.h"
#include "run/simulation.h"
#include "run/tally.h"

namespace cairn {
namespace {

// The state of an inlet.
struct InletState {
  std::uint64_t random = 0, placed = 0;
  double due = 0;
};

}  // namespace

void Simulation::save(Record& record) {
  // World and sums.
  World& world = looked_at();
  if (!is_spread()) stepper_->remember(world);
  put_world(record, world);
  record.put("tally", *tally_);
  record.put("causes", causes_);
  record.put("removed", removed_);
  record.put("warnings", warnings_);

  stepper_->save(record);
  save_outside(record);

  // Drives, joints and inlets.
  std::vector<Uid> driven;
  std::vector<Vec3> centers;
  std::vector<Servo::State> servos;        // zero for a drive without a servo
  std::vector<VolumeWall::State> volumes;  // likewise
  for (const Drive& drive : world_.drives) {
    driven.push_back(drive.body);
    centers.push_back(drive.center);
    servos.push_back(drive.servo ? drive.servo->state : Servo::State{});
    volumes.push_back(drive.volume ? drive.volume->state : VolumeWall::State{});
  }
  record.put("drives.body", driven);
  record.put("drives.center", centers);
  record.put("drives.servo", servos);
  record.put("drives.volume", volumes);
  record.put("cell.grain", world_.cell_servo ? world_.cell_servo->grain : GrainLayer{});
  std::vector<Vec3> belts;
  for (const Belt& belt : world_.belts) belts.push_back(belt.now);
  record.put("belts", belts);
  std::vector<JointState> joints;
  for (const Joint& joint : world_.joints) joints.push_back(joint.state);
  record.put("joints", joints);
  std::vector<InletState> inlets;
  for (const Inlet& inlet : inlets_) inlets.push_back({inlet.random.state(), inlet.placed, inlet.due});
  record.put("inlets", inlets);
  // Conditions.
  std::vector<ConditionalEvent::State> conditions;
  for (const ConditionalEvent& waiting : conditional_) conditions.push_back(waiting.state);
  record.put("conditions", conditions);
  record.put("conditions.occurrences", occurrences_);
  // Measures.
  for (const NamedMeasure& m : measures_) {
    record.put("measure." + m.name + ".last", m.last);
    m.measure->save(record, "measure." + m.name);
  }
}

void Simulation::load_conditions(const Record& record) {
  if (!record.has("conditions")) return;
  const auto states = record.get<std::vector<ConditionalEvent::State>>("conditions");
  occurrences_ = record.get<std::vector<Occurrence>>("conditions.occurrences");
  const bool known = std::ranges::all_of(occurrences_, [&](const Occurrence& past) {
    return past.event < conditional_.size() && past.after <= events_.size();
  });
  if (states.size() != conditional_.size() || !known)
    throw RunError("the checkpoint does not fit the scene: other events");
  for (std::size_t k = 0; k < states.size(); ++k) conditional_[k].state = states[k];
}

void Simulation::load(const Record& record) {
  require_callers(record);
  *tally_ = record.get<Tally>("tally");
  if (record.has("causes")) causes_ = record.get<CauseCounts>("causes");
  removed_ = record.get<std::vector<RemovedBody>>("removed");
  warnings_ = record.get<std::vector<std::string>>("warnings");
  // Functions of time are not stored. Past events that defined some, also those from outside, are applied
  // again to the present bodies.
  load_events(record);
  load_conditions(record);
  get_world(record, world_);
  replay_events();
  // Centres of rotation, which move, get their stored places, and servos their states.
  const auto driven = record.get<std::vector<Uid>>("drives.body");
  const auto centers = record.get<std::vector<Vec3>>("drives.center");
  const auto servos = record.get<std::vector<Servo::State>>("drives.servo");
  const auto volumes = record.get<std::vector<VolumeWall::State>>("drives.volume");
  for (Drive& drive : world_.drives) {
    const auto stored = std::ranges::find(driven, drive.body);
    const std::size_t d = static_cast<std::size_t>(stored - driven.begin());
    if (d < centers.size()) drive.center = centers[d];
    if (drive.servo && d < servos.size()) drive.servo->state = servos[d];
    if (drive.volume && d < volumes.size()) drive.volume->state = volumes[d];
  }
  if (world_.cell_servo) world_.cell_servo->grain = record.get<GrainLayer>("cell.grain");
  const auto belts = record.get<std::vector<Vec3>>("belts");
  for (std::size_t k = 0; k < world_.belts.size() && k < belts.size(); ++k) world_.belts[k].now = belts[k];
  // Joints, inlets and measures.
  const auto joints = record.get<std::vector<JointState>>("joints");
  for (std::size_t k = 0; k < world_.joints.size() && k < joints.size(); ++k)
    world_.joints[k].state = joints[k];
  load_held(record);
  const auto inlets = record.get<std::vector<InletState>>("inlets");
  for (std::size_t i = 0; i < inlets_.size() && i < inlets.size(); ++i) {
    inlets_[i].random.restore(inlets[i].random);
    inlets_[i].placed = inlets[i].placed;
    inlets_[i].due = inlets[i].due;
  }
  for (NamedMeasure& m : measures_) {
    m.last = m.shown = record.get<std::vector<double>>("measure." + m.name + ".last");
    m.measure->load(record, "measure." + m.name);
  }

  stepper_->load(world_, threads_, record);
  has_started_ = true;
  whole_.reset();
  row_ = {};
}

}  // namespace cairn
