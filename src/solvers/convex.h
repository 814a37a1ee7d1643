// Solvers of the convex problem  min ½ xᵀN x + qᵀx,  x_i ∈ Υ_i,  and the outer loop that solves Coulomb's law
// with it. For an associated law this convex problem is all there is.
//
// Lengths are weighted by 1/ρ_i per block. All blocks then have the same scale, whatever the masses of their
// bodies, and the projections keep their closed forms. The residual of a task is the natural map with the
// task's q.
#pragma once

#include <memory>
#include <span>

#include "problem/residual.h"
#include "solvers/attempt.h"

namespace cairn {

struct ConvexTask {
  const ContactProblem& problem;
  Delassus& delassus;       // bound to the problem
  std::span<const Vec3> q;  // the problem's q, or a shifted one
  std::span<Vec3> x;        // in: first guess; out: the best point seen
  std::span<Vec3> nx;       // room for N x
};

// The residual of x; task.nx must hold N x.
double residual(const ConvexTask& task, Threads& threads);
// The part of block i at x_i with velocity u.
inline ErrorSum error_of(const ConvexTask& task, std::size_t i, const Vec3& x, const Vec3& u) {
  const ContactProblem& problem = task.problem;
  return error_of(problem, i, x, x - project(problem.sets[i], x - problem.rho[i] * u));
}

class ConvexSolver {
 public:
  virtual ~ConvexSolver() = default;
  // Prepares for a new problem, which stays the same until the next call.
  virtual void bind(const ContactProblem&) {}
  // The reason why it cannot take this problem; empty if it can.
  virtual std::string refusal(const ContactProblem&) const { return {}; }
  // True if it uses only products with N; joint rows are then eliminated beforehand. Solvers that factor N
  // keep them.
  virtual bool needs_products_alone() const { return true; }
  // About how many iterations cost as much as factoring a small problem.
  virtual std::uint64_t iterations_of_a_factor() const { return 300; }
  virtual void minimise(const ConvexTask& task, Course& course, Threads& threads) = 0;
};

// Makes a contact solver of a convex one: a single minimisation if no block has slip, else De Saxcé's fixed
// point around it (solvers/de_saxce.cpp).
std::unique_ptr<ContactSolver> contact_solver(std::string name, std::unique_ptr<ConvexSolver> convex);

// Accelerated gradients as a first stage for other solvers (solvers/apgd.cpp).
std::unique_ptr<ConvexSolver> convex_apgd();

// Blocks per task of parallel loops that need no sum.
inline constexpr std::size_t kConvexPart = 512;

}  // namespace cairn
