// Changes of a simulation from outside, between its steps: by a program or a script that uses the engine.
//
// A value that is held is a function of time of the type Held, in the place of the scene's function. A
// checkpoint stores those that are in force. Events of the scene that come later replace them like any other.
// Events from outside stand in the list of events at the place where they happened, so that a resumed run
// replays them like those of the scene.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "run/simulation.h"
#include "run/tally.h"
#include "scene/groups.h"
#include "text/emit.h"
#include "text/interpret.h"

namespace cairn {
namespace {

struct Held {
  double value = 0;
  double operator()(double) const { return value; }
};

// As checkpoints store them.
struct HeldLoad {
  Uid body = 0;
  std::uint64_t torque = 0;  // 0: a force
  Vec3 value;
};
struct HeldMotor {
  std::uint64_t joint = 0;
  std::uint32_t turn = 0, asks = 0;
  double target = 0;
};

Force held(const Vec3& value) { return {Held{value.x}, Held{value.y}, Held{value.z}}; }

// The value if it is held, component by component.
std::optional<Vec3> held_value(const Force& force) {
  Vec3 value;
  for (int k = 0; k < 3; ++k) {
    const Held* component = force[static_cast<std::size_t>(k)].target<Held>();
    if (component == nullptr) return std::nullopt;
    value[k] = component->value;
  }
  return value;
}

Vec3 value_at(const Force& force, double t) {
  const auto at = [&](std::size_t k) { return force[k] ? force[k](t) : 0.0; };
  return {at(0), at(1), at(2)};
}

void add_applied(Load& load, const Vec3& force, const Vec3& torque) {
  load += make_load(force, torque, force, torque);
}

JointCoordinate& coordinate_of(World& world, std::size_t joint, bool turns) {
  return turns ? world.joints[joint].turn : world.joints[joint].slide;
}

// Loads of bodies have the efforts of motors in them: takes those of the present moment out, or puts them in.
void add_efforts(World& world, double sign) {
  for_each_effort(world, world.time, [&](std::uint32_t i, const Vec3& force, const Vec3& torque) {
    add_applied(world.bodies.load[i], sign * force, sign * torque);
  });
}

}  // namespace

Simulation::OutsideEvent Simulation::read_event(const std::string& text, const std::string& name) const {
  OutsideEvent outside;
  outside.tree = std::make_unique<Tree>(Tree::from_text(text, name));
  outside.value = std::make_unique<Value>(scene_.read(*outside.tree, outside_event_option()));
  outside.text = emit(*outside.value);
  return outside;
}

void Simulation::insert_event(OutsideEvent outside, std::uint64_t index) {
  outside.index = index;
  Event event = build_outside_event(*outside.value, scene_, world_);
  event.at = world_.time;
  events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(index), std::move(event));
  outside_.push_back(std::move(outside));
}

// An event with a condition waits for it.
void Simulation::add_waiting(OutsideEvent outside) {
  const EventParts before(world_);
  outside.index = kWaiting;
  try {
    Event event = build_outside_event(*outside.value, scene_, world_);
    std::vector<std::string> names = all_event_names();
    if (std::ranges::find(names, event.name) != names.end())
      throw InputError(fmt::format("the name {} is taken by another event", quote(event.name)),
                       (*outside.value)["name"].mark());
    if (event.changes_materials) {
      World later = world_;
      event.apply(later);
      refuse_pairs(later, event.mark);
    }
    if (!event.name.empty()) names.push_back(event.name);
    conditional_.push_back(conditional(std::move(event), *outside.value, measures_, names));
  } catch (...) {
    before.restore(world_);
    throw;
  }
  outside_.push_back(std::move(outside));
}

void Simulation::act(const std::string& text, const std::string& name) {
  OutsideEvent outside = read_event(text, name);
  if (outside.value->has("when")) return add_waiting(std::move(outside));
  const EventParts before(looked_at());
  const std::uint64_t index = tally_->events_done;
  insert_event(std::move(outside), index);
  try {
    if (events_[index].changes_materials) {
      World later = world_;
      events_[index].apply(later);
      refuse_pairs(later, events_[index].mark);
    }
    change(Recording::contacts, [&] {
      happen(events_[index], 0, "");
      return true;
    });
    ++tally_->events_done;
  } catch (...) {
    // An event that cannot happen leaves nothing behind.
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(index));
    outside_.pop_back();
    before.restore(world_);
    throw;
  }
  watch_flags();
}

