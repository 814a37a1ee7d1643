// The closed contacts of a solved problem as a truss: the impulses that they may transmit without a change of
// the motion, and the small displacements d of the bodies that would load them.
//   c = −B d      compression of each contact        Bᵀy = F   total force of the contacts on the bodies
// The velocities u of the solution (ũ: problem/admissible_set.h) decide which impulses leave the motion
// unchanged:
//   open     ũ inside K*               y = 0: no element
//   sticks   ũ = 0                     y in the whole cone
//   slides   ũ ≠ 0 at the rim of K*    y along the one direction against u_t; without friction along n
// Every such y with the same Bᵀy is also a solution, with the same velocities.
//
// Tangential components are divided by √κ, with κ the ratio of tangential to normal stiffness. The elastic
// energy of a contact then depends on |y| alone, and friction becomes μ/√κ. Units: the largest force of the
// solution, the stiffness of the stiffest contact, and for rotations the longest arm of the body.
//
// Joint rows keep their impulses. Bodies without contacts take no part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/sparse.h"
#include "problem/contact_problem.h"

namespace cairn {

// A contact that may transmit force. A line uses only the first component of its vectors.
struct NetworkElement {
  std::uint32_t block = 0;
  bool is_cone = false;
  double friction = 0;               // μ/√κ, of a cone
  double stiffness = 1;              // over the largest
  Vec3 direction{};                  // of a line: γ per unit of y, in the frame of the block
  std::uint32_t begin = 0, end = 0;  // range of its terms
};

class ContactNetwork {
 public:
  // `stiffness` has one value per contact block. `tolerance` is the residual of the solution; contacts with ρ
  // u below ten times that count as touching.
  ContactNetwork(const ContactProblem& problem, const ContactSolution& solution,
                 std::span<const double> stiffness, double tangential, double tolerance);

  // One term of B: the motion of an element's contact under one freedom of a body.
  struct Term {
    int column = 0;
    Vec3 value;
  };

  std::span<const NetworkElement> elements() const { return elements_; }
  std::span<const Term> terms(const NetworkElement& e) const {
    return {terms_.data() + e.begin, terms_.data() + e.end};
  }
  std::size_t size() const { return elements_.size(); }
  std::size_t freedoms() const { return static_cast<std::size_t>(freedoms_); }
  // Number of force components that act on some body.
  std::size_t components() const;
  bool counts(const NetworkElement& element, int component) const;

  const std::vector<Vec3>& given() const { return given_; }    // y of the solution
  const std::vector<double>& force() const { return force_; }  // F of the solution
  double unit() const { return unit_; }                        // of impulses [N s]

  // Impulse of the element's block [N s].
  Vec3 impulse(std::size_t element, const Vec3& y) const;

  void gather(std::span<const Vec3> y, std::vector<double>& force) const;  // Bᵀy
  void compress(std::span<const double> d, std::vector<Vec3>& c) const;    // −B d
  // Bᵀ G B with a symmetric G per element; the pattern never changes.
  const SparseMatrix& stiffness_matrix(std::span<const Mat3> g);
  // Indices of the diagonal among the values of that matrix.
  std::span<const int> diagonal() const { return diagonal_; }

 private:
  void choose_elements(const ContactProblem& problem, const ContactSolution& solution,
                       std::span<const double> stiffness, double tolerance);
  void take_given(const ContactSolution& solution);
  void place_freedoms(const ContactProblem& problem);
  void lay_out_matrix();

  double root_;  // √κ
  int freedoms_ = 0;
  double unit_ = 1;
  std::vector<NetworkElement> elements_;
  std::vector<Term> terms_;
  std::vector<Vec3> given_;
  std::vector<double> force_;
  SparseMatrix matrix_;
  std::vector<int> slots_;  // matrix value of each element and pair of its terms
  std::vector<int> diagonal_;
};

}  // namespace cairn
