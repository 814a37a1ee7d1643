// Solvers of the convex problem  min ½ xᵀN x + qᵀx,  x_i ∈ Υ_i,  which is the whole of an associated law, and
// the outer loop that makes Coulomb's law of it.
//
// Lengths are measured block by block with the weight 1/ρ_i: then every block has the same scale, however
// heavy its bodies are, and the exact projections stay what they are. The residual of a task is the natural
// map with the q of the task.
#pragma once

#include <memory>
#include <span>

#include "solvers/attempt.h"

namespace cairn {

struct ConvexTask {
  const ContactProblem& problem;
  Delassus& delassus;       // bound to the problem
  std::span<const Vec3> q;  // of the problem, or shifted
  std::span<Vec3> x;        // in: first guess; out: the best point seen
  std::span<Vec3> nx;       // room for N x
};

// The residual of x, whose N x is there.
double residual(const ConvexTask& task, Threads& threads);

class ConvexSolver {
 public:
  virtual ~ConvexSolver() = default;
  // A new problem: what it needs beside the task. The problem stays the same until the next call.
  virtual void bind(const ContactProblem&) {}
  // Why it can not take this problem; empty: it can.
  virtual std::string refusal(const ContactProblem&) const { return {}; }
  // Whether it knows N by products alone: then rows of joints are eliminated from what it sees. One that
  // factors N keeps them.
  virtual bool needs_products_alone() const { return true; }
  // About how many of its iterations take as long as the factors of a small problem.
  virtual std::uint64_t iterations_of_a_factor() const { return 300; }
  virtual void minimise(const ConvexTask& task, Course& course, Threads& threads) = 0;
};

// A convex solver as a solver of contact problems: one minimisation if no block has slip, else De Saxcé's
// fixed point around it (solvers/de_saxce.cpp).
std::unique_ptr<ContactSolver> contact_solver(std::string name, std::unique_ptr<ConvexSolver> convex);

// Gradients for others to begin with (solvers/apgd.cpp).
std::unique_ptr<ConvexSolver> convex_apgd();

// x⁺ᵢ = Π(yᵢ − t ρᵢ gᵢ) and its like need no sum of their own: they run inside these loops.
inline constexpr std::size_t kConvexBlock = 512;

}  // namespace cairn
