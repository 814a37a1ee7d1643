// A running scene: the world, its stepper, and everything else that the scene asks for (events, inlets,
// measures, domain, stop condition). One call advances one step. The caller handles files, progress and
// signals.
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
#include "territory/company.h"

namespace cairn {

// A row of measured values; NaN for a measure that is not due at this time.
struct MeasuredRow {
  std::vector<double> values;  // first column is the time
  bool any = false;
  // The last row of a run also holds measures that are not due. If the run is resumed beyond its end, `due`
  // replaces this row; an empty `due` means no row.
  bool closing = false;
  std::vector<double> due;
};

class Simulation {
 public:
  // With a company of several ranks, every rank makes the same Simulation and calls it in the same way. Each
  // builds the whole world, and keeps its part of it after start() or load(). Throws InputError for a scene
  // that cannot be spread.
  Simulation(Scene scene, int threads, std::optional<Company> company = {});
  ~Simulation();

  // Computes the forces of the initial state. Call it before the first advance(), or call load() instead.
  void start();
  // Applies events and inlets that are due, makes one step, removes bodies and takes measures.
  // `Recording::contacts` also records the contacts of the new state.
  void advance(Recording recording = Recording::no);
  // True when the last step is done or the stop condition holds.
  bool done() const;
  // True if the run may end after this step: it is the last one, or one that checks the stop condition.
  bool may_end(std::uint64_t step) const;
  std::string stop_reason() const;
  // Replaces the end of the scene by another one (--until).
  void run_until(double end);

  const Scene& scene() const { return scene_; }
  // The present world. This costs a pass over the bodies per step; time() and step() cost nothing. On several
  // ranks they gather it on all of them.
  const World& world() { return looked_at(); }
  std::uint64_t body_count() const;
  double time() const { return world_.time; }
  std::span<const Joint> joint_list() const { return world_.joints; }
  std::uint64_t step() const { return world_.step; }
  const Stepper& stepper() const { return *stepper_; }
  void use_vectors(Vectors vectors) { stepper_->use_vectors(vectors); }
  const Schedule& plan() const { return plan_; }
  const StepAdvice& advice() const { return advice_; }
  const StepState& report() const { return stepper_->state(); }
  const std::vector<Event>& events() const { return events_; }  // by time
  const std::vector<ConditionalEvent>& conditional_events() const { return conditional_; }
  const std::vector<NamedMeasure>& measures() const { return measures_; }
  const Warnings& warnings() const { return warnings_; }        // of the build, then of the run
  const std::vector<std::string>& log() const { return log_; }  // events, and what the method chose
  StageTimes& times() { return times_; }
  const std::vector<ContactForce>& contacts() const { return report().recorded; }  // if recorded
  Energy energy();
  std::uint64_t hash();

  // Columns of series.csv, and the row of the last step if any measure was due.
  std::vector<Column> columns() const;
  const MeasuredRow& row() const { return row_; }

  double particle_steps() const;  // bodies times steps so far
  // Fills in everything that the simulation itself knows.
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

  // The whole state, except for everything that the scene defines.
  void save(Record& record);
  void load(const Record& record);

 private:
  struct Tally;  // sums for the summary, part of the checkpoint