void Simulation::hold_load(std::span<const Uid> bodies, Force AppliedLoad::*which,
                           std::span<const Vec3> values) {
  CAIRN_ASSERT(bodies.size() == values.size());
  World& world = looked_at();
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::uint32_t i = world.bodies.local(bodies[k]);
    CAIRN_ASSERT(i != kNoBody);
    if (!is_finite(values[k])) throw InputError("a force or torque must be finite");
    if (is_immobile(world.bodies.info[i]))
      throw InputError(
          fmt::format("{} is fixed or driven: no force moves it", quote(cairn::body_name(world, bodies[k]))));
  }
  std::map<Uid, std::size_t> known;
  for (std::size_t k = 0; k < world.loads.size(); ++k) known.emplace(world.loads[k].body, k);
  const bool turns = which == &AppliedLoad::torque;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const auto [at, is_new] = known.emplace(bodies[k], world.loads.size());
    if (is_new) world.loads.push_back({.body = bodies[k], .force = {}, .torque = {}});
    Force& force = world.loads[at->second].*which;
    const Vec3 change = values[k] - value_at(force, world.time);
    add_applied(world.bodies.load[world.bodies.local(bodies[k])], turns ? Vec3{} : change,
                turns ? change : Vec3{});
    force = held(values[k]);
  }
}

void Simulation::hold_motor(const MotorOrder& order) {
  World& world = looked_at();
  CAIRN_ASSERT(order.joint < world.joints.size());
  CAIRN_ASSERT(order.role == JointRole::shift || order.role == JointRole::turn);
  const Joint& joint = world.joints[order.joint];
  const JointRow& kind = joints()[static_cast<std::size_t>(joint.kind)];
  const bool turns = order.role == JointRole::turn;
  if (!(turns ? kind.turns : kind.slides))
    throw InputError(fmt::format("joint {} is a {} joint, which does not {}", quote(joint.name), kind.name,
                                 turns ? "turn" : "slide"));
  if (!std::isfinite(order.target)) throw InputError("the target of a motor must be finite");
  add_efforts(world, -1);
  Motor& motor = coordinate_of(world, order.joint, turns).motor;
  motor.asks = order.asks;
  motor.target = Held{order.target};
  add_efforts(world, 1);
}

void Simulation::put(std::span<const BodyOrder> orders) {
  for (const BodyOrder& order : orders) {
    const auto& [uid, x, q, motion] = order;
    const std::uint32_t i = world_.bodies.local(uid);
    CAIRN_ASSERT(i != kNoBody);
    const bool finite = is_finite(x) && is_finite(motion.velocity) && is_finite(motion.spin);
    if (!finite || !(std::abs(q.w * q.w + norm2(q.vector()) - 1) < 1e-9))
      throw InputError("places and motions must be finite, and orientations quaternions of length 1");
    const bool plane = x.y == world_.bodies.place[i].position.y && motion.velocity.y == 0 &&
                       motion.spin.x == 0 && motion.spin.z == 0;
    if (world_.dimension == 2 && !plane)
      throw InputError("in a 2-D scene bodies move in the x-z plane and turn about y");
    const Motion& now = world_.bodies.motion[i];
    const bool same = motion.velocity == now.velocity && motion.spin == now.spin;
    if (is_immobile(world_.bodies.info[i]) && !same)
      throw InputError(
          fmt::format("{} is fixed or driven: the scene or an event gives its motion, as in "
                      "{{motion: {{NAME: {{translation: {{velocity: [0, 0, 1]}}}}}}}}",
                      quote(cairn::body_name(world_, uid))));
  }
  change(Recording::contacts, [&] {
    Bodies& bodies = world_.bodies;
    for (const BodyOrder& order : orders) {
      const std::uint32_t i = bodies.local(order.uid);
      CAIRN_ASSERT(i != kNoBody);
      bodies.place[i].position = order.position;
      bodies.orientation[i] = order.orientation;
      bodies.motion[i] = order.motion;
    }
    return true;
  });
}

void Simulation::use_solver(const std::string& name, std::unique_ptr<ContactSolver> solver) {
  if (!stepper_->use_solver(std::move(solver)))
    throw InputError(fmt::format("the method {} has no contact solver to replace; implicit methods have one",
                                 scene_["method"].chosen()));
  solver_of_caller_ = name;
}

