// Newton's method on the velocities, for problems in which every row is compliant. After elimination of the
// impulses the problem is unconstrained, convex and once differentiable. With v = v_free + L z, L Lᵀ = m M⁻¹
// for a unit of mass m, and per block:
//   w = q + D L z,   γ(w) = P^E(−E⁻¹w)   (the projection in the metric of E)
//   min ½|z|² + Σ ψ(w)/m,   ψ(w) = max over Υ of −½ γᵀE γ − γᵀw,   ∂ψ = −γ,   ∂²ψ = G E⁻¹,   G = ∂P^E
//   (1 + Σ (D L)ᵀ G E⁻¹/m (D L)) d = −z + Σ (D L)ᵀ γ/m,   z ← z + α d
// with α at the zero of the slope along d. The search is exact, so the cost falls with every step and the
// method converges from any start. Locked axes are zero rows of L. The system has six rows per body.
// Conjugate gradients (math/six_gradients.h) solve it to a hundredth, which still is a direction of descent.
// Small systems, and those on which gradients fail, such as slender structures, get a sparse Cholesky factor.
// Kinks cost steps: contacts that open, close, slip or stick along d. Accelerated gradients
// (solvers/apgd.cpp) settle most of these first; they do not count as iterations.
//
// Joints are rows like others, through their small compliance. Other dilatancies than the associated one go
// through De Saxcé's loop (solvers/de_saxce.cpp).  [TA12; CPH23]
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "math/six_blocks.h"
#include "math/six_gradients.h"
#include "math/sparse.h"
#include "problem/jacobian.h"
#include "problem/mass_unit.h"
#include "problem/yield.h"
#include "solvers/convex.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr int kNoPlace = -1;

// L with L Lᵀ = A; A may have rows of zeros.
Mat3 cholesky_root(const Mat3& a) {
  const auto root = [](double x) { return x > 0 ? std::sqrt(x) : 0.0; };
  const auto over = [](double x, double d) { return d > 0 ? x / d : 0.0; };
  const double l00 = root(a.row0.x), l10 = over(a.row1.x, l00), l20 = over(a.row2.x, l00);
  const double l11 = root(a.row1.y - l10 * l10), l21 = over(a.row2.y - l20 * l10, l11);
  return {{l00, 0, 0}, {l10, l11, 0}, {l20, l21, root(a.row2.z - l20 * l20 - l21 * l21)}};
}

// The rows of D L of one block, for one of its bodies.
struct Rows {
  std::array<Six, 3> row{};

  Vec3 times(const double* z) const {
    Vec3 result;
    for (int k = 0; k < 3; ++k)
      for (std::size_t c = 0; c < 6; ++c) result[k] += row[static_cast<std::size_t>(k)][c] * z[c];
    return result;
  }
  void add_transposed(const Vec3& gamma, double* z) const {
    for (int k = 0; k < 3; ++k)
      for (std::size_t c = 0; c < 6; ++c) z[c] += row[static_cast<std::size_t>(k)][c] * gamma[k];
  }
};

class PrimalNewton : public ConvexSolver {
 public:
  bool needs_products_alone() const override { return false; }
  std::uint64_t iterations_of_a_factor() const override { return 1; }