  // Throws InputError for a pair of materials that the law cannot handle, now or after an event. `later`: the
  // world with all bodies that will come.
  void check_pairs(World later) const;
  void refuse_pairs(const World& later, const std::optional<Mark>& event) const;
  SceneLoad expected_load() const;
  void choose_step();
  // Throws InputError if there are more steps than can be counted. `key` and `mark` say where the end comes
  // from.
  void plan_to(double end, const char* key, const Mark& mark);
  void check_moduli() const;
  template <class Change>
  void change(Recording recording, Change&& apply);
  void apply_events();
  void feed_inlets();
  void handle_outside(Recording recording);
  void remove(const std::vector<Uid>& outside, Recording recording);
  bool let_go(const std::vector<Uid>& outside);
  void count_step();
  bool is_due(const NamedMeasure& measure, std::uint64_t step) const;
  // Limits (run/limits.cpp).
  struct DeepestContact {
    double overlap = 0;  // over the smaller radius
    ContactKey key;      // all zero: unknown
  };
  void watch_overlap(const DeepestContact& deepest);
  void watch_last_overlap();
  void watch_solve();
  std::string why_unconverged() const;
  void watch_residual() const;
  void watch_motors();
  void watch_inlets();
  void look_at_servos();
  void watch_fallbacks();
  void watch_energy(EnergyWatch& watch);
  void warn_of_gain();
  bool knows_all_work() const;
  void expect_recovery();
  double expect_rods();
  std::string pair_of(const DeepestContact& deepest);
  std::optional<ContactForce> deepest_contact();
  double overlap_ahead(double overlap);
  std::string who_gained() const;
  std::string way_out_of_overlap(const DeepestContact& deepest);
  std::string way_out_of_gain() const;
  std::string method_name() const;
  std::string body_name(Uid uid) const;
  std::string moment() const;
  void measure();
  // Conditions (run/conditions.cpp).
  void watch_stop();
  void watch_events();
  void watch_flags();
  bool is_due(const WatchedCondition& watched, std::uint64_t step) const;
  bool is_ready(const ConditionalEvent& waiting) const;
  void update(ConditionalEvent& waiting);
  bool holds(const WatchedCondition& watched);
  double quantity(const WatchedQuantity& watched);
  bool has_happened(const std::string& event) const;
  void let_happen(std::size_t conditional);
  std::vector<std::string> all_event_names() const;

  // An event from outside: its text, and its place in events_.
  struct OutsideEvent {
    std::unique_ptr<Tree> tree;  // the Event refers to the value, which refers to the tree
    std::unique_ptr<Value> value;
    std::string text;         // resolved
    std::uint64_t index = 0;  // kWaiting: in conditional_
  };
  static constexpr std::uint64_t kWaiting = ~std::uint64_t{0};
  // An occurrence of a conditional event, for the replay when a run is resumed.
  struct Occurrence {
    std::uint64_t event = 0, after = 0;  // into conditional_; number of events with a time before it
    double at = 0;
  };
  OutsideEvent read_event(const std::string& text, const std::string& name) const;
  void insert_event(OutsideEvent outside, std::uint64_t index);
  void add_waiting(OutsideEvent outside);
  void happen(const Event& event, double start, const std::string& why);
  void replay_events();
  void save_outside(Record& record) const;
  void load_events(const Record& record);
  void load_conditions(const Record& record);
  void load_held(const Record& record);
  void require_callers(const Record& record) const;

  // --- Several ranks (run/simulation_ranks.cpp)
  bool is_spread() const { return has_started_ && stepper_->territory() != nullptr; }
  void join(const Company& company);
  void require_spreadable() const;
  // The whole world as it was last looked at.
  const World& seen() const { return whole_ ? *whole_ : world_; }
  // The whole world of a spread run.
  World& gathered();
  std::vector<Uid> outside_bodies();

  // The world after Stepper::close(), which completes the last step and changes no result.
  World& looked_at() {
    stepper_->close(world_, threads_);
    return is_spread() ? gathered() : world_;
  }

  Scene scene_;
  Threads threads_;
  Warnings warnings_;
  World world_;                 // on several ranks, once the run has started: the part of this rank
  std::optional<World> whole_;  // of a spread run, if it was looked at since the last change
  bool has_started_ = false;
  std::unique_ptr<Stepper> stepper_;
  std::vector<Event> events_;
  std::vector<ConditionalEvent> conditional_;
  std::vector<Occurrence> occurrences_;  // of conditional events, in order
  std::vector<Inlet> inlets_;
  std::vector<NamedMeasure> measures_;
  std::optional<DomainRule> domain_;
  std::optional<Rule> stop_;
  StepAdvice advice_;
  Schedule plan_;
  StageTimes times_;
  MeasuredRow row_;
  std::vector<std::string> log_;
  std::unique_ptr<Tally> tally_;
  std::optional<EnergyWatch> closing_energy_;  // with the energy of the last step
  CauseCounts causes_{};                       // steps that did not converge, by cause
  std::vector<RemovedBody> removed_;
  std::vector<OutsideEvent> outside_;
  std::string solver_of_caller_;                 // its name; empty: none
  std::vector<std::string> measures_of_caller_;  // their names
};

}  // namespace cairn
