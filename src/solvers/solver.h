// A solver finds the impulses of a contact problem. It stops when the residual (problem/residual.h) reaches
// the tolerance, and otherwise reports that it did not converge. It then returns the best solution it saw.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "problem/contact_problem.h"
#include "text/table.h"

namespace cairn {

struct SolveLimits {
  double tolerance = 1e-6;  // of the residual
  std::uint64_t max_iterations = 1000;
  double seconds = 0;  // wall time; 0: no limit
};

// The residual after a number of iterations.
struct Milestone {
  std::uint64_t iteration = 0;
  double residual = 0;
};

// The course of the residual. It keeps at most 64 milestones; when they are full, every second one is
// dropped.
class History {
 public:
  void add(std::uint64_t iteration, double residual);
  std::span<const Milestone> milestones() const { return {milestone_.data(), count_}; }

 private:
  std::array<Milestone, 64> milestone_{};
  std::size_t count_ = 0;
  std::uint64_t seen_ = 0, every_ = 1;
};

// Counted work of solves: visits of blocks, by row of the table of solvers. An iteration of a solver that
// factors matrices counts as 50 + blocks/10 sweeps, one of primal_newton as 300 at most (docs/solvers.md).
// Nothing here depends on a clock.
struct SolverWork {
  static constexpr std::size_t kMost = 16;  // solvers
  std::array<double, kMost> visits{};

  SolverWork& operator+=(const SolverWork& b) {
    for (std::size_t k = 0; k < kMost; ++k) visits[k] += b.visits[k];
    return *this;
  }
};
// The visits that one iteration of a solver counts as.
double visits_of_iteration(const std::string& solver, std::size_t blocks);
// The work of some iterations of a solver of the table.
SolverWork work_of(const std::string& solver, std::size_t blocks, std::uint64_t iterations);

struct [[nodiscard]] SolveReport {
  bool converged = false;
  std::uint64_t iterations = 0;
  double residual = 0;
  std::string solver;  // the solver that found it; `auto` and fall-backs name the solvers they used
  std::string note;    // something the user should know, such as a parameter beyond its limit
  History history;     // the residual each time it was computed
  SolverWork work;     // of the parts of `auto`; empty: all iterations are the solver's own
};

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;
  // The impulses of `solution` are the first guess and are projected into their sets. If their number differs
  // from the problem's, the guess is zero.
  virtual SolveReport solve(const ContactProblem& problem, ContactSolution& solution,
                            const SolveLimits& limits, Threads& threads) = 0;
};

// Wall-clock limit of a solve.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : limited_(seconds > 0),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(limited_ ? seconds : 0))) {}
  bool passed() const { return limited_ && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool limited_;
  Clock::time_point end_;
};

// Requirements of a solver on every row. `cones` includes cones that are shifted or cut flat.
enum class Needs { nothing, compliance, cones };

// Properties of the rows of a law.
struct RowTraits {
  bool compliance = false, cones = true;
};

// One row of the table of solvers.
struct SolverRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ContactSolver> (*make)(const Value& options);
  bool is_general = true;  // takes every kind of problem: rigid, compliant, redundant, from worlds or files
  Needs needs = Needs::nothing;
};

const Table<SolverRow>& solvers();

// The reason why a solver cannot take such rows, and the solvers that can. Empty if it can.
std::string refusal(const SolverRow& row, const RowTraits& rows);

}  // namespace cairn
