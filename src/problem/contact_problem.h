// The algebra of one step: find impulses γ and relative velocities u with
//   u = N γ + q,   γ_i ∈ Υ_i,   ũ_i ∈ −N_Υ(γ_i)   for every block i,     N = DᵀM⁻¹D + E
// (Υ and ũ: problem/admissible_set.h). A block is a contact, or three rows of a joint. With bodies, N is
// known by its factors; a problem from a file may have only the matrix.
//
// Solvers see only this structure, and do not change it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "math/block_matrix.h"
#include "problem/admissible_set.h"
#include "problem/kinematics.h"
#include "problem/sweep_plan.h"

namespace cairn {

// Diagonal upper bound of N_ii: N_ii ⪯ diag(d_n, d_t, d_t), with equality for contacts of spheres. Stores the
// inverses.
struct LocalStep {
  double normal = 0, tangential = 0;  // 1/d_n, 1/d_t [kg]
  bool is_exact = false;              // N_ii = diag(d_n, d_t, d_t)
};

struct ContactProblem {
  // Input. Bodies hold their free velocities: after all forces except those of the blocks, or as prescribed.
  std::vector<BodyState> bodies;
  std::vector<Mobility> mobility;  // per body; empty if no body needs it
  std::vector<Block> blocks;       // empty: `matrix` is N
  BlockMatrix matrix;
  std::vector<AdmissibleSet> sets;
  std::vector<Vec3> bias;        // q − Dᵀ v_free [m/s]; with a matrix: q
  std::vector<Vec3> compliance;  // diagonal of E [1/kg]; empty: rigid
  double step = 0;               // h [s]: impulses are forces times h; 0: unknown
  // Speed that loads give bodies over their own size (step/scene_speed.h) [m/s]. With it, errors count as
  // velocities; without it, as impulses (problem/residual.h).
  std::optional<double> speed;
  // Per block: restitution (normal, tangential) contained in the bias; empty: none. Used only by methods that
  // work with the mean velocity û/(1 + e).
  std::vector<std::array<double, 2>> restitution;
  SweepPlan sweep;                       // order of coloured sweeps
  std::vector<std::uint32_t> key_order;  // block of each contact in key order; empty: the same order

  // Computed by prepare().
  std::vector<Vec3> q;
  std::vector<Mat3> diagonal;                       // N_ii
  std::vector<double> rho;                          // 1/λ_max(N_ii) [kg]
  std::vector<LocalStep> local;                     // per block
  std::vector<std::array<std::uint32_t, 2>> share;  // per block: index of its impulse in the lists of A and B
  std::vector<std::uint32_t> share_begin;           // per body; an immobile body has no shares
  double scale = 1;                                 // (Σ ‖ρ_i q_i‖²)^½, or 1 [N s]
  double pace = 0;                                  // V of the residual [m/s]; 0: errors count as impulses
  std::vector<double> lightness;  // velocity per impulse of each block [1/kg]; empty without a pace

  std::size_t size() const { return sets.size(); }
  bool has_bodies() const { return !blocks.empty() || matrix.size() == 0; }
  const Mobility* mobility_of(std::uint32_t body) const {
    return mobility.empty() ? nullptr : &mobility[body];
  }
  bool is_associated() const;     // true if every block is associated
  std::size_t couplings() const;  // upper bound of the number of blocks of N as a matrix; needs prepare()
};

inline constexpr std::uint32_t kNoShare = ~std::uint32_t{0};

// Asserts the input: matching sizes, existing bodies, unit directions, valid sets.
void check_given(const ContactProblem& problem);
// Asserts that prepare() has been called for the present problem.
void check_prepared(const ContactProblem& problem);

// Computes everything that solvers need besides the input. Memory is kept: reuse for a problem of the same
// size allocates nothing.
void prepare(ContactProblem& problem, Threads& threads);

// N_ij of a problem with bodies, without the compliance.
Mat3 coupling(const ContactProblem& problem, std::uint32_t i, std::uint32_t j);

// The solution; `impulse` is also the first guess.
struct ContactSolution {
  std::vector<Vec3> impulse;      // γ [N s]
  std::vector<Vec3> velocity;     // u = N γ + q [m/s]
  std::vector<BodyState> bodies;  // v = v_free + M⁻¹ D γ; empty if the problem has none
};

// u of block i of a problem with bodies, from their velocities.
inline Vec3 velocity_at(const ContactProblem& problem, const ContactSolution& solution, std::uint32_t i) {
  const Block& block = problem.blocks[i];
  const Vec3 u =
      relative_velocity(block, solution.bodies[block.a], solution.bodies[block.b]) + problem.bias[i];
  return problem.compliance.empty() ? u : u + scaled(problem.compliance[i], solution.impulse[i]);
}

// Applies a change of the impulse of block i to its bodies.
inline void push_bodies(const ContactProblem& problem, std::uint32_t i, const Vec3& change,
                        std::span<BodyState> bodies) {
  const Block& block = problem.blocks[i];
  const Vec3 p = to_world(block, change);
  const auto [share_a, share_b] = problem.share[i];
  if (share_a != kNoShare)
    push(bodies[block.a], problem.mobility_of(block.a), block.turning ? Vec3{} : -p,
         block.turning ? -p : cross(p, block.arm_a));
  if (share_b != kNoShare)
    push(bodies[block.b], problem.mobility_of(block.b), block.turning ? Vec3{} : p,
         block.turning ? p : cross(block.arm_b, p));
}

}  // namespace cairn
