// Gauss-Seidel sweeps: a rule gives each block in turn a new impulse from its current u = N γ + q. With
// bodies, the change updates their velocities at once, v += M⁻¹D_i Δγ (short form for balls:
// solvers/ball_rows.h). Without bodies, u_i is the product with row i of N.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "base/assert.h"
#include "base/random.h"
#include "base/vectors.h"
#include "problem/contact_problem.h"
#include "solvers/ball_rows.h"
#include "solvers/block_frame.h"
#include "text/value.h"

namespace cairn {

enum class Order { key, coloured, shuffled };
enum class Way { forwards, backwards };
enum class Acceleration { none, momentum };

struct SweepOptions {
  Order order = Order::coloured;
  bool alternating = false;  // every second sweep runs backwards
  std::uint64_t seed = 1;    // for the shuffled order
  Acceleration acceleration = Acceleration::momentum;
};

// How far a sweep moved the impulses [N s].
struct SweepMove {
  double sum2 = 0;                      // Σ ‖Δγ‖²
  double normal2 = 0, tangential2 = 0;  // largest Δγ_n² and |Δγ_t|²

  SweepMove& operator+=(const SweepMove& b) {
    sum2 += b.sum2;
    normal2 = std::max(normal2, b.normal2);
    tangential2 = std::max(tangential2, b.tangential2);
    return *this;
  }
  // max|Δγ_n| + max|Δγ_t|.
  double largest() const { return std::sqrt(normal2) + std::sqrt(tangential2); }
};

class Sweeper {
 public:
  explicit Sweeper(const SweepOptions& options) : options_(options) {}

  const SweepOptions& options() const { return options_; }
  // Turns off the short form for balls.
  void look_at_all_alike() { short_form_ = false; }

  // One sweep. rule(i, γ_i, u_i) returns the new impulse of block i; rule(row, γ_i, u_i) does so for a
  // contact between balls. At the beginning `solution.bodies` holds the velocities that belong to its
  // impulses.
  template <class Rule>
  SweepMove sweep(const ContactProblem& problem, ContactSolution& solution, std::uint64_t number,
                  Threads& threads, const Rule& rule) {
    CAIRN_ASSERT(solution.impulse.size() == problem.size());
    CAIRN_ASSERT(!problem.has_bodies() || solution.bodies.size() == problem.bodies.size());
    CAIRN_ASSERT(balls_.empty() || number == 0 || balls_.size() == problem.size());
    // The first sweep of a solve sets up the random order and the short form.
    if (number == 0) {
      random_ = Random(options_.seed);
      if (short_form_) find_balls(problem, threads, balls_);
    }
    const Way way = options_.alternating && number % 2 == 1 ? Way::backwards : Way::forwards;
    if (options_.order == Order::shuffled) shuffle(static_cast<std::uint32_t>(problem.size()));
    const Visited visited{balls_, solution.impulse, solution.bodies};
    return walk(problem, way, threads, [&](std::uint32_t i, SweepMove& moved) CAIRN_INLINE {
      if (!visited.balls.empty() && visited.balls[i].law != BallLaw::none)
        visit_balls(visited, i, rule, moved);
      else
        visit_any(problem, solution, i, rule, moved);
    });
  }

  // Adds more(i, γ_i) to each impulse and updates the bodies, in the order of the last sweep.
  template <class More>
  void shift(const ContactProblem& problem, ContactSolution& solution, Threads& threads, const More& more) {
    CAIRN_ASSERT(solution.impulse.size() == problem.size());
    const Visited visited{balls_, solution.impulse, solution.bodies};
    walk(problem, Way::forwards, threads, [&](std::uint32_t i, SweepMove&) CAIRN_INLINE {
      Vec3& gamma = visited.impulse[i];
      const Vec3 change = more(i, gamma);
      if (change == Vec3{}) return;
      gamma += change;
      if (!visited.balls.empty() && visited.balls[i].law != BallLaw::none)
        BallFrame(visited.balls[i]).push(visited.balls[i], change, visited.bodies);
      else
        push_any(problem, i, change, solution);
    });
  }

 private:
  static constexpr std::uint32_t kPartsPerTask = 32;
  static constexpr std::uint32_t kBodiesAhead = 5, kRowsAhead = 16;

  // Data of the visits of balls.
  struct Visited {
    std::span<const BallRow> balls;
    std::span<Vec3> impulse;
    std::span<BodyState> bodies;
  };

  static CAIRN_INLINE void note(const Vec3& change, SweepMove& moved) {
    const double n2 = change.x * change.x, t2 = change.y * change.y + change.z * change.z;
    moved += {n2 + t2, n2, t2};
  }

  // Visits one contact between balls: new impulse, new body velocities, length of the change. A contact that
  // stays as it is, as open ones do, moves nothing.
  template <class Rule>
  static CAIRN_INLINE void visit_balls(const Visited& visited, std::uint32_t i, const Rule& rule,
                                       SweepMove& moved) {
    const BallRow& row = visited.balls[i];
    fetch(visited, i);
    const BallFrame frame(row);
    const Vec3 before = visited.impulse[i], after = rule(row, before, frame.velocity(row, visited.bodies));
    const Vec3 change = after - before;
    if (change == Vec3{}) return;
    visited.impulse[i] = after;
    frame.push(row, change, visited.bodies);
    note(change, moved);
  }

