// Interior-point method for non-associated flow: contacts that dilate less than they rub (tan ψ < μ), or that
// slip more easily along a grain. It follows the path of the perturbed problems
//   H (N γ + (1 − a) q + a r₀) + a T ∇I(γ) = 0,   I = −Σ log(μ²(γ_n + c)² − |γ_t|²),   a: 1 → 0
//   H = diag(1, 1, across),   T = diag(t, 1, 1),   t = tan ψ/μ
// from a = 1, where r₀ makes the start a solution, by damped Newton steps. The papers' normal row is divided
// by h₁₁ = 1/t. Under Coulomb's law t = 0, and the normal would lose its barrier on the way; so t is never
// below √a. Unknowns are scaled by √ρ, with masses in their own unit, and by the largest velocity.
//
// It is safe and slow: some hundred factors. It serves as a second opinion on De Saxcé's loop
// (solvers/de_saxce.cpp) and continues where that loop cycles. It takes cones, half lines and free rows.
// [TA12 9.1, corrected]
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "math/sparse.h"
#include "math/symmetric3.h"
#include "problem/mass_unit.h"
#include "problem/matrix_assembler.h"
#include "problem/residual.h"
#include "solvers/attempt.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kShrink = 0.7, kLast = 1e-17;
constexpr int kMostSteps = 40, kHalvings = 50;

