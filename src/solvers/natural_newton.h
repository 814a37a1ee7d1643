// Newton's method on the natural map, the finish of every solver that wants the last digits.
//   F_i(γ) = γ_i − P_i(γ_i − ρ_i ũ_i),  u = N γ + q
//   J_ij = (1 − G_i) δ_ij + G_i ρ_i S_i (N_ij + ε/ρ_i δ_ij),   G = ∂P,  S = 1 + slip e_n τᵀ,  τ = u_t/|u_t|
//   γ ← γ + α J⁻¹(−F),  α = 1, ½, ¼ … until the residual falls
// Blocks with G = 0 (open contacts) leave the system: their impulse goes to P at once. ε keeps the system
// regular where contacts are redundant; it grows when a step fails, and shrinks when one succeeds, which
// makes the method one of proximal points. Coulomb's law is built in. Converges quadratically from near a
// solution; from afar a step may fail at every ε, and the caller has to come nearer by other means. [AB21
// (3.45); Alart & Curnier 1991; Qi & Sun 1993]
#pragma once

#include <vector>

#include "math/sparse.h"
#include "problem/matrix_assembler.h"
#include "solvers/attempt.h"

namespace cairn {

class NaturalNewton {
 public:
  // N of a problem as a matrix: before the first step, and for every new problem.
  void bind(const ContactProblem& problem) { matrix_ = &assembler_.assemble(problem); }

  // Steps from the impulses and velocities of the attempt, which stay the best ones, until the residual is at
  // the tolerance, or no step lowers it, or there have been `most` of them.
  void refine(Attempt& attempt, std::uint64_t most);

 private:
  void differentiate(const ContactProblem& problem, const ContactSolution& solution);
  void fill(const ContactProblem& problem, double epsilon);
  bool find_step(const ContactProblem& problem, double epsilon);
  bool search(Attempt& attempt);

  MatrixAssembler assembler_;
  const BlockMatrix* matrix_ = nullptr;
  SparseMatrix jacobian_;
  SparseLu lu_;
  std::vector<Mat3> g_, gs_;    // G_i and G_i S_i
  std::vector<Vec3> f_, step_;  // F_i, Δγ_i
  std::vector<Vec3> trial_, nd_, trial_u_;
  std::vector<int> place_;  // of an active block in the system; −1: none
  std::vector<double> right_;
};

}  // namespace cairn
