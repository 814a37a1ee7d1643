// Newton's method on the natural map, for the last digits of a solution.
//   F_i(γ) = γ_i − P_i(γ_i − ρ_i ũ_i),  u = N γ + q
//   J_ij = (1 − G_i + ε G_i) δ_ij + G_i ρ_i S_i N_ij,   G = ∂P,  S = 1 + slip e_n τᵀ,  τ = u_t/|u_t|
//   γ ← γ + α J⁻¹(−F),  α = 1, ½, ¼ … until the residual falls
// Blocks with G = 0 (open contacts) leave the system: their impulse is set to P at once. ε keeps the system
// regular when contacts are redundant. It grows when a step fails and shrinks when one succeeds, as in a
// proximal point method. Coulomb's law is built in. Converges quadratically near a solution. Far away a step
// may fail at every ε, and the caller has to get closer by other means. [AB21 (3.45); AC91; QS93]
#pragma once

#include <vector>

#include "math/sparse.h"
#include "problem/matrix_assembler.h"
#include "solvers/attempt.h"

namespace cairn {

class NaturalNewton {
 public:
  // Assembles N as a matrix. Call before the first step and for every new problem.
  void bind(const ContactProblem& problem) { matrix_ = &assembler_.assemble(problem); }

  // Takes steps from the impulses and velocities of the attempt until the residual meets the tolerance, no
  // step lowers it, or `most` steps are made. Steps that do not lower the residual are undone.
  void refine(Attempt& attempt, std::uint64_t most);

  // G_i, G_i S_i and F_i of every block, and the place of each active block.
 private:
  void differentiate(const ContactProblem& problem, const ContactSolution& solution);
  // Factors J and solves for the step. False if J is singular or the step is not finite.
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
  std::vector<int> place_;  // index of an active block in the system; −1: not active
  std::vector<double> right_;
};

}  // namespace cairn
