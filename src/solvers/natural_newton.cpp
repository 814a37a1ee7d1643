#include "solvers/natural_newton.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "math/symmetric3.h"
#include "problem/residual.h"

namespace cairn {
namespace {

constexpr double kLeastEpsilon = 1e-12, kFirstEpsilon = 1e-9, kMostEpsilon = 1;
constexpr int kHalvings = 6;

// ∂ũ/∂u = 1 + slip e_n τᵀ, times diag(1, 1, across) for a grain.
Mat3 corrected_slope(const AdmissibleSet& set, const Vec3& u) {
  const double k = set.across, z = k * u.z, t = std::sqrt(u.y * u.y + z * z);
  if (set.is_associated() || t == 0) return diagonal({1, 1, k});
  return {{1, set.slip * u.y / t, set.slip * k * z / t}, {0, 1, 0}, {0, 0, k}};
}

bool is_zero(const Mat3& a) { return a.row0 == Vec3{} && a.row1 == Vec3{} && a.row2 == Vec3{}; }

}  // namespace

void NaturalNewton::refine(Attempt& attempt, std::uint64_t most) {
  CAIRN_ASSERT(matrix_ != nullptr && matrix_->size() == attempt.problem.size());
  double epsilon = kFirstEpsilon;
  attempt.measure();
  for (std::uint64_t k = 0; k < most && attempt.wants_more(); ++k) {
    differentiate(attempt.problem, attempt.solution);
    bool better = false;
    // Raise ε until a step lowers the residual.
    while (!better && epsilon <= kMostEpsilon && !attempt.is_spent()) {
      attempt.count();
      better = find_step(attempt.problem, epsilon) && search(attempt);
      epsilon *= better ? 0.1 : 100;
    }
    epsilon = std::max(epsilon, kLeastEpsilon);
    if (!better) break;
  }
}

void NaturalNewton::differentiate(const ContactProblem& problem, const ContactSolution& solution) {
  const std::size_t n = problem.size();
  g_.resize(n);
  gs_.resize(n);
  f_.resize(n);
  place_.resize(n);
  int active = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const AdmissibleSet& set = problem.sets[i];
    const Vec3 &gamma = solution.impulse[i], &u = solution.velocity[i];
    const Vec3 at = gamma - problem.rho[i] * corrected(set, u);
    f_[i] = gamma - project(set, at);
    g_[i] = projection_derivative(set, at);
    gs_[i] = g_[i] * corrected_slope(set, u);
    place_[i] = is_zero(g_[i]) || problem.rho[i] == 0 ? -1 : active++;
  }
}

// Fills J. Rows are divided by ρ_i and unknowns are Δγ_j/ρ_j, so all blocks have the same scale.
void NaturalNewton::fill(const ContactProblem& problem, double epsilon) {
  jacobian_.begin.assign(1, 0);
  jacobian_.row.clear();
  jacobian_.value.clear();
  for (std::size_t j = 0; j < problem.size(); ++j) {
    if (place_[j] < 0) continue;
    for (int c = 0; c < 3; ++c) {
      for (std::uint32_t k = matrix_->begin[j]; k < matrix_->begin[j + 1]; ++k) {
        const std::uint32_t i = matrix_->column[k];
        if (place_[i] < 0) continue;
        // Column c of N_ij is row c of N_ji.
        Vec3 column = gs_[i] * (problem.rho[j] * matrix_->block[k].row(c));
        if (i == j) {
          const Mat3 own = diagonal({1, 1, 1}) + (epsilon - 1) * g_[i];
          column += own.column(c);
        }
        for (int r = 0; r < 3; ++r) {
          jacobian_.row.push_back(3 * place_[i] + r);
          jacobian_.value.push_back(column[r]);
        }
      }
      jacobian_.begin.push_back(static_cast<int>(jacobian_.row.size()));
    }
  }
}

bool NaturalNewton::find_step(const ContactProblem& problem, double epsilon) {
  const std::size_t n = problem.size();
  fill(problem, epsilon);
  if (!lu_.factor(jacobian_)) return false;
  CAIRN_ASSERT(jacobian_.size() % 3 == 0);
  right_.resize(static_cast<std::size_t>(jacobian_.size()));
  step_.resize(n);
  // Open blocks go to their projection at once.
  for (std::size_t i = 0; i < n; ++i)
    if (place_[i] < 0) step_[i] = -f_[i];
  for (std::size_t i = 0; i < n; ++i) {
    if (place_[i] < 0) continue;
    Vec3 known;  // effect of the open blocks on this one
    for (std::uint32_t k = matrix_->begin[i]; k < matrix_->begin[i + 1]; ++k)
      if (const std::uint32_t j = matrix_->column[k]; place_[j] < 0) known += matrix_->block[k] * step_[j];
    const Vec3 right = -1 / problem.rho[i] * f_[i] - gs_[i] * known;
    for (int r = 0; r < 3; ++r) right_[static_cast<std::size_t>(3 * place_[i] + r)] = right[r];
  }
  lu_.solve(right_, right_);
  for (std::size_t i = 0; i < n; ++i) {
    if (place_[i] < 0) continue;
    const double* y = &right_[static_cast<std::size_t>(3 * place_[i])];
    step_[i] = problem.rho[i] * Vec3{y[0], y[1], y[2]};
    if (!is_finite(step_[i])) return false;
  }
  return true;
}

// Takes the longest of the steps 1, ½, ¼ … that lowers the residual. False if none does.
bool NaturalNewton::search(Attempt& attempt) {
  const ContactProblem& problem = attempt.problem;
  ContactSolution& solution = attempt.solution;
  const std::size_t n = problem.size();
  nd_.resize(n);
  trial_.resize(n);
  trial_u_.resize(n);
  attempt.delassus.apply(step_, nd_, attempt.threads);
  double alpha = 1;
  for (int k = 0; k <= kHalvings; ++k, alpha *= 0.5) {
    for (std::size_t i = 0; i < n; ++i) {
      trial_[i] = solution.impulse[i] + alpha * step_[i];
      trial_u_[i] = solution.velocity[i] + alpha * nd_[i];
    }
    const double found = residual(problem, trial_, trial_u_, attempt.threads);
    if (!(found < (1 - 1e-2 * alpha) * attempt.residual())) continue;
    // Compute the velocities again without the round-off of the sum, and check the residual with them.
    std::swap_ranges(trial_.begin(), trial_.end(), solution.impulse.begin());
    attempt.complete();
    const double sure = residual(problem, solution.impulse, solution.velocity, attempt.threads);
    if (sure < attempt.residual()) {
      attempt.note_residual(sure);
      return true;
    }
    // The residual did not fall after all: go back.
    std::swap_ranges(trial_.begin(), trial_.end(), solution.impulse.begin());
    attempt.complete();
    return false;
  }
  return false;
}

}  // namespace cairn
