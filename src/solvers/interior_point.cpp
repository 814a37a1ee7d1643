// Interior-point solver of the associated law: Mehrotra's predictor-corrector method along the central path,
// with Nesterov-Todd scaling and sparse Cholesky.  [ME92; NT97; AN11]
//   min ½ xᵀN x + qᵀx,  y = C x + d ∈ Q,     N x + q = Cᵀz,  z ∈ Q,  y ∘ z = μ e,  μ → 0
//   (N + CᵀW⁻²C) Δx = −r + CᵀW⁻¹p,  r = N x + q − Cᵀz,  Δy = C Δx,  Δz = W⁻¹(p − W⁻¹Δy)
//   p = λ \ (−λ∘λ − (W⁻¹Δy_a)∘(WΔz_a) + σμ e),  σ = max((1 − α_a)³, 0.1);   predictor Δ_a: p = −λ
// A cone |γ_t| ≤ μ(γ_n + c) is y = (μ(γ_n + c), γ_t). A one-sided bound of a component, such as a flat cap,
// is a half line y ≥ 0; a two-sided bound is two of them. Free components have no y. Round yield sets are
// refused. Unknowns are scaled, γ = √(ρ m) x with a unit of mass m, so that x has the unit of a velocity.
//
// It takes some 15 to 25 factorisations, whatever the stacking, the masses and the redundancy. Use it for
// residuals of 10⁻¹⁰ and where projections creep. It ignores the first guess. Among many solutions it finds
// one in the middle. Coulomb's law goes through De Saxcé's loop (solvers/de_saxce.cpp).
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "math/sparse.h"
#include "problem/mass_unit.h"
#include "problem/matrix_assembler.h"
#include "problem/residual.h"
#include "solvers/compatible/conic_limit.h"
#include "solvers/convex.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr std::uint64_t kMostSteps = 100;
constexpr int kRefinements = 1;
constexpr double kFirstShift = 1e-14, kMostShift = 1e-6;  // added to the diagonal before factoring

class InteriorPoint : public ConvexSolver {
 public:
  bool needs_products_alone() const override { return false; }
  void bind(const ContactProblem& problem) override {
    lay_out(problem);
    fill_matrix(problem);
  }

  std::uint64_t iterations_of_a_factor() const override { return 1; }

  std::string refusal(const ContactProblem& problem) const override {
    const bool rounded = std::ranges::any_of(problem.sets, [](const AdmissibleSet& set) {
      return set.kind > SetKind::box && set.kind != SetKind::capped_flat;
    });
    return rounded ? "it knows cones and flat caps alone; primal_newton, spg and apgd know every yield set"
                   : "";
  }

  void minimise(const ConvexTask& task, Course& course, Threads& threads) override {
    CAIRN_ASSERT(place_.size() == 3 * task.problem.size() && task.x.size() == task.problem.size());
    course.take(natural_map_of(task, threads));
    if (!course.wants_more()) return;
    start(task);
    // Impulses of the present x, their velocities in the scale of x, and the residual without open contacts.
    for (;;) {
      take_point(task);
      task.delassus.apply(task.x, task.nx, threads);
      for (std::size_t i = 0; i < task.q.size(); ++i)
        for (int c = 0; c < 3; ++c)
          if (const int p = place_of(i, c); p >= 0)
            u_[static_cast<std::size_t>(p)] = root_[i] * (task.nx[i] + task.q[i])[c];
      release(task);
      const double residual = natural_map_of(task, threads);
      if (!(residual >= 0)) break;
      if (course.note(residual)) best_.assign(task.x.begin(), task.x.end());
      if (!course.go_on() || course.iterations() >= kMostSteps) break;
      course.count();
      if (!step()) break;
    }
    std::copy(best_.begin(), best_.end(), task.x.begin());
  }

 private:
  // Numbers the unknown components and lists their limits.
  void lay_out(const ContactProblem& problem) {
    const std::size_t n = problem.size();
    place_.assign(3 * n, -1);
    root_.assign(n, 0);
    limits_.clear();
    unknowns_ = 0;
    unit_ = mass_unit(problem);
    for (std::size_t i = 0; i < n; ++i) {
      const AdmissibleSet& set = problem.sets[i];
      root_[i] = std::sqrt(problem.rho[i] / unit_);
      if (root_[i] == 0) continue;
      const double offset = set.cohesion / weight(i);
      if (set.kind == SetKind::box) {
        for (std::size_t c = 0; c < 3; ++c) limit_component(set.component[c], 3 * i + c, offset);
      } else if (set.kind != SetKind::half_line && set.friction > 0) {
        limits_.push_back(
            {.at = unknowns_, .is_cone = true, .factor = set.friction, .offset = set.friction * offset});
        if (set.kind == SetKind::capped_flat) cap(set.limit / weight(i));
        for (std::size_t c = 0; c < 3; ++c) place_[3 * i + c] = unknowns_++;
      } else {
        limits_.push_back({.at = unknowns_, .offset = offset});
        if (set.kind == SetKind::capped_flat) cap(set.limit / weight(i));
        place_[3 * i] = unknowns_++;
      }
    }
  }

