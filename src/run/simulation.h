// A running scene: the world, its stepper, and everything the scene wants done on the way (events, inlets,
// measures, domain, stop condition). One call advances one step. Files, progress and signals are the caller's
// business.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/record.h"
#include "base/threads.h"
#include "base/timer.h"
#include "measure/measure.h"
#include "model/world.h"
#include "results/summary.h"
#include "run/energy_watch.h"
#include "run/schedule.h"
#include "scene/domain.h"
#include "scene/events.h"
#include "scene/inlets.h"
#include "scene/loads.h"
#include "scene/measures.h"
#include "scene/scene.h"
#include "scene/stop.h"
#include "scene/world.h"
#include "step/advice.h"
#include "step/joint_rows.h"
#include "step/stepper.h"

namespace cairn {

// A row of measured values that is due: NaN where a measure is not due at this time.
struct MeasuredRow {
  std::vector<double> values;  // first column is the time
  bool any = false;
  // The last row of a run holds measures that are not due as well. A run that goes on beyond it has `due` in
  // its place, or no row if that is empty.
  bool closing = false;
  std::vector<double> due;
};

class Simulation {
 public:
  Simulation(Scene scene, int threads);
  ~Simulation();

  // Forces of the initial state. Call before the first advance(), unless load() did it.
  void start();
  // Events and inlets that are due, one step, removals, measures. `contacts` asks for the contacts of the new
  // state.
  void advance(Recording recording = Recording::no);
  // True when the last step is done or the stop condition holds.
  bool done() const;
  // Whether the run may be over after this step: the last one, or one at which the stop condition is looked
  // at.
  bool may_end(std::uint64_t step) const;
  std::string stop_reason() const;
  // Goes on to another end than the scene's (--until).
  void run_until(double end);

  const Scene& scene() const { return scene_; }
  // Of this moment. Looking at the whole world costs a pass over the bodies per step; time and step are free.
  const World& world() { return looked_at(); }
  double time() const { return world_.time; }
  std::uint64_t step() const { return world_.step; }
  const Stepper& stepper() const { return *stepper_; }
  void use_vectors(Vectors vectors) { stepper_->use_vectors(vectors); }
  const Schedule& plan() const { return plan_; }
  const StepAdvice& advice() const { return advice_; }
  const StepState& report() const { return stepper_->state(); }
  const std::vector<Event>& events() const { return events_; }  // by time
  const std::vector<NamedMeasure>& measures() const { return measures_; }
  const Warnings& warnings() const { return warnings_; }        // of the build, then of the run
  const std::vector<std::string>& log() const { return log_; }  // what happened: events, removals
  StageTimes& times() { return times_; }
  const std::vector<ContactForce>& contacts() const { return report().recorded; }  // if they were asked for
  Energy energy();
  std::uint64_t hash();

  // Columns of series.csv and the row of this moment, if any measure is due.
  std::vector<Column> columns() const;
  const MeasuredRow& row() const { return row_; }

  double particle_steps() const;  // bodies times steps so far
  // Fills everything that the simulation itself knows.
  void summarise(Summary& summary);

  // --- Changes from outside, between steps (run/simulation_outside.cpp). They belong to the state: save()
  // keeps them, and a run that is resumed goes on with the last values. Bad ones throw InputError and change
  // nothing.
  // An event without a time happens now: "{remove: gate}". `name` is what messages call the text.
  void act(const std::string& event, const std::string& name);
  // A constant force [N] or torque [N m] on each of these free bodies, instead of the scene's.
  void hold_load(std::span<const Uid> bodies, Force AppliedLoad::*which, std::span<const Vec3> values);
  // A motor keeps this speed, position or effort from now on. `role`: shift or turn.
  struct MotorOrder {
    std::size_t joint = 0;
    JointRole role = JointRole::turn;
    Motor::Asks asks = Motor::Asks::nothing;
    double target = 0;
  };
  void hold_motor(const MotorOrder& order);
  // New places and motions of bodies.
  struct BodyOrder {
    Uid uid = 0;
    Vec3 position;
    Quat orientation;
    Motion motion;
  };
  void put(std::span<const BodyOrder> orders);
  // A solver or a measure of the caller. A state that was saved with one is loaded only where it is there
  // again, under the same name.
  void use_solver(const std::string& name, std::unique_ptr<ContactSolver> solver);
  void add_measure(NamedMeasure measure);
  // The contacts of the present state. Methods that solve for impulses know them from the last step, if it
  // recorded them; others look again.
  std::vector<ContactForce> present_contacts();
  // Reports whenever the arrays of bodies are replaced; the caller keeps it alive.
  void be_watched_by(BodiesOnlooker& onlooker) { world_.bodies.onlooker.who = &onlooker; }

