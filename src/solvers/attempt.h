// The frame of every solve. A Course counts iterations, records the residual and decides when to stop. An
// Attempt is the course of a whole contact problem: it computes the velocities, measures the residual, keeps
// the best impulses seen, and reports. A solver then only adds its equations:
//   Attempt attempt("name", problem, solution, limits, threads, room_);
//   for (attempt.look(); attempt.go_on(); attempt.look()) {
//     change(attempt.solution.impulse);
//     attempt.count();
//   }
//   return attempt.report();
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "problem/delassus.h"
#include "solvers/solver.h"

namespace cairn {

class Course {
 public:
  explicit Course(const SolveLimits& limits)
      : Course(limits.tolerance, limits.max_iterations, Deadline(limits.seconds)) {}

  double tolerance() const { return tolerance_; }
  double residual() const { return residual_; }  // of the present point
  std::uint64_t iterations() const { return iterations_; }
  std::uint64_t left() const { return most_ - iterations_; }
  const History& history() const { return history_; }

  bool is_met() const { return residual_ <= tolerance_; }
  // True if the residual is above the tolerance. False if it is NaN, because no iteration repairs that.
  bool wants_more() const { return residual_ > tolerance_; }
  // True if no iterations or no time are left. The clock is read only in count().
  bool is_spent() const { return iterations_ >= most_ || is_late_; }
  bool go_on() const { return wants_more() && !is_spent(); }

  void count(std::uint64_t iterations = 1) {
    iterations_ += iterations;
    CAIRN_ASSERT(iterations_ <= most_);
    is_late_ = deadline_.passed();
  }
  // Sets the residual of the present point. True if it is the smallest so far.
  bool take(double residual) {
    residual_ = residual;
    if (!(residual < least_)) return false;
    least_ = residual;
    return true;
  }
  // The same, and adds a milestone to the history.
  bool note(double residual) {
    history_.add(iterations_, residual);
    return take(residual);
  }
  double least() const { return least_; }

  // A solve inside this one, with its own tolerance. It shares the deadline.
  Course part(double tolerance, std::uint64_t most) const { return {tolerance, most, deadline_}; }
  // Takes over all iterations and milestones of a part. This course must have none of its own.
  void adopt(const Course& part);

 private:
  Course(double tolerance, std::uint64_t most, const Deadline& deadline)
      : tolerance_(tolerance), most_(most), deadline_(deadline) {
    CAIRN_ASSERT(tolerance >= 0);
  }

  double tolerance_;
  std::uint64_t most_, iterations_ = 0;
  Deadline deadline_;
  bool is_late_ = false;
  double residual_ = std::numeric_limits<double>::infinity();
  double least_ = std::numeric_limits<double>::infinity();
  History history_;
};

class Attempt : public Course {
 public:
  // Memory that a solver keeps between solves.
  struct Room {
    Delassus delassus;
    std::vector<Vec3> best;
  };

  const ContactProblem& problem;
  ContactSolution& solution;  // starts with its given impulses, projected into their sets
  Delassus& delassus;         // bound to the problem
  Threads& threads;

  Attempt(std::string solver, const ContactProblem& problem_, ContactSolution& solution_,
          const SolveLimits& limits, Threads& threads_, Room& room);

  // Computes the velocities of the present impulses.
  void complete() { cairn::complete(problem, solution, delassus, threads); }
  // Measures the residual of the present impulses and velocities.
  void measure();
  // Computes the velocities and notes their residual.
  void look();
  // Notes a residual whose velocities already belong to the impulses.
  void note_residual(double residual);
  // Restores the best impulses seen, if the present ones are worse. True if it did; the caller then has to
  // call complete().
  bool restore_best();

  // A note for the user.
  void say(std::string note) { note_ = std::move(note); }
  // Ends the solve at its best point.
  [[nodiscard]] SolveReport report();

 private:
  void keep() { room_.best.assign(solution.impulse.begin(), solution.impulse.end()); }

  std::string solver_, note_;
  Room& room_;
};

}  // namespace cairn