  // γ_n ≤ limit.
  void cap(double limit) { limits_.push_back({.at = unknowns_, .factor = -1, .offset = limit}); }

  // Adds the limits of one component of a box.
  void limit_component(Component component, std::size_t row, double offset) {
    if (component == Component::none) return;
    const bool bounded = component == Component::bounded;
    const auto line = [&](double sign) {
      limits_.push_back({.at = unknowns_, .factor = sign, .offset = bounded ? offset : 0});
    };
    if (component == Component::push || bounded) line(1);
    if (component == Component::pull || bounded) line(-1);
    place_[row] = unknowns_++;
  }

  double weight(std::size_t i) const { return unit_ * root_[i]; }  // γ_i/x_i [kg]

  // The lower triangle of √ρ N √ρ, including all elements that the cones add to.
  void fill_matrix(const ContactProblem& problem) {
    const BlockMatrix& n = assembler_.assemble(problem);
    matrix_.begin.assign(1, 0);
    matrix_.row.clear();
    matrix_.value.clear();
    diagonal_.clear();
    for (std::uint32_t j = 0; j < problem.size(); ++j) {
      for (int c = 0; c < 3; ++c) {
        const int column = place_[3 * j + static_cast<std::uint32_t>(c)];
        if (column < 0) continue;
        diagonal_.push_back(static_cast<int>(matrix_.row.size()));
        for (std::uint32_t k = n.begin[j]; k < n.begin[j + 1]; ++k) {
          const std::uint32_t i = n.column[k];
          const Vec3 values = root_[i] * weight(j) * n.block[k].row(c);  // column c of N_ij
          for (int r = 0; r < 3; ++r) {
            const int row = place_[3 * i + static_cast<std::uint32_t>(r)];
            if (row < column) continue;
            matrix_.row.push_back(row);
            matrix_.value.push_back(values[r]);
          }
        }
        matrix_.begin.push_back(static_cast<int>(matrix_.row.size()));
      }
    }
    unscaled_ = matrix_.value;
    CAIRN_ASSERT(matrix_.size() == unknowns_ && diagonal_.size() == static_cast<std::size_t>(unknowns_));
  }

  // Puts x in the middle of every limit, at a distance from the boundary as large as the velocities.
  void start(const ConvexTask& task) {
    const auto m = static_cast<std::size_t>(unknowns_);
    x_.assign(m, 0);
    u_.assign(m, 0);
    right_.assign(m, 0);
    dx_.assign(m, 0);
    rest_.assign(m, 0);
    best_.assign(task.x.begin(), task.x.end());
    double size = 0;
    for (std::size_t i = 0; i < task.q.size(); ++i) size = std::max(size, root_[i] * norm(task.q[i]));
    if (size == 0) size = 1;
    for (const ConicLimit& limit : limits_) {
      double& x = x_[static_cast<std::size_t>(limit.at)];
      if (limit.is_cone || limit.offset == 0) x = size / limit.factor;
      // Half way between apex and cap. A cap follows its cone in the list.
      else if (limit.factor < 0 && x >= 0.5 * limit.offset)
        x = 0.5 * limit.offset;
    }
    for (ConicLimit& limit : limits_) {
      limit.y = image(limit, x_);
      limit.z = {size, 0, 0};
      limit.y.x += limit.offset;
    }
  }

