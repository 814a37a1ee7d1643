// What every method does: it advances a world by a step, and answers what a run asks about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/record.h"
#include "base/threads.h"
#include "base/timer.h"
#include "base/vectors.h"
#include "model/world.h"
#include "step/advice.h"
#include "step/report.h"

namespace cairn {

// How a method differs from others, as far as a run has to know.
struct MethodFacts {
  bool has_soft_contacts = false;  // they overlap as far as their load asks
  bool closes_overlap = false;     // a step closes overlap and rods that are off their length, with speed
  bool hides_overlap = false;      // in the tolerance of its solver, where masses differ
  bool books_loads = true;         // the work of applied loads is booked exactly
  bool chooses_stiffness = false;  // for the load that adapt() is given
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Looks at the whole world. Call it once before the first step, and again after bodies, materials or
  // gravity were changed from outside; what contacts remember then comes from world.memory.
  virtual void start(World& world, Threads& threads, Recording recording = Recording::no) = 0;
  // Goes on where another run of these bodies with this method ended, whose checkpoint `record` is: the next
  // step has the bits that it would have had there. Bodies have the order, memory and loads of that moment.
  virtual void take_over(World& world, Threads& threads, const Record& /*record*/, Recording recording) {
    start(world, threads, recording);
  }
  virtual const StepState& step(World& world, Threads& threads, double h, StageTimes& times,
                                Recording recording = Recording::no) = 0;
  // Brings the velocities to the time of the positions, where a step leaves that to the next one. Call it
  // before anything outside looks at the velocities or changes the world. It never changes a bit of the run.
  virtual void close(World&, Threads&) {}
  // Brings what contacts remember to world.memory.
  virtual void remember(World&) const {}

  const StepState& state() const { return state_; }
  // Energies that the step books: all but those of motion and height, and what the run exchanged.
  virtual Energy energy() const = 0;
  // All contacts of the present state, however much a look at them costs.
  virtual std::vector<ContactForce> look(World& world, Threads& threads) = 0;

  // Before the first step. `later` is the world with all bodies that will come.
  virtual MethodFacts facts() const = 0;
  // The first pair that the law cannot take.
  virtual std::optional<RefusedPair> refuses(const World& /*later*/) const { return std::nullopt; }
  // Lets the law choose its stiffness for a load. Returns what it chose, for the log.
  virtual std::string adapt(const Materials&, const SceneLoad&) { return {}; }
  // The step that the bodies need, at the largest speed to expect [m/s].
  virtual StepAdvice advise(const World& later, double speed) const { return way_advice(later, speed); }
  // What may go wrong with steps h [s] at that speed.
  virtual std::vector<std::string> warnings(const World& later, double speed, double h) const {
    return tunnelling_warning(later, speed, h);
  }

  // Code for other vectors than the processor's best, where there is a choice. It changes no bit.
  void use_vectors(Vectors vectors) { vectors_ = vectors; }

  // What a checkpoint needs beside the world.
  virtual void save(Record& record) const = 0;
  virtual void load(const World& world, const Record& record) = 0;

 protected:
  void clear_state(const ContactProblem* problem = nullptr) {
    state_ = {};
    state_.problem = problem;
  }

  StepState state_;
  Vectors vectors_ = best_vectors();
};

}  // namespace cairn