void Simulation::add_measure(NamedMeasure measure) {
  for (const NamedMeasure& other : measures_)
    if (other.name == measure.name)
      throw InputError(fmt::format("the scene has a measure {} already", quote(measure.name)));
  measures_of_caller_.push_back(measure.name);
  measure.last = measure.shown =
      std::vector<double>(measure.measure->columns().size(), std::numeric_limits<double>::quiet_NaN());
  measures_.push_back(std::move(measure));
  // The present row has no values of it.
  const std::size_t wide = columns().size();
  for (std::vector<double>* row : {&row_.values, &row_.due})
    if (!row->empty()) row->resize(wide, std::numeric_limits<double>::quiet_NaN());
}

std::vector<ContactForce> Simulation::present_contacts() {
  const bool has_forces_of_step = report().problem != nullptr;
  if (has_forces_of_step || !report().recorded.empty()) return report().recorded;
  return stepper_->look(looked_at(), threads_);
}

void Simulation::save_outside(Record& record) const {
  std::vector<HeldLoad> loads;
  for (const AppliedLoad& load : world_.loads) {
    if (const auto force = held_value(load.force)) loads.push_back({load.body, 0, *force});
    if (const auto torque = held_value(load.torque)) loads.push_back({load.body, 1, *torque});
  }
  std::vector<HeldMotor> motors;
  for (std::size_t k = 0; k < world_.joints.size(); ++k)
    for (const std::uint32_t turn : {0u, 1u}) {
      const Motor& motor = (turn ? world_.joints[k].turn : world_.joints[k].slide).motor;
      const Held* target = motor.target.target<Held>();
      if (target) motors.push_back({k, turn, static_cast<std::uint32_t>(motor.asks), target->value});
    }
  std::vector<std::string> texts;
  std::vector<std::uint64_t> indices;
  for (const OutsideEvent& event : outside_) {
    texts.push_back(event.text);
    indices.push_back(event.index);
  }
  record.put("outside.loads", loads);
  record.put("outside.loaded", static_cast<std::uint64_t>(loads.size()));
  record.put("outside.motors", motors);
  record.put("outside.events", texts);
  record.put("outside.event_indices", indices);
  record.put("outside.solver", solver_of_caller_);
  record.put("outside.measures", measures_of_caller_);
}

// A solver or measure that only its caller has must be there again.
void Simulation::require_callers(const Record& record) const {
  if (!record.has("outside.solver")) return;
  const auto solver = record.get<std::string>("outside.solver");
  if (solver != solver_of_caller_)
    throw RunError(
        fmt::format("this state was saved with the solver {} of a script: only with it can the run go on",
                    quote(solver.empty() ? "of the scene" : solver)));
  for (const std::string& name : record.get<std::vector<std::string>>("outside.measures"))
    if (std::ranges::find(measures_of_caller_, name) == measures_of_caller_.end())
      throw RunError(
          fmt::format("this state was saved with the measure {} of a script: only with it can the run go on",
                      quote(name)));
}

// Before the world is loaded: groups and shapes that events brought have to be there.
void Simulation::load_events(const Record& record) {
  if (!record.has("outside.events")) return;
  const auto texts = record.get<std::vector<std::string>>("outside.events");
  const auto indices = record.get<std::vector<std::uint64_t>>("outside.event_indices");
  for (std::size_t k = 0; k < std::min(texts.size(), indices.size()); ++k) {
    OutsideEvent outside = read_event(texts[k], fmt::format("event {} from outside", k + 1));
    if (indices[k] == kWaiting) {
      add_waiting(std::move(outside));
    } else {
      if (indices[k] > events_.size()) throw RunError("the checkpoint does not fit the scene: other events");
      insert_event(std::move(outside), indices[k]);
    }
  }
}

// After the events were replayed.
void Simulation::load_held(const Record& record) {
  if (!record.has("outside.loads")) return;
  for (const HeldLoad& load : record.get<std::vector<HeldLoad>>("outside.loads"))
    set_load(world_, {load.body}, load.torque ? &AppliedLoad::torque : &AppliedLoad::force, held(load.value));
  for (const HeldMotor& order : record.get<std::vector<HeldMotor>>("outside.motors")) {
    if (order.joint >= world_.joints.size())
      throw RunError("the checkpoint does not fit the scene: other joints");
    Motor& motor = coordinate_of(world_, order.joint, order.turn != 0).motor;
    motor.asks = static_cast<Motor::Asks>(order.asks);
    motor.target = Held{order.target};
  }
}

}  // namespace cairn