  // Converts x to impulses and projects them into their sets.
  void take_point(const ConvexTask& task) {
    const ContactProblem& problem = task.problem;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      Vec3 gamma;
      for (int c = 0; c < 3; ++c)
        if (const int p = place_of(i, c); p >= 0) gamma[c] = weight(i) * x_[static_cast<std::size_t>(p)];
      task.x[i] = project(problem.sets[i], gamma);
    }
  }

  // Sets the impulses of open contacts to zero.
  static void release(const ConvexTask& task) {
    for (std::size_t i = 0; i < task.problem.size(); ++i)
      if (is_open(task.problem, i, task.x[i], task.nx[i] + task.q[i])) task.x[i] = {};
  }

  // Computes N x, and returns the residual of x.
  static double natural_map_of(const ConvexTask& task, Threads& threads) {
    const ContactProblem& problem = task.problem;
    task.delassus.apply(task.x, task.nx, threads);
    ErrorSum sum;
    for (std::size_t i = 0; i < problem.size(); ++i)
      sum += error_of(task, i, task.x[i], task.nx[i] + task.q[i]);
    return residual(problem, sum);
  }

  // One predictor-corrector step. False if it fails or is too short.
  bool step() {
    aim_at_boundary(limits_);
    if (!factor()) return false;
    find_step();
    aim_along_path(limits_);
    find_step();
    const double alpha = step_inside(limits_);
    for (std::size_t k = 0; k < x_.size(); ++k) x_[k] += alpha * dx_[k];
    for (ConicLimit& limit : limits_) {
      limit.y += alpha * limit.dy;
      limit.z += alpha * limit.dz;
    }
    return alpha > 1e-10 && std::ranges::all_of(limits_, &ConicLimit::is_inside);
  }

  // Δx, Δy and Δz for the goals of all limits. Uses r + Cᵀz = u.
  void find_step() {
    for (std::size_t k = 0; k < right_.size(); ++k) right_[k] = -u_[k];
    for (const ConicLimit& limit : limits_) {
      const Vec3 pull = limit.z + limit.inverse_times(limit.goal);
      const auto at = static_cast<std::size_t>(limit.at);
      right_[at] += limit.factor * pull.x;
      if (limit.is_cone) {
        right_[at + 1] += pull.y;
        right_[at + 2] += pull.z;
      }
    }
    cholesky_.solve(right_, dx_);
    // Iterative refinement removes the effect of the raised diagonal and most of the round-off.
    for (int k = 0; k < kRefinements; ++k) {
      subtract_product(right_, dx_, rest_);
      cholesky_.solve(rest_, rest_);
      for (std::size_t i = 0; i < dx_.size(); ++i) dx_[i] += rest_[i];
    }
    for (ConicLimit& limit : limits_) limit.follow(image(limit, dx_));
  }

  // Factors N + CᵀW⁻²C; raises the diagonal until the factor exists.
  bool factor() {
    matrix_.value = unscaled_;
    for (const ConicLimit& limit : limits_) {
      const Mat3 inner = limit.inverse_square();
      const auto at = static_cast<std::size_t>(limit.at);
      for (int c = 0; c < (limit.is_cone ? 3 : 1); ++c)
        for (int r = c; r < (limit.is_cone ? 3 : 1); ++r)
          matrix_.value[static_cast<std::size_t>(diagonal_[at + static_cast<std::size_t>(c)] + r - c)] +=
              (c == 0 ? limit.factor : 1) * (r == 0 ? limit.factor : 1) * inner.row(r)[c];
    }
    raised_ = matrix_;
    double before = 0;
    for (double shift = kFirstShift; shift <= kMostShift; before = shift, shift *= 100) {
      for (const int k : diagonal_) raised_.value[static_cast<std::size_t>(k)] += shift - before;
      if (cholesky_.factor(raised_)) return true;
    }
    return false;
  }

  // rest = b − A x.
  void subtract_product(const std::vector<double>& b, const std::vector<double>& x,
                        std::vector<double>& rest) const {
    rest = b;
    for (int j = 0; j < matrix_.size(); ++j) {
      const auto column = static_cast<std::size_t>(j);
      double sum = 0;
      for (int k = matrix_.begin[column]; k < matrix_.begin[column + 1]; ++k) {
        const auto row = static_cast<std::size_t>(matrix_.row[static_cast<std::size_t>(k)]);
        const double value = matrix_.value[static_cast<std::size_t>(k)];
        rest[row] -= value * x[column];
        if (row != column) sum += value * x[row];
      }
      rest[column] -= sum;
    }
  }

  // C x of one limit.
  static Vec3 image(const ConicLimit& limit, const std::vector<double>& x) {
    const auto at = static_cast<std::size_t>(limit.at);
    if (!limit.is_cone) return {limit.factor * x[at], 0, 0};
    return {limit.factor * x[at], x[at + 1], x[at + 2]};
  }

  int place_of(std::size_t block, int component) const {
    return place_[3 * block + static_cast<std::size_t>(component)];
  }

  int unknowns_ = 0;
  std::vector<int> place_;    // index of each component among the unknowns; −1: not an unknown
  double unit_ = 1;           // mass unit m [kg]
  std::vector<double> root_;  // √(ρ/unit) per block
  std::vector<ConicLimit> limits_;
  MatrixAssembler assembler_;
  SparseMatrix matrix_, raised_;  // with the limits; as factored
  std::vector<double> unscaled_;  // values of √ρ N √ρ
  std::vector<int> diagonal_;     // index of each diagonal element, the first of its column
  SparseCholesky cholesky_;
  std::vector<double> x_, dx_, u_, right_, rest_;
  std::vector<Vec3> best_;
};

}  // namespace

SolverRow interior_point_row() {
  return {
      "interior_point",
      "ME92",
      "primal-dual interior points with sparse Cholesky: 1e-10 on any stack, up to some thousand contacts",
      {},
      [](const Value&) { return contact_solver("interior_point", std::make_unique<InteriorPoint>()); },
      true,
      Needs::cones};
}

}  // namespace cairn
