// Contact problems from files of FCLIB (problem/fclib/file.h), and back.
//
// Everything comes down to  u = W r + q,  r_i ∈ K_μ:
//   global form       W = HᵀM⁻¹H, V = HᵀM⁻¹G, R = GᵀM⁻¹G, q = HᵀM⁻¹f + w, s = GᵀM⁻¹f + b
//   with constraints  λ = −R⁻¹(s + Vᵀr):  W ← W − V R⁻¹Vᵀ,  q ← q − V R⁻¹s
// R may be singular (redundant constraints) as long as the constraints do not contradict each other. A
// problem in two dimensions gets rows of zeros for the direction that it lacks. Impulses in N s and m/s, or
// whatever the file is in.
#pragma once

#include <string>

#include "math/envelope.h"
#include "problem/contact_problem.h"
#include "problem/fclib/file.h"

namespace cairn {

// What the coefficients of a file mean: Coulomb's law, or the associated one with the same cones.
enum class FclibLaw { coulomb, cone };

struct FclibProblem {
  ContactProblem contacts;  // in matrix form, coloured; prepare() is the caller's
  std::size_t dimension = 3;
  bool is_global = false;
  FclibInfo info;

  // W of a file may be asymmetric, by up to 3e-2; contacts.matrix is then its symmetric part.
  double asymmetry = 0;  // largest |w_ij − w_ji|/√(w_ii w_jj)
  BlockMatrix given;  // the file's own W, without constraints; empty if asymmetric by rounding alone (1e-6)

  // What r and u were found from: empty if there is no such thing.
  RowMatrix h, g, v;           // H, G, V
  std::vector<double> f, s;    // f, and s with its part of f
  Envelope mass, constraints;  // factors of M and R
};

// InputError, naming what is wrong, for anything that is no problem: sizes that do not fit, values that are
// no numbers, negative friction, matrices that are not symmetric or not positive.
FclibProblem to_problem(const FclibFile& file, FclibLaw law);
FclibProblem read_fclib(const std::string& path, FclibLaw law);

// The same impulses with the velocities that the file's own W gives them.
ContactSolution as_given(const FclibProblem& problem, ContactSolution solution);

// What a file holds of a solution: r and u of its contacts; v and λ where it has them.
FclibSolution to_solution(const FclibProblem& problem, const ContactSolution& solution);

// The local form of a prepared problem. Free components of boxes (joints) become constraints V, R, s. Limits,
// motors and cohesion have no place in FCLIB: InputError.
FclibFile to_fclib(const ContactProblem& problem, const FclibInfo& info);
void write_fclib_local(const ContactProblem& problem, const std::string& path, const FclibInfo& info);

}  // namespace cairn
