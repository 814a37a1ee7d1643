// Local solvers of nlgs: one contact with Coulomb friction, while all other impulses are held.
//   û = W p + q,   p ∈ K_μ ⟂ û + μ|û_t| e_n ∈ K*_μ
// p [N s], û [m/s]. W is the diagonal block of the contact, q the velocity without its own impulse. Each
// function makes one visit: it returns the next p and need not solve the contact.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/assert.h"
#include "math/mat3.h"
#include "text/table.h"

namespace cairn {

struct LocalProblem {
  Mat3 w;  // W, regular
  Vec3 q;
  double mu = 0;
  bool is_ball = false;             // W = diag(w_n, w_t, w_t)
  double gamma_n = 0, gamma_t = 0;  // of the active sets [kg]: 1/W_nn, 1/λ_max(W_tt), or given by the user
  double rho_n = 0, rho_t = 0;      // of projections [kg]: 1/λ_max(W), or given by the user

  // −W⁻¹q: the sticking impulse.
  Vec3 stick() const {
    CAIRN_ASSERT(!(mu < 0));
    if (is_ball) return {-q.x / w.row0.x, -q.y / w.row1.y, -q.z / w.row2.z};
    return -(inverse(w) * q);
  }
};

using LocalSolver = Vec3 (*)(const LocalProblem& contact, const Vec3& p);

Vec3 visit_exact(const LocalProblem& contact, const Vec3& p);
Vec3 visit_epdas(const LocalProblem& contact, const Vec3& p);
Vec3 visit_ipdas(const LocalProblem& contact, const Vec3& p);
Vec3 visit_sal(const LocalProblem& contact, const Vec3& p);
Vec3 visit_saln(const LocalProblem& contact, const Vec3& p);
Vec3 visit_sbp(const LocalProblem& contact, const Vec3& p);
Vec3 visit_ibp(const LocalProblem& contact, const Vec3& p);

// The same visits for a ball with scale-free γ, in short form. x = p − D⁻¹û = −W⁻¹q is the sticking impulse.
using BallSolver = Vec3 (*)(double mu, const Vec3& x, const Vec3& p);

Vec3 ball_exact(double mu, const Vec3& x, const Vec3& p);
Vec3 ball_ipdas(double mu, const Vec3& x, const Vec3& p);

// The bi-potential's projection P_K(p − ρ(û + μ|û_t| e_n)).
Vec3 bipotential_step(const LocalProblem& contact, const Vec3& p);

// One row of the table of local solvers.
struct LocalRow {
  std::string name, reference, meaning;
  std::vector<Option> options;  // none so far: nlgs holds the options of all
  LocalSolver visit;
  BallSolver ball = nullptr;  // null: balls are visited like other bodies
};
const Table<LocalRow>& local_solvers();

// Length of the tangential part.
inline double tangential(const Vec3& a) { return std::sqrt(a.y * a.y + a.z * a.z); }

// Slip along the unit vector τ: p_n = −q_n/(W_nn + μ W_nt·τ), p_t = μ p_n τ. Empty if friction wedges the
// contact (the denominator is not positive).
std::optional<Vec3> slip_along(const LocalProblem& contact, double tau_1, double tau_2);

}  // namespace cairn
