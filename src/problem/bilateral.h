// The free rows of a problem, which hold at any force (Component::free: joints, and motors without a limit),
// solved together and directly:
//   S δ = −u at the free rows,   S = N at the free rows
// Chains of joints then cost no iterations. Sweep solvers solve them after each sweep, all together
// and exactly. Gradient solvers see a problem without them,
//   Ñ = N − N_·f S⁻¹ N_f·,   q̃ = q − N_·f S⁻¹ q_f,   both zero at the free rows,
// and recover their impulses at the end. Bounded rows of joints (limits, motors with a maximum) are visited
// here too. Each visit uses the inertia that the free rows leave it, and is followed by a solve of the free
// rows.
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
  // Corrects body velocities that contain only the impulses of other rows, so that the free rows hold. Used
  // by Delassus. other_rows() is an impulse without its free rows.
  void hold(const ContactProblem& problem, std::span<BodyState> bodies);
  static Vec3 other_rows(const AdmissibleSet& set, const Vec3& impulse);
  // Turns q into q̃.
  void eliminate(const ContactProblem& problem, std::span<Vec3> q);
  // Finds the impulses of the free rows from the impulses of the others.
  void recover(const ContactProblem& problem, std::span<Vec3> impulse);
  // Updates the impulses of all joint rows and the bodies with them. Returns ‖Δγ‖² of the bounded rows.
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
