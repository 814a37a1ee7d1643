// The frame of every solve. A Course has what any iteration needs: how many there were, how the residual
// went, and when to end. An Attempt is the course of a whole contact problem: it completes the solution,
// looks at its residual, keeps the best impulses seen, goes back to them, and reports. A solver is then its
// equations:
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
  double residual() const { return residual_; }  // where the solve stands
  std::uint64_t iterations() const { return iterations_; }
  std::uint64_t left() const { return most_ - iterations_; }
  const History& history() const { return history_; }

  bool is_met() const { return residual_ <= tolerance_; }
  // The residual is not small enough yet; false where it is not a number, which no iteration makes better.
  bool wants_more() const { return residual_ > tolerance_; }
  // No iteration or no time is left. The clock is read when iterations are counted.
  bool is_spent() const { return iterations_ >= most_ || is_late_; }
  bool go_on() const { return wants_more() && !is_spent(); }

  void count(std::uint64_t iterations = 1) {
    iterations_ += iterations;
    CAIRN_ASSERT(iterations_ <= most_);
    is_late_ = deadline_.passed();
  }
  // The residual of the present point. True if it is the least one so far.
  bool take(double residual) {
    residual_ = residual;
    if (!(residual < least_)) return false;
    least_ = residual;
    return true;
  }
  // The same, as a milestone of the history.
  bool note(double residual) {
    history_.add(iterations_, residual);
    return take(residual);
  }
  double least() const { return least_; }

  // A solve inside this one, to another tolerance; it shares the deadline.
  Course part(double tolerance, std::uint64_t most) const { return {tolerance, most, deadline_}; }
  // All iterations and milestones of a part, of a course that has none itself.
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
  // Memory that a solver keeps from one solve to the next.
  struct Room {
    Delassus delassus;
    std::vector<Vec3> best;
  };

  const ContactProblem& problem;
  ContactSolution& solution;  // begins with its own impulses, brought into their sets
  Delassus& delassus;         // bound to the problem
  Threads& threads;

  Attempt(std::string solver, const ContactProblem& problem_, ContactSolution& solution_,
          const SolveLimits& limits, Threads& threads_, Room& room);

  // Velocities of the impulses.
  void complete() { cairn::complete(problem, solution, delassus, threads); }
  // The residual of impulses and velocities as they are.
  void measure();
  // Completes the solution, and notes its residual.
  void look();
  // The velocities belong to the impulses already.
  void note_residual(double residual);
  // Impulses go back to the best ones seen. True if they were others; then the solution is to be completed.
  bool restore_best();

  // Something the user should know.
  void say(std::string note) { note_ = std::move(note); }
  // The solve ends at its best point.
  [[nodiscard]] SolveReport report();

 private:
  void keep() { room_.best.assign(solution.impulse.begin(), solution.impulse.end()); }

  std::string solver_, note_;
  Room& room_;
};

}  // namespace cairn
