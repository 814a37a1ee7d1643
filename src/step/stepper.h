// The interface of all methods: a stepper advances a world by a step and answers the questions of a run.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/record.h"
#include "base/threads.h"
#include "base/timer.h"
#include "base/vectors.h"
#include "model/world.h"
#include "solvers/solver.h"
#include "step/advice.h"
#include "step/report.h"

namespace cairn {

struct Company;
class Territory;

// Differences between methods that matter to a run.
struct MethodFacts {
  bool has_soft_contacts = false;  // contacts overlap in proportion to their load
  bool closes_overlap = false;     // a step closes overlap and wrong rod lengths, which gives speed
  bool hides_overlap = false;      // within the tolerance of its solver, if masses differ
  bool books_loads = true;         // the work of applied loads is booked exactly
  bool chooses_stiffness = false;  // for the load given to adapt()
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Examines the whole world. Call it once before the first step, and again after an outside change of
  // bodies, materials or gravity. Contacts then take their memory from world.memory.
  virtual void start(World& world, Threads& threads, Recording recording = Recording::no) = 0;
  // Continues where another run of these bodies with this method ended; `record` is its checkpoint. The next
  // step has the same bits as in that run. Bodies have the order, memory and loads of that moment.
  virtual void take_over(World& world, Threads& threads, const Record& /*record*/, Recording recording) {
    start(world, threads, recording);
  }
  virtual const StepState& step(World& world, Threads& threads, double h, StageTimes& times,
                                Recording recording = Recording::no) = 0;
  // Brings the velocities to the time of the positions, if a step leaves that to the next one. Call it before
  // anything outside reads the velocities or changes the world. It never changes a bit of the run.
  virtual void close(World&, Threads&) {}
  // Takes these bodies out of the world, if they touch nothing and the method can go on without a new
  // start(). Else it returns false and changes nothing. Call it after close().
  virtual bool let_go(World&, std::span<const Uid> /*leaving*/) { return false; }
  // Writes the memory of contacts to world.memory.
  virtual void remember(World&) const {}

  const StepState& state() const { return state_; }
  // Energies that the step books: all except kinetic and height energy, and the exchange of the run.
  virtual Energy energy() const = 0;
  // All contacts of the present state, at any cost.
  virtual std::vector<ContactForce> look(World& world, Threads& threads) = 0;

  // Queries before the first step. `later` is the world with all bodies that will enter.
  virtual MethodFacts facts() const = 0;
  // The first pair that the law cannot handle.
  virtual std::optional<RefusedPair> refuses(const World& /*later*/) const { return std::nullopt; }
  // Lets the law choose its stiffness for a load. Returns a description of the choice for the log.
  virtual std::string adapt(const Materials&, const SceneLoad&) { return {}; }
  // The step that the bodies need at the largest expected speed [m/s].
  virtual StepAdvice advise(const World& later, double speed) const { return way_advice(later, speed); }
  // Dashpot that a servo wall pulls along before it meets anything [N s/m].
  virtual double servo_drag(const World&, const Drive& drive) const {
    return drive.servo->gain > 0 ? 1 / drive.servo->gain : 0;
  }
  // Warnings about steps h [s] at that speed.
  virtual std::vector<std::string> warnings(const World& later, double speed, double h) const {
    return tunnelling_warning(later, speed, h);
  }

  // Solves with this solver from now on, instead of those of the scene. False if the method has none to
  // replace.
  virtual bool use_solver(std::unique_ptr<ContactSolver> /*solver*/) { return false; }

  // Shares the world among ranks: start() and load() get the whole one on every rank and leave each its part.
  // False if the method cannot.
  virtual bool spread(const Company& /*company*/) { return false; }
  // None if the world is all here.
  virtual const Territory* territory() const { return nullptr; }
  // Replaces the part of each rank by the whole world, after close() and remember(). Only if it is spread.
  virtual void gather(World&) {}

  // Selects code for other vector units than the processor's best. It changes no bit.
  void use_vectors(Vectors vectors) { vectors_ = vectors; }

  // The checkpoint besides the world. On several ranks all make the same, of the whole run.
  virtual void save(Record& record) const = 0;
  virtual void load(World& world, Threads& threads, const Record& record) = 0;

 protected:
  void clear_state(const ContactProblem* problem = nullptr) {
    state_ = {};
    state_.problem = problem;
  }

  StepState state_;
  Vectors vectors_ = best_vectors();
};

}  // namespace cairn