  std::string refusal(const ContactProblem& problem) const override {
    if (!problem.has_bodies()) return "primal_newton needs bodies; spg, apgd and newton take a matrix";
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Vec3 e = problem.compliance.empty() ? Vec3{} : problem.compliance[i];
      const AdmissibleSet& set = problem.sets[i];
      for (int c = 0; c < 3; ++c) {
        const bool counts =
            set.kind != SetKind::box || set.component[static_cast<std::size_t>(c)] != Component::none;
        if (counts && !(e[c] > 0))
          return "primal_newton needs compliance in every row; pgs, spg and interior_point take rigid ones";
      }
    }
    return {};
  }

  // Finds L per body, D L per block, and the pattern of the matrix.
  void bind(const ContactProblem& problem) override {
    const std::size_t n = problem.size(), bodies = problem.bodies.size();
    linear_.assign(bodies, {});
    angular_.assign(bodies, {});
    place_bodies(problem);
    unit_ = mass_unit(problem);
    for (std::uint32_t b = 0; b < bodies; ++b) {
      if (place_[b] == kNoPlace) continue;
      const Mobility mobility = mobility_of(problem, b);
      linear_[b] = cholesky_root(unit_ * mobility.inverse_mass);
      angular_[b] = cholesky_root(unit_ * mobility.inverse_inertia);
    }
    sides_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Block& block = problem.blocks[i];
      sides_[i] = {rows_of(block, block.a, block.arm_a, -1), rows_of(block, block.b, block.arm_b, 1)};
    }
    lay_out(problem);
  }

  void minimise(const ConvexTask& task, Course& course, Threads& threads) override {
    const std::size_t n = task.problem.size(), size = 6 * static_cast<std::size_t>(count_);
    CAIRN_ASSERT(sides_.size() == n && task.problem.compliance.size() == n);
    // Get close by gradients, then start from the velocities of their impulses.
    come_near(task, course, threads);
    z_.assign(size, 0);
    d_.assign(size, 0);
    right_.assign(size, 0);
    w_.resize(n);
    p_.resize(n);
    gamma_.resize(n);
    slope_.resize(n);
    add_impulses(task.problem, task.x, z_);
    best_.assign(task.x.begin(), task.x.end());
    task.delassus.apply(task.x, task.nx, threads);
    course.take(residual(task, threads));
    by_gradients_ = count_ > kFewBodies;
    int idle = 0;
    while (course.wants_more()) {
      // Impulses of the present velocities, and their residual.
      look(task);
      std::copy(gamma_.begin(), gamma_.end(), task.x.begin());
      task.delassus.apply(task.x, task.nx, threads);
      // Equal residuals: keep the later point.
      const double found = residual(task, threads);
      if (found <= course.least()) best_.assign(task.x.begin(), task.x.end());
      course.note(found);
      if (!course.go_on() || course.iterations() >= kMostSteps) break;
      course.count();
      // One Newton step; stop after a few steps that change the cost only by round-off.
      if (!find_direction(task.problem, threads)) break;
      if (is_round_off() && ++idle > kIdleSteps) break;
      const double alpha = search(task);
      for (std::size_t k = 0; k < size; ++k) z_[k] += alpha * d_[k];
    }
    std::copy(best_.begin(), best_.end(), task.x.begin());
  }

 private:
  static constexpr std::uint64_t kMostSteps = 200, kMostGradients = 1000;
  static constexpr double kNear = 1e-3;  // residual at which Newton starts
  static constexpr int kMostTrials = 40, kIdleSteps = 3;
  static constexpr double kFlat = 1e-4;       // final slope of a search, relative to the first
  static constexpr double kReduction = 1e-2;  // of the error of the linear systems
  static constexpr std::uint64_t kMostProducts = 2000;
  // Bodies whose systems are factored at once, and most bodies that are factored at all.
  static constexpr int kFewBodies = kLargestOwnFactor / 6, kMostFactored = 5000;

  struct Sides {
    Rows a, b;
  };

  // Numbers the mobile bodies in the order in which blocks first name them. Blocks are sorted by grid cells
  // and keys. The local order of bodies changes when a run is resumed, and would change the order of
  // elimination and hence the bits.
  void place_bodies(const ContactProblem& problem) {
    place_.assign(problem.bodies.size(), kNoPlace);
    count_ = 0;
    for (const Block& block : problem.blocks)
      for (const std::uint32_t b : {block.a, block.b})
        if (place_[b] == kNoPlace && is_mobile(problem.bodies[b])) place_[b] = count_++;
  }

  // Gradients settle which contacts are open or closed, slipping or sticking.
  void come_near(const ConvexTask& task, const Course& course, Threads& threads) {
    Course part = course.part(std::max(course.tolerance(), kNear), kMostGradients);
    gradients_->minimise(task, part, threads);
  }

  // The rows of D L of one body; `sign` is −1 for body A and 1 for body B.
  Rows rows_of(const Block& block, std::uint32_t body, const Vec3& arm, double sign) const {
    Rows rows;
    if (place_[body] == kNoPlace) return rows;
    const BlockJacobian j = jacobian(block, arm);
    const Mat3 linear = transpose(linear_[body]), angular = transpose(angular_[body]);
    for (int k = 0; k < 3; ++k) {
      const Vec3 push = linear * (sign * j.linear.row(k)), turn = angular * (sign * j.angular.row(k));
      rows.row[static_cast<std::size_t>(k)] = {push.x, push.y, push.z, turn.x, turn.y, turn.z};
    }
    return rows;
  }

  // z += Σ (D L)ᵀ γ/m.
  void add_impulses(const ContactProblem& problem, std::span<const Vec3> gamma,
                    std::vector<double>& z) const {
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Block& block = problem.blocks[i];
      if (const int a = place_[block.a]; a != kNoPlace)
        sides_[i].a.add_transposed(gamma[i] / unit_, &z[at(a)]);
      if (const int b = place_[block.b]; b != kNoPlace)
        sides_[i].b.add_transposed(gamma[i] / unit_, &z[at(b)]);
    }
  }
  // D L z of block i.
  Vec3 image(const ContactProblem& problem, std::size_t i, const std::vector<double>& z) const {
    const Block& block = problem.blocks[i];
    Vec3 sum;
    if (const int a = place_[block.a]; a != kNoPlace) sum += sides_[i].a.times(&z[at(a)]);
    if (const int b = place_[block.b]; b != kNoPlace) sum += sides_[i].b.times(&z[at(b)]);
    return sum;
  }

  // γ(w), and its slope G E⁻¹.
  static Vec3 respond(const ContactProblem& problem, std::size_t i, const Vec3& w, Mat3& slope) {
    const AdmissibleSet& set = problem.sets[i];
    const Vec3& e = problem.compliance[i];
    const auto over = [](double x, double d) { return d > 0 ? x / d : 0.0; };
    const Vec3 inverse{over(1, e.x), over(1, e.y), over(1, e.z)};
    const MetricProjection found = project_in_metric(set, e, -scaled(inverse, w));
    slope = {scaled(found.derivative.row0, inverse), scaled(found.derivative.row1, inverse),
             scaled(found.derivative.row2, inverse)};
    return found.point;
  }

  // w, γ and its slope at the present z.
  void look(const ConvexTask& task) {
    for (std::size_t i = 0; i < task.problem.size(); ++i) {
      w_[i] = task.q[i] + image(task.problem, i, z_);
      gamma_[i] = respond(task.problem, i, w_[i], slope_[i]);
    }
  }

  // Solves for the direction d. False if a factor fails.
  bool find_direction(const ContactProblem& problem, Threads& threads) {
    for (std::size_t k = 0; k < right_.size(); ++k) right_[k] = -z_[k];
    add_impulses(problem, gamma_, right_);
    fill(problem);
    // Gradients, unless they have failed before. They scale the matrix.
    if (by_gradients_) {
      const auto found = linear_gradients_.solve(matrix_, right_, d_, kReduction, kMostProducts, threads);
      if (found.reduction > kReduction && count_ <= kMostFactored) {
        by_gradients_ = false;
        fill(problem);
      }
    }
    if (!by_gradients_) {
      spread(matrix_, numbers_);
      if (!cholesky_.factor(numbers_)) return false;
      cholesky_.solve(right_, d_);
    }
    return std::ranges::all_of(d_, [](double x) { return std::isfinite(x); });
  }

  // True if the step lowers the cost by no more than round-off.
  bool is_round_off() const {
    double lowered = 0, cost = 0;
    for (std::size_t k = 0; k < d_.size(); ++k) {
      lowered += right_[k] * d_[k];
      cost += z_[k] * z_[k];
    }
    return lowered <= 1e-16 * cost;
  }

  // The zero of the slope along d. The slope grows with α, so Newton's method runs between bounds.
  double search(const ConvexTask& task) {
    const std::size_t n = task.problem.size();
    // slope(α) = (z + αd)·d − Σ γ(w + αp)·p/m, with p = D L d.
    double along = 0, length = 0;
    for (std::size_t k = 0; k < d_.size(); ++k) {
      along += z_[k] * d_[k];
      length += d_[k] * d_[k];
    }
    for (std::size_t i = 0; i < n; ++i) p_[i] = image(task.problem, i, d_);
    struct Slope {
      double value, curvature;
    };
    const auto slope = [&](double alpha) -> Slope {
      Slope s{along + alpha * length, length};
      Mat3 local;
      for (std::size_t i = 0; i < n; ++i) {
        s.value -= dot(respond(task.problem, i, w_[i] + alpha * p_[i], local), p_[i]) / unit_;
        s.curvature += dot(p_[i], local * p_[i]) / unit_;
      }
      return s;
    };
    const double first = slope(0).value;
    double low = 0, high = std::numeric_limits<double>::infinity(), alpha = 1;
    for (int k = 0; k < kMostTrials; ++k) {
      const Slope s = slope(alpha);
      if (std::abs(s.value) <= kFlat * std::abs(first)) break;
      (s.value < 0 ? low : high) = alpha;
      const double newton = alpha - s.value / s.curvature;
      const double middle = std::isfinite(high) ? 0.5 * (low + high) : 2 * low;
      alpha = newton > low && newton < high ? newton : middle;
    }
    return alpha;
  }

  // Pattern of 1 + Σ (D L)ᵀ G E⁻¹/m (D L).
  void lay_out(const ContactProblem& problem) {
    std::vector<std::array<int, 2>> pairs;
    for (const Block& block : problem.blocks) {
      const int a = place_[block.a], b = place_[block.b];
      if (a != kNoPlace && b != kNoPlace && a != b) pairs.push_back({std::min(a, b), std::max(a, b)});
    }
    matrix_ = six_blocks(count_, pairs);
  }

  // Values of the matrix for the present slopes.
  void fill(const ContactProblem& problem) {
    std::ranges::fill(matrix_.block, SixBlock{});
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Mat3 c = 1 / unit_ * slope_[i];
      if (c.row0 == Vec3{} && c.row1 == Vec3{} && c.row2 == Vec3{}) continue;
      const int a = place_[problem.blocks[i].a], b = place_[problem.blocks[i].b];
      const Sides& s = sides_[i];
      if (a != kNoPlace) add(s.a, c, s.a, matrix_.find(a, a));
      if (b != kNoPlace) add(s.b, c, s.b, matrix_.find(b, b));
      if (a == kNoPlace || b == kNoPlace || a == b) continue;
      // Lower triangle: the row has the larger place.
      a > b ? add(s.a, c, s.b, matrix_.find(a, b)) : add(s.b, c, s.a, matrix_.find(b, a));
    }
    for (int k = 0; k < count_; ++k)
      for (std::size_t c = 0; c < 6; ++c) matrix_.block[matrix_.find(k, k)][c][c] += 1;
  }
  // Block `to` += rowsᵀ C columns.
  void add(const Rows& rows, const Mat3& c, const Rows& columns, std::size_t to) {
    SixBlock& sum = matrix_.block[to];
    for (int k = 0; k < 3; ++k) {
      const Vec3& weight = c.row(k);
      Six mixed{};
      for (int l = 0; l < 3; ++l)
        for (std::size_t j = 0; j < 6; ++j)
          mixed[j] += weight[l] * columns.row[static_cast<std::size_t>(l)][j];
      const Six& left = rows.row[static_cast<std::size_t>(k)];
      for (std::size_t j = 0; j < 6; ++j)
        for (std::size_t r = 0; r < 6; ++r) sum[j][r] += left[r] * mixed[j];
    }
  }

  static std::size_t at(int place) { return 6 * static_cast<std::size_t>(place); }

  double unit_ = 1;                     // mass unit m [kg]
  int count_ = 0;                       // mobile bodies
  std::vector<int> place_;              // number of each body among them, or kNoPlace
  std::vector<Mat3> linear_, angular_;  // L
  std::vector<Sides> sides_;            // D L per block
  std::vector<double> z_, d_, right_;
  std::vector<Vec3> w_, p_, gamma_, best_;
  std::vector<Mat3> slope_;  // G E⁻¹
  SixBlocks matrix_;
  SparseMatrix numbers_;  // the same for the factor
  SparseCholesky cholesky_;
  SixGradients linear_gradients_;
  bool by_gradients_ = false;  // they solve the linear systems
  std::unique_ptr<ConvexSolver> gradients_ = convex_apgd();
};

}  // namespace

SolverRow primal_newton_row() {
  return {
      "primal_newton",
      "TA12",
      "Newton on the velocities of compliant contacts with an exact search: a handful of steps after some "
      "gradients",
      {},
      [](const Value&) { return contact_solver("primal_newton", std::make_unique<PrimalNewton>()); },
      false,
      Needs::compliance};
}

}  // namespace cairn
