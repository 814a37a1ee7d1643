// The closed contacts of a solved problem as a truss: what they may transmit without changing the motion, and
// the small displacements d of the bodies that would load them.
//   c = −B d      how far each contact is pressed together        Bᵀy = F   what the contacts do to the
//   bodies
// Which impulses leave the motion as it is follows from the velocities u of the solution (ũ:
// problem/admissible_set.h), contact by contact:
//   open     ũ inside K*               y = 0: no element
//   sticks   ũ = 0                     y in the whole cone
//   slides   ũ ≠ 0 at the rim of K*    y along the one direction against u_t; without friction along n
// Every choice of such y with the Bᵀy of the solution is a solution too, with the same velocities.
//
// Tangential components are divided by √κ, κ the ratio of tangential to normal stiffness: then the elastic
// energy of a contact depends on |y| alone, and friction is μ/√κ. Forces are in units of the largest one of
// the solution, and stiffnesses of the stiffest contact; rotations are times the longest arm of the body.
//
// Rows of joints keep the impulses that they have. Bodies without contacts have no part in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/sparse.h"
#include "problem/contact_problem.h"

namespace cairn {

// A contact that may transmit something. A line uses the first component of all its vectors alone.
struct NetworkElement {
  std::uint32_t block = 0;
  bool is_cone = false;
  double friction = 0;               // μ/√κ, of a cone
  double stiffness = 1;              // over the largest
  Vec3 direction{};                  // of a line: γ of a unit of y, in the frame of the block
  std::uint32_t begin = 0, end = 0;  // of its entries
};

class ContactNetwork {
 public:
  // `stiffness` is per block, of contacts; `tolerance` the residual that the solution was solved to: contacts
  // whose ρ u is below ten times that count as touching.
  ContactNetwork(const ContactProblem& problem, const ContactSolution& solution,
                 std::span<const double> stiffness, double tangential, double tolerance);

  // One entry of B: how the contact of an element moves with one freedom of a body.
  struct Entry {
    int column = 0;
    Vec3 value;
  };

  std::span<const NetworkElement> elements() const { return elements_; }
  std::span<const Entry> entries(const NetworkElement& e) const {
    return {entries_.data() + e.begin, entries_.data() + e.end};
  }
  std::size_t size() const { return elements_.size(); }
  std::size_t freedoms() const { return static_cast<std::size_t>(freedoms_); }
  // Components of force that matter to some body.
  std::size_t components() const;
  bool counts(const NetworkElement& element, int component) const;

  const std::vector<Vec3>& given() const { return given_; }    // y of the solution
  const std::vector<double>& force() const { return force_; }  // F of it
  double unit() const { return unit_; }                        // of impulses [N s]

  // Impulse of an element's block [N s].
  Vec3 impulse(std::size_t element, const Vec3& y) const;

  void gather(std::span<const Vec3> y, std::vector<double>& force) const;  // Bᵀy
  void compress(std::span<const double> d, std::vector<Vec3>& c) const;    // −B d
  // Bᵀ G B with a symmetric G per element; the pattern never changes.
  const SparseMatrix& stiffness_matrix(std::span<const Mat3> g);
  // Where the diagonal is among the values of that matrix.
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
  std::vector<Entry> entries_;
  std::vector<Vec3> given_;
  std::vector<double> force_;
  SparseMatrix matrix_;
  std::vector<int> slots_;  // per element and pair of its entries
  std::vector<int> diagonal_;
};

}  // namespace cairn
