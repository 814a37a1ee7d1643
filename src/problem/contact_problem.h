// The algebra of one step: find impulses γ and relative velocities u with
//   u = N γ + q,   γ_i ∈ Υ_i,   ũ_i ∈ −N_Υ(γ_i)   for every block i,     N = DᵀM⁻¹D + E
// (problem/admissible_set.h says what Υ and ũ are). A block is a contact, or three rows of a joint. With
// bodies N is known by its factors; a problem from a file may have the matrix alone.
//
// Solvers see nothing but this. They do not change it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "math/block_matrix.h"
#include "problem/admissible_set.h"
#include "problem/kinematics.h"
#include "problem/sweep_plan.h"

namespace cairn {

// The local majoriser of N_ii: N_ii ⪯ diag(d_n, d_t, d_t), equal to it for contacts of spheres. Inverses.
struct LocalStep {
  double normal = 0, tangential = 0;  // 1/d_n, 1/d_t [kg]
  bool is_exact = false;              // N_ii = diag(d_n, d_t, d_t)
};

struct ContactProblem {
  // Given. Bodies hold their free velocities: after all forces but those of the blocks, or as prescribed.
  std::vector<BodyState> bodies;
  std::vector<Mobility> mobility;  // per body; empty if no body needs it
  std::vector<Block> blocks;       // empty: `matrix` is N
  BlockMatrix matrix;
  std::vector<AdmissibleSet> sets;
  std::vector<Vec3> bias;        // q − Dᵀ v_free [m/s]; with a matrix: q
  std::vector<Vec3> compliance;  // diagonal of E [1/kg]; empty: rigid
  double step = 0;               // h [s]: impulses are forces times h; 0: not known
  // Per block: the restitution (normal, tangential) that its bias is made of; empty: none. Only for methods
  // that are written with the mean velocity û/(1 + e).
  std::vector<std::array<double, 2>> restitution;
  SweepPlan sweep;                       // the coloured order
  std::vector<std::uint32_t> key_order;  // blocks by the keys of their contacts; empty: as they stand

  // Found by prepare().
  std::vector<Vec3> q;
  std::vector<Mat3> diagonal;                       // N_ii
  std::vector<double> rho;                          // 1/λ_max(N_ii) [kg]
  std::vector<LocalStep> local;                     // per block
  std::vector<std::array<std::uint32_t, 2>> share;  // per block: where A and B gather its impulse
  std::vector<std::uint32_t> share_begin;           // per body; an immobile one has none
  double scale = 1;                                 // (Σ ‖ρ_i q_i‖²)^½, or 1 [N s]

  std::size_t size() const { return sets.size(); }
  bool has_bodies() const { return !blocks.empty() || matrix.size() == 0; }
  const Mobility* mobility_of(std::uint32_t body) const {
    return mobility.empty() ? nullptr : &mobility[body];
  }
  bool is_associated() const;     // every block is
  std::size_t couplings() const;  // an upper bound of the blocks of N as a matrix; needs prepare()
};

inline constexpr std::uint32_t kNoShare = ~std::uint32_t{0};

// The contract of what is given: sizes that match, bodies that exist, unit directions, sets that are sets.
void check_given(const ContactProblem& problem);
// The contract of a solve: prepare() has seen the problem as it is.
void check_prepared(const ContactProblem& problem);

// Everything that solvers need beside what is given. Keeps its memory: a problem used again for one of the
// same size allocates nothing.
void prepare(ContactProblem& problem, Threads& threads);

// N_ij of a problem with bodies, without the compliance.
Mat3 coupling(const ContactProblem& problem, std::uint32_t i, std::uint32_t j);

// What a solver finds; `impulse` is also its first guess.
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

// Bodies move as a change of the impulse of block i makes them.
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
