// The rows of a problem that hold whatever it takes (Component::free: joints, and motors without a limit),
// solved together and directly:
//   S δ = −u at the free rows,   S = N at the free rows
// so that chains cost no iterations. Sweep solvers settle them after each sweep, which is one more block of
// Gauss-Seidel, an exact one; gradient solvers see a problem from which they are eliminated,
//   Ñ = N − N_·f S⁻¹ N_f·,   q̃ = q − N_·f S⁻¹ q_f,   both zero at the free rows,
// and recover their impulses at the end. Rows of joints that are bounded (limits, motors with a maximum) are
// visited here too, each with the inertia that the free rows leave it, and the free rows settled after each.
#pragma once

#include <span>
#include <vector>

#include "problem/row_factor.h"

namespace cairn {

class Bilateral {
 public:
  // Finds and factors the free rows of a prepared problem with bodies.
  void bind(const ContactProblem& problem);
  bool empty() const { return nodes_.empty() && bounded_.empty(); }
  bool has_free_rows() const { return !nodes_.empty(); }
  // Velocities of bodies that only the impulses of other rows moved, as the free rows let them be. Delassus,
  // too, takes those rows as they come: `other_rows` is an impulse without its free rows.
  void hold(const ContactProblem& problem, std::span<BodyState> bodies);
  static Vec3 other_rows(const AdmissibleSet& set, const Vec3& impulse);
  // q̃ from q.
  void eliminate(const ContactProblem& problem, std::span<Vec3> q);
  // Impulses of the free rows from those of the others.
  void recover(const ContactProblem& problem, std::span<Vec3> impulse);
  // Changes the impulses of all rows of joints, and the bodies with them; returns ‖Δγ‖² of the bounded rows.
  double settle(const ContactProblem& problem, ContactSolution& solution);

 private:
  struct Bounded {
    std::uint32_t block = 0;
    int row = 0;
    double inertia = 0;  // 1/Ñ [kg or kg m²]
  };
  void settle_free(const ContactProblem& problem, ContactSolution& solution);
  void find_inertias(const ContactProblem& problem);

  std::vector<RowFactor::Node> nodes_;  // blocks with a free row
  std::vector<Bounded> bounded_;
  std::vector<Vec3> x_;
  std::vector<BodyState> moved_;
  RowFactor factor_;
};

}  // namespace cairn
