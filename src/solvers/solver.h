// A solver finds the impulses of a contact problem. It stops when the residual (problem/residual.h) is at the
// tolerance, or says that it did not get there; a solution that is not converged is the best one it saw.
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

// The residual after so many iterations.
struct Milestone {
  std::uint64_t iteration = 0;
  double residual = 0;
};

// How the residual went: never more than 64 milestones, evenly thinned out when there would be more.
class History {
 public:
  void add(std::uint64_t iteration, double residual);
  std::span<const Milestone> milestones() const { return {milestone_.data(), count_}; }

 private:
  std::array<Milestone, 64> milestone_{};
  std::size_t count_ = 0;
  std::uint64_t seen_ = 0, every_ = 1;
};

struct [[nodiscard]] SolveReport {
  bool converged = false;
  std::uint64_t iterations = 0;
  double residual = 0;
  std::string solver;  // that found it; `auto` and fall-backs say here what they took
  std::string note;    // something the user should know, such as a parameter beyond its limit
  History history;     // where the residual was looked at
};

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;
  // The impulses of `solution` are the first guess, brought into their sets; of another size than the
  // problem's they count as zero.
  virtual SolveReport solve(const ContactProblem& problem, ContactSolution& solution,
                            const SolveLimits& limits, Threads& threads) = 0;
};

// Tells when a solve has used up its time.
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

// What a solver asks of every row; cones may be shifted or cut flat.
enum class Needs { nothing, compliance, cones };

// What rows of a law have.
struct RowTraits {
  bool compliance = false, cones = true;
};

// One row of the table of solvers.
struct SolverRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ContactSolver> (*make)(const Value& options);
  bool is_general =
      true;  // for problems of every kind: rigid or not, redundant or not, from worlds and files
  Needs needs = Needs::nothing;
};

const Table<SolverRow>& solvers();

// Why a solver can not take such rows, and which ones can; empty: it can.
std::string refusal(const SolverRow& entry, const RowTraits& rows);

}  // namespace cairn
