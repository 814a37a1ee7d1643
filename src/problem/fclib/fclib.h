// Contact problems from FCLIB files (problem/fclib/file.h), and back.
//
// Both forms reduce to  u = W r + q,  r_i ∈ K_μ:
//   global form       W = HᵀM⁻¹H, V = HᵀM⁻¹G, R = GᵀM⁻¹G, q = HᵀM⁻¹f + w, s = GᵀM⁻¹f + b
//   with constraints  λ = −R⁻¹(s + Vᵀr):  W ← W − V R⁻¹Vᵀ,  q ← q − V R⁻¹s
// R may be singular (redundant constraints) if the constraints do not contradict each other. A problem in two
// dimensions gets zero rows for the missing direction. Units are N s and m/s, or those of the file.
#pragma once

#include <limits>
#include <string>

#include "math/envelope.h"
#include "problem/contact_problem.h"
#include "problem/fclib/file.h"

namespace cairn {

// The law of a file's coefficients: Coulomb's law, or the associated law with the same cones.
enum class FclibLaw { coulomb, cone };

struct FclibProblem {
  ContactProblem contacts;  // in matrix form, coloured; the caller has to call prepare()
  std::size_t dimension = 3;
  bool is_global = false;
  FclibInfo info;
  std::vector<FclibSolution> guesses;  // as they stand in the file

  // W of a file may be asymmetric by up to 3e-2; contacts.matrix is then its symmetric part.
  double asymmetry = 0;  // largest |w_ij − w_ji|/√(w_ii w_jj)
  BlockMatrix given;     // W of the file, without constraints; empty if the asymmetry is rounding (1e-6)

  // Data to recover the rest of a solution; empty if the file has none.
  RowMatrix h, g, v;                                            // H, G, V
  std::vector<double> f, s;                                     // f, and s including its part of f
  Envelope mass, constraints;                                   // factors of M and R
  double body_mass = std::numeric_limits<double>::quiet_NaN();  // of all bodies, if M is that of rigid bodies
};

// Throws InputError with the reason for invalid files: sizes that do not fit, values that are not finite,
// negative friction, matrices that are not symmetric or not positive.
FclibProblem to_problem(const FclibFile& file, FclibLaw law);
FclibProblem read_fclib(const std::string& path, FclibLaw law);

// The impulses of a first guess, by its number from 1. InputError if the file has no such guess, or one of
// another size.
std::vector<Vec3> guessed_impulses(const FclibProblem& problem, std::size_t number);

// The same impulses, with the velocities that the file's own W gives.
ContactSolution as_given(const FclibProblem& problem, ContactSolution solution);

// The solution in the terms of the file: r and u of its contacts; v and λ if it has them.
FclibSolution to_solution(const FclibProblem& problem, const ContactSolution& solution);

// The local form of a prepared problem. Free components of boxes (joints) become constraints V, R, s. FCLIB
// has no limits, motors or cohesion: InputError.
FclibFile to_fclib(const ContactProblem& problem, const FclibInfo& info);
void write_fclib_local(const ContactProblem& problem, const std::string& path, const FclibInfo& info);

}  // namespace cairn