  // The same for any block.
  template <class Rule>
  static __attribute__((noinline)) void visit_any(const ContactProblem& problem, ContactSolution& solution,
                                                  std::uint32_t i, const Rule& rule, SweepMove& moved) {
    const bool fits = problem.has_bodies() && !problem.blocks[i].turning;
    const Vec3 before = solution.impulse[i];
    Vec3 after;
    if (fits) {
      const BlockFrame frame(problem.blocks[i]);
      Vec3 u = frame.velocity(solution.bodies) + problem.bias[i];
      if (!problem.compliance.empty()) u += scaled(problem.compliance[i], before);
      after = rule(i, before, u);
      if (after != before) frame.push(problem, i, after - before, solution.bodies);
    } else {
      after = rule(i, before, velocity(problem, solution, i));
      if (problem.has_bodies()) push_bodies(problem, i, after - before, solution.bodies);
    }
    solution.impulse[i] = after;
    note(after - before, moved);
  }
  static __attribute__((noinline)) void push_any(const ContactProblem& problem, std::uint32_t i,
                                                 const Vec3& change, ContactSolution& solution) {
    if (!problem.has_bodies()) return;
    if (problem.blocks[i].turning)
      push_bodies(problem, i, change, solution.bodies);
    else
      BlockFrame(problem.blocks[i]).push(problem, i, change, solution.bodies);
  }

  // Prefetches the bodies and rows of visits that follow soon.
  static CAIRN_INLINE void fetch(const Visited& visited, std::uint32_t i) {
    const std::size_t last = visited.balls.size() - 1;
    const BallRow& next = visited.balls[std::min<std::size_t>(i + kBodiesAhead, last)];
    if (next.a != BallRow::kPrescribed) __builtin_prefetch(&visited.bodies[next.a]);
    if (next.b != BallRow::kPrescribed) __builtin_prefetch(&visited.bodies[next.b]);
    const BallRow& later = visited.balls[std::min<std::size_t>(i + kRowsAhead, last)];
    __builtin_prefetch(&later);
    __builtin_prefetch(&later.normal);
  }

  static Vec3 velocity(const ContactProblem& problem, const ContactSolution& solution, std::uint32_t i) {
    return problem.has_bodies() ? velocity_at(problem, solution, i)
                                : row_product(problem.matrix, i, solution.impulse) + problem.q[i];
  }

  // Calls visit(block, moved) for every block in the chosen order.
  template <class Visit>
  SweepMove walk(const ContactProblem& problem, Way way, Threads& threads, const Visit& visit) {
    if (options_.order == Order::coloured) return coloured(problem, way, threads, visit);
    // Key order or a shuffled order: one visit after the other, on one thread.
    const auto n = static_cast<std::uint32_t>(problem.size());
    const std::span<const std::uint32_t> order =
        options_.order == Order::shuffled ? std::span<const std::uint32_t>(shuffled_) : problem.key_order;
    SweepMove moved;
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t at = way == Way::backwards ? n - 1 - k : k;
      visit(order.empty() ? at : order[at], moved);
    }
    return moved;
  }

  // The same by colours: parts of a colour share no body and run in parallel.
  template <class Visit>
  SweepMove coloured(const ContactProblem& problem, Way way, Threads& threads, const Visit& visit) {
    const bool backwards = way == Way::backwards;
    // Index of the k-th visit of the part whose range is ends[0] to ends[1].
    const auto place = [backwards](const std::uint32_t* ends, std::uint32_t k) {
      return backwards ? ends[1] - 1 - k : ends[0] + k;
    };
    const SweepPlan& plan = problem.sweep;
    CAIRN_ASSERT(!plan.colours.empty() && plan.colours.back() + 1 == plan.parts.size());
    CAIRN_ASSERT(plan.parts.back() == problem.size());
    const std::size_t groups = plan.colours.size() - 1;
    SweepMove moved;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t group = backwards ? groups - 1 - g : g;
      const std::uint32_t first = plan.colours[group], last = plan.colours[group + 1];
      moved_.assign((last - first + kPartsPerTask - 1) / kPartsPerTask, {});
      parallel_for(threads, last - first, kPartsPerTask,
                   [&](std::size_t begin, std::size_t end, std::size_t task) {
                     SweepMove sum;
                     // Interleave two parts. They share no body, so one proceeds while the other waits for
                     // its last visit.
                     for (std::size_t c = begin; c < end; c += 2) {
                       const std::uint32_t* part = &plan.parts[first + c];
                       const std::uint32_t n = part[1] - part[0], m = c + 1 < end ? part[2] - part[1] : 0;
                       for (std::uint32_t k = 0; k < std::max(n, m); ++k) {
                         if (k < n) visit(plan.block(place(part, k)), sum);
                         if (k < m) visit(plan.block(place(part + 1, k)), sum);
                       }
                     }
                     moved_[task] = sum;
                   });
      for (const SweepMove& part : moved_) moved += part;
    }
    return moved;
  }

  void shuffle(std::uint32_t n) {
    shuffled_.resize(n);
    std::iota(shuffled_.begin(), shuffled_.end(), 0u);
    for (std::uint32_t k = n; k > 1; --k)
      std::swap(shuffled_[k - 1], shuffled_[static_cast<std::size_t>(random_.uniform() * k)]);
  }

  SweepOptions options_;
  Random random_;
  bool short_form_ = true;
  std::vector<BallRow> balls_;
  std::vector<SweepMove> moved_;
  std::vector<std::uint32_t> shuffled_;
};

// The options of every solver that sweeps, and their values as read from a scene.
std::vector<Option> sweep_options();
SweepOptions read_sweep_options(const Value& options);

}  // namespace cairn
