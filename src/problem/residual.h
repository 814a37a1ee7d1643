// The error of a solution. Every solver stops by one number made of the natural maps of the blocks,
//   f_i = γ_i − P(γ_i − ρ_i ũ_i),     ρ_i = 1/λ_max(N_ii)
// which has no unit and is zero only at a solution. A problem that knows its speed, as all problems of runs
// do, counts errors as velocities (docs/theory/residual.md):
//   e = (Σ ‖f_i/ρ_i‖² / n)^½ / V      n: blocks with γ_i ≠ 0 or f_i ≠ 0
//   V² = speed² + mean of ‖f_i/ρ_i‖² at γ = 0 over the blocks where it is not 0
// Other problems, such as files, count them as impulses:
//   e = (Σ ‖f_i‖²)^½ / (Σ ‖ρ_i q_i‖²)^½
// Accuracy adds errors in physical terms.
#pragma once

#include <cmath>
#include <span>

#include "base/threads.h"
#include "problem/contact_problem.h"

namespace cairn {

// The sums of a residual, which a solver may collect in a pass of its own.
struct ErrorSum {
  double squares = 0, blocks = 0;
  ErrorSum& operator+=(const ErrorSum& b) { return squares += b.squares, blocks += b.blocks, *this; }
};
// The part of block i, with its natural map f_i = `miss`.
inline ErrorSum error_of(const ContactProblem& problem, std::size_t i, const Vec3& gamma, const Vec3& miss) {
  if (problem.pace == 0) return {norm2(miss), 0};
  const double lightness = problem.lightness[i];
  if (lightness == 0 || (gamma == Vec3{} && miss == Vec3{})) return {};
  return {lightness * lightness * norm2(miss), 1};
}
inline double residual(const ContactProblem& problem, const ErrorSum& sum) {
  if (problem.pace == 0) return std::sqrt(sum.squares) / problem.scale;
  return sum.squares == 0 ? 0 : std::sqrt(sum.squares / sum.blocks) / problem.pace;
}

double residual(const ContactProblem& problem, std::span<const Vec3> impulse, std::span<const Vec3> velocity,
                Threads& threads);
// The residual in the form of impulses, whatever the problem knows.
double impulse_residual(const ContactProblem& problem, const ContactSolution& solution, Threads& threads);

// Estimate of the error of the velocities [m/s],
//   δ = (2 Σ |γ_i·ũ_i| / M)^½
// with M the mass of the bodies that have a block. For an associated law and velocities in the dual cones
//   |v − v*|²_M = (γ − γ*)·(u − u*) = γ·u − γ·u* − γ*·u ≤ γ·u
// so δ is at least √2 times the root mean square error, weighted by mass. Otherwise it is an estimate.
// Blocks other than cones and half lines count by (γ_i − P(γ_i − ρ_i ũ_i))·ũ_i. NaN without bodies.
double velocity_error(const ContactProblem& problem, const ContactSolution& solution, Threads& threads);
// Σ |γ_i·ũ_i|, as above [J].
double energy_gap(const ContactProblem& problem, const ContactSolution& solution, Threads& threads);

// True if the projection of the natural map sets this contact's impulse to zero. `velocity` is ũ, with De
// Saxcé's correction. Interior-point solvers leave small impulses on open contacts and call this to remove
// them, because laws with memory treat a contact with an impulse as closed.
inline bool is_open(const ContactProblem& problem, std::size_t i, const Vec3& gamma, const Vec3& velocity) {
  return project(problem.sets[i], gamma - problem.rho[i] * velocity) == Vec3{};
}

struct [[nodiscard]] Accuracy {
  double residual = 0;           // in the form of impulses
  double fclib = 0;              // the same with ρ = 1, over ‖q‖ (1 if q = 0); depends on units
  double penetration_speed = 0;  // largest −u_n of a contact [m/s]
  double cone_violation = 0;     // largest distance of an impulse from its set [N s]
  double complementarity = 0;    // Σ γ·ũ of cones, shifted by the cohesion [J]
};
Accuracy accuracy(const ContactProblem& problem, const ContactSolution& solution, Threads& threads);

}  // namespace cairn