class Continuation : public ContactSolver {
 public:
  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    Attempt attempt("continuation", problem, solution, limits, threads, room_);
    attempt.look();
    if (!std::ranges::all_of(problem.sets, can_take))
      attempt.say(
          "continuation knows cones and free rows alone; pgs, spg and primal_newton know every yield set");
    else if (attempt.wants_more())
      follow(attempt);
    return attempt.report();
  }

 private:
  static bool can_take(const AdmissibleSet& set) {
    const auto is_plain = [](Component c) { return c == Component::none || c == Component::free; };
    return set.kind <= SetKind::cone ||
           (set.kind == SetKind::box && std::ranges::all_of(set.component, is_plain));
  }

  // Follows the path: a shrinks by a constant factor, and Newton returns to the path each time.
  void follow(Attempt& attempt) {
    const ContactProblem& problem = attempt.problem;
    start(problem);
    for (a_ = kShrink; a_ > kLast && attempt.wants_more(); a_ *= kShrink) {
      if (!correct(attempt)) break;
      for (std::size_t i = 0; i < problem.size(); ++i)
        attempt.solution.impulse[i] = project(problem.sets[i], weight(i) * x_[i]);
      attempt.complete();
      release(problem, attempt.solution);
      attempt.look();
    }
  }

  // Sets the impulses of open contacts to zero.
  static void release(const ContactProblem& problem, ContactSolution& solution) {
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Vec3 u = corrected(problem.sets[i], solution.velocity[i]);
      if (is_open(problem, i, solution.impulse[i], u)) solution.impulse[i] = {};
    }
  }

  // Puts x in the middle of every cone, and finds the r₀ that makes it the solution for a = 1.
  void start(const ContactProblem& problem) {
    const std::size_t n = problem.size();
    matrix_ = MatrixAssembler().assemble(problem);
    CAIRN_ASSERT(matrix_.size() == n);
    root_.resize(n);
    x_.assign(n, {});
    q_.resize(n);
    r0_.assign(n, {});
    size_ = 0;
    unit_ = mass_unit(problem);
    // Scale N and q by √ρ, and q by the largest velocity.
    for (std::size_t i = 0; i < n; ++i) root_[i] = std::sqrt(problem.rho[i] / unit_);
    for (std::size_t i = 0; i < n; ++i) {
      q_[i] = root_[i] * problem.q[i];
      size_ = std::max(size_, norm(q_[i]));
      for (std::uint32_t k = matrix_.begin[i]; k < matrix_.begin[i + 1]; ++k)
        matrix_.block[k] = root_[i] * (unit_ * root_[matrix_.column[k]]) * matrix_.block[k];
    }
    if (size_ == 0) size_ = 1;
    // x on the axis of each cone, then r₀ from the remainder at a = 1.
    for (std::size_t i = 0; i < n; ++i) {
      q_[i] = 1 / size_ * q_[i];
      if (problem.sets[i].kind != SetKind::box) x_[i] = {1, 0, 0};
    }
    a_ = 1;
    const std::vector<Vec3> first = remainder(problem, x_);
    for (std::size_t i = 0; i < n; ++i) {
      const AdmissibleSet& set = problem.sets[i];
      r0_[i] = -Vec3{first[i].x, first[i].y, first[i].z / set.across};
    }
  }

  double weight(std::size_t i) const { return unit_ * size_ * root_[i]; }  // γ_i/x_i [N s]

  // Cohesion in the units of x.
  double shift(const ContactProblem& problem, std::size_t i) const {
    return root_[i] > 0 ? problem.sets[i].cohesion / weight(i) : 0;
  }
  // t of the header, at least √a.
  double dilation(const AdmissibleSet& set) const {
    const double t = set.friction > 0 ? 1 - set.slip / set.friction : 1;
    return std::max(t, std::min(1.0, std::sqrt(a_)));
  }

  // The barrier −log(μ²n² − t²): distance to the boundary, gradient and second derivative. Without friction
  // −log n.
  struct Barrier {
    double inside = 0;
    Vec3 gradient;
    Mat3 curvature{{}, {}, {}};
  };
  Barrier barrier(const ContactProblem& problem, std::size_t i, const Vec3& x) const {
    const AdmissibleSet& set = problem.sets[i];
    if (set.kind == SetKind::box) return {1, {}, {{}, {}, {}}};
    const double n = x.x + shift(problem, i), mu = set.friction;
    if (set.kind == SetKind::half_line || mu == 0) return {n, {-1 / n, 0, 0}, diagonal({1 / (n * n), 0, 0})};
    const Vec3 j{mu * mu * n, -x.y, -x.z};
    const double t = std::sqrt(x.y * x.y + x.z * x.z), f = (mu * n - t) * (mu * n + t);
    return {n > 0 ? mu * n - t : n, -2 / f * j,
            -2 / f * diagonal({mu * mu, -1, -1}) + 4 / (f * f) * outer(j, j)};
  }
  // True if component c of block i is an unknown.
  bool is_free(const ContactProblem& problem, std::size_t i, int c) const {
    const AdmissibleSet& set = problem.sets[i];
    if (problem.rho[i] == 0) return false;
    if (set.kind == SetKind::box) return set.component[static_cast<std::size_t>(c)] == Component::free;
    return c == 0 || (set.kind == SetKind::cone && set.friction > 0);
  }

  // H (N x + (1 − a) q + a r₀) + a T ∇I; zero for components that are not unknown.
  std::vector<Vec3> remainder(const ContactProblem& problem, const std::vector<Vec3>& x) const {
    std::vector<Vec3> rest(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const AdmissibleSet& set = problem.sets[i];
      const Vec3 pull = a_ * barrier(problem, i, x[i]).gradient;
      Vec3 u = row_product(matrix_, i, x) + (1 - a_) * q_[i] + a_ * r0_[i];
      u.z *= set.across;
      rest[i] = u + Vec3{dilation(set) * pull.x, pull.y, pull.z};
      for (int c = 0; c < 3; ++c)
        if (!is_free(problem, i, c)) rest[i][c] = 0;
    }
    return rest;
  }
  static double length(const std::vector<Vec3>& values) {
    double sum = 0;
    for (const Vec3& v : values) sum += norm2(v);
    return std::sqrt(sum);
  }

  // Newton steps back to the path at the present a. False if iterations run out or a factor fails.
  bool correct(Attempt& attempt) {
    const ContactProblem& problem = attempt.problem;
    std::vector<Vec3> rest = remainder(problem, x_);
    for (int k = 0; k < kMostSteps && length(rest) > 1e-3 * a_ + 1e-15; ++k) {
      if (attempt.is_spent()) return false;
      attempt.count();
      if (!find_step(problem, rest)) return false;
      // Halve the step until it stays inside the cones and lowers the remainder.
      double share = 1;
      bool better = false;
      for (int half = 0; half < kHalvings && !better; ++half, share *= 0.5) {
        trial_ = x_;
        bool inside = true;
        for (std::size_t i = 0; i < x_.size(); ++i) {
          trial_[i] += share * step_[i];
          inside = inside && barrier(problem, i, trial_[i]).inside > 0;
        }
        if (!inside) continue;
        std::vector<Vec3> next = remainder(problem, trial_);
        if (!(length(next) < length(rest))) continue;
        x_.swap(trial_);
        rest.swap(next);
        better = true;
      }
      if (!better) break;
    }
    return true;
  }

  // Adds the elements of block i to the current column of the Jacobian.
  void add_rows(std::uint32_t i, const Vec3& column) {
    for (int r = 0; r < 3; ++r) {
      const int row = place_[3 * i + static_cast<std::uint32_t>(r)];
      if (row < 0) continue;
      jacobian_.row.push_back(row);
      jacobian_.value.push_back(column[r]);
    }
  }

  // Solves the Jacobian for the step. False if it is singular or the step is not finite.
  bool find_step(const ContactProblem& problem, const std::vector<Vec3>& rest) {
    // Number the unknowns.
    const std::size_t n = problem.size();
    place_.assign(3 * n, -1);
    int unknowns = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (int c = 0; c < 3; ++c)
        if (is_free(problem, i, c)) place_[3 * i + static_cast<std::size_t>(c)] = unknowns++;
    // Fill the Jacobian column by column: H N + a T ∇²I.
    jacobian_.begin.assign(1, 0);
    jacobian_.row.clear();
    jacobian_.value.clear();
    for (std::size_t j = 0; j < n; ++j) {
      const Mat3 curved = a_ * barrier(problem, j, x_[j]).curvature;
      for (int c = 0; c < 3; ++c) {
        if (place_[3 * j + static_cast<std::size_t>(c)] < 0) continue;
        const Vec3 own = curved.column(c);
        for (std::uint32_t k = matrix_.begin[j]; k < matrix_.begin[j + 1]; ++k) {
          const std::uint32_t i = matrix_.column[k];
          const AdmissibleSet& set = problem.sets[i];
          Vec3 column = matrix_.block[k].row(c);  // column c of N_ij
          column.z *= set.across;
          if (i == j) column += Vec3{dilation(set) * own.x, own.y, own.z};
          add_rows(i, column);
        }
        jacobian_.begin.push_back(static_cast<int>(jacobian_.row.size()));
      }
    }
    CAIRN_ASSERT(jacobian_.size() == unknowns);
    // Solve for −rest.
    if (!lu_.factor(jacobian_)) return false;
    right_.resize(static_cast<std::size_t>(unknowns));
    const auto each = [&](auto&& f) {
      for (std::size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c)
          if (const int p = place_[3 * i + static_cast<std::size_t>(c)]; p >= 0)
            f(i, c, right_[static_cast<std::size_t>(p)]);
    };
    each([&](std::size_t i, int c, double& value) { value = -rest[i][c]; });
    lu_.solve(right_, right_);
    step_.assign(n, {});
    each([&](std::size_t i, int c, double& value) { step_[i][c] = value; });
    return std::ranges::all_of(right_, [](double x) { return std::isfinite(x); });
  }

  Attempt::Room room_;
  BlockMatrix matrix_;  // √ρ N √ρ
  double size_ = 1, a_ = 1;
  double unit_ = 1;           // mass unit [kg]
  std::vector<double> root_;  // √(ρ/unit)
  std::vector<Vec3> x_, q_, r0_, trial_, step_;
  std::vector<int> place_;
  SparseMatrix jacobian_;
  SparseLu lu_;
  std::vector<double> right_;
};

}  // namespace

SolverRow continuation_row() {
  return {"continuation",
          "TA12",
          "interior points along a path, for flow that is not associated: sure and slow, small problems",
          {},
          [](const Value&) -> std::unique_ptr<ContactSolver> { return std::make_unique<Continuation>(); },
          false,
          Needs::cones};
}

}  // namespace cairn