  // The whole state but for what the scene says anyway.
  void save(Record& record);
  void load(const Record& record);

 private:
  struct Tally;  // sums for the summary, part of the checkpoint

  // Refuses pairs that the law cannot take, now or after an event. `later`: with all bodies that will come.
  void check_pairs(World later) const;
  void refuse_pairs(const World& later, const std::optional<Mark>& event) const;
  SceneLoad expected_load() const;
  void choose_step();
  // Refuses more steps than can be counted; `key` and `mark` say who asked for this end.
  void plan_to(double end, const char* key, const Mark& mark);
  void check_moduli() const;
  template <class Change>
  void change(Recording recording, Change&& apply);
  void apply_events();
  void feed_inlets();
  void handle_outside(Recording recording);
  void remove(const std::vector<Uid>& outside, Recording recording);
  void count_step();
  bool is_due(const NamedMeasure& measure, std::uint64_t step) const;
  // Limits (run/limits.cpp).
  struct DeepestContact {
    double overlap = 0;  // over the smaller radius
    ContactKey key;      // all zero: not known
  };
  void watch_overlap(const DeepestContact& deepest);
  void watch_last_overlap();
  void watch_solve();
  std::string why_unconverged() const;
  void watch_residual() const;
  void watch_fallbacks();
  void watch_energy(EnergyWatch& watch);
  void warn_of_gain();
  bool knows_all_work() const;
  void expect_recovery();
  double expect_rods();
  std::string pair_of(const DeepestContact& deepest);
  std::string who_gained() const;
  std::string way_out_of_overlap(const DeepestContact& deepest) const;
  std::string way_out_of_gain() const;
  std::string method_name() const;
  std::string body_name(Uid uid) const;
  std::string moment() const;
  void measure();
  void watch_stop();
  double quantity(const std::string& name);

  // An event from outside: its text, and its place in events_.
  struct OutsideEvent {
    std::unique_ptr<Tree> tree;  // the Event refers to the value, which refers to the tree
    std::unique_ptr<Value> value;
    std::string text;  // resolved
    std::uint64_t index = 0;
  };
  void insert_event(const std::string& text, const std::string& name, std::uint64_t index);
  void happen(const Event& event);
  void save_outside(Record& record) const;
  void load_events(const Record& record);
  void load_held(const Record& record);
  void require_callers(const Record& record) const;

  // The world with its last step closed (Stepper::close), which changes nothing that one can see.
  World& looked_at() {
    stepper_->close(world_, threads_);
    return world_;
  }

  Scene scene_;
  Threads threads_;
  Warnings warnings_;
  World world_;
  std::unique_ptr<Stepper> stepper_;
  std::vector<Event> events_;
  std::vector<Inlet> inlets_;
  std::vector<NamedMeasure> measures_;
  std::optional<DomainRule> domain_;
  std::optional<StopRule> stop_;
  StepAdvice advice_;
  Schedule plan_;
  StageTimes times_;
  MeasuredRow row_;
  std::vector<std::string> log_;
  std::unique_ptr<Tally> tally_;
  std::optional<EnergyWatch> closing_energy_;  // with a look at the last step
  CauseCounts causes_{};                       // steps that did not converge
  std::vector<RemovedBody> removed_;
  std::vector<OutsideEvent> outside_;
  std::string solver_of_caller_;                 // its name; empty: none
  std::vector<std::string> measures_of_caller_;  // their names
};

}  // namespace cairn
