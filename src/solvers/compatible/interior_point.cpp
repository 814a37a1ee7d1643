// Compatible forces as a second-order cone programme: Mehrotra's predictor-corrector [ME92] method along the
// central path (scaling W: solvers/compatible/conic_limit.h), with sparse Cholesky.
//   min Σ w*(y),  Bᵀy = F,  l = C y ∈ Q        ∂w*(y) + B d = Cᵀz,  z ∈ Q,  l ∘ z = μ e,  μ → 0
//   G = (∂²w* + CᵀW⁻²C)⁻¹,   b = −r_d + CᵀW⁻¹p,   BᵀG B Δd = BᵀG b + r_p,   Δy = G (b − B Δd)
//   r_d = ∂w*(y) + B d − Cᵀz,   r_p = Bᵀy − F
// The matrix has the pattern of Newton's method. Some 15 to 30 factors are needed, whatever the power and the
// friction. It uses no first guess.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/compatible/compatible.h"
#include "solvers/compatible/conic_limit.h"
#include "solvers/compatible/elastic_contact.h"

namespace cairn {
namespace {

constexpr std::uint64_t kMostSteps = 100;
constexpr double kCentre = 1e-15;  // μ at the end

class CompatiblePath {
 public:
  CompatiblePath(ContactNetwork& network, const CompatibleMethod& method)
      : network_(network), law_{method.power}, goal_(method.tolerance) {}

  CompatibleReport solve(std::vector<Vec3>& found) {
    CompatibleReport report;
    begin();
    double best = std::numeric_limits<double>::infinity();
    for (;; ++report.iterations) {
      // Error: force balance, distance to the end of the path, and r_d. Keep the best point.
      const double balance = look(), mean = centre(limits_),
                   error = std::max(balance, std::max(mean, stray_));
      if (!std::isfinite(error)) break;
      if (error < best) {
        best = error;
        report.balance = balance;
        report.converged = balance <= goal_ && mean <= kCentre && stray_ <= 1e-9;
        for (std::size_t e = 0; e < found.size(); ++e)
          found[e] = ElasticContact::within(network_.elements()[e], y_[e]);
      }
      if (report.converged || report.iterations >= kMostSteps || !step()) break;
    }
    return report;
  }

 private:
  // Starts at y = (1, 0, 0) and z = (1, 0, 0) for every element, with d = 0.
  void begin() {
    const std::size_t n = network_.size();
    y_.assign(n, {1, 0, 0});
    step_y_.resize(n);
    pull_.resize(n);
    soft_.resize(n);
    hard_.resize(n);
    limits_.assign(n, {});
    d_.assign(network_.freedoms(), 0);
    step_d_ = right_ = d_;
    for (std::size_t e = 0; e < n; ++e) {
      const NetworkElement& element = network_.elements()[e];
      limits_[e].is_cone = element.is_cone;
      limits_[e].factor = element.is_cone ? element.friction : 1;
      limits_[e].y = image(limits_[e], y_[e]);
      limits_[e].z = {1, 0, 0};
    }
  }

  // Residuals of the present point; returns ‖r_p‖/‖F‖.
  double look() {
    network_.compress(d_, c_);
    network_.gather(y_, right_);
    double wrong = 0, all = 0;
    for (std::size_t k = 0; k < right_.size(); ++k) {
      right_[k] -= network_.force()[k];
      wrong += right_[k] * right_[k];
      all += network_.force()[k] * network_.force()[k];
    }
    stray_ = 0;
    for (std::size_t e = 0; e < y_.size(); ++e) {
      const NetworkElement& element = network_.elements()[e];
      Vec3 r = law_.compression(element, y_[e]) - c_[e] - adjoint(limits_[e], limits_[e].z);
      if (!element.is_cone) r.y = r.z = 0;
      pull_[e] = -r;
      stray_ = std::max(stray_, norm(r) * norm(y_[e]));
    }
    return std::sqrt(wrong / all);
  }

  // One predictor-corrector step. False if it fails or is too short.
  bool step() {
    aim_at_boundary(limits_);
    for (std::size_t e = 0; e < y_.size(); ++e) {
      hard_[e] = law_.compliance(network_.elements()[e], y_[e]);
      soft_[e] = softness(e);
    }
    if (!factor()) return false;
    find_step();
    aim_along_path(limits_);
    find_step();
    const double alpha = step_inside(limits_);
    for (std::size_t k = 0; k < d_.size(); ++k) d_[k] += alpha * step_d_[k];
    for (std::size_t e = 0; e < y_.size(); ++e) {
      y_[e] += alpha * step_y_[e];
      limits_[e].y = image(limits_[e], y_[e]);
      limits_[e].z += alpha * limits_[e].dz;
    }
    return alpha > 1e-12 && std::ranges::all_of(limits_, &ConicLimit::is_inside);
  }

  // G = (∂²w* + CᵀW⁻²C)⁻¹ of an element.
  Mat3 softness(std::size_t e) const {
    const NetworkElement& element = network_.elements()[e];
    const Mat3 &energy = hard_[e], inner = limits_[e].inverse_square();
    if (!element.is_cone) return diagonal({1 / (energy.row0.x + inner.row0.x), 0, 0});
    const Mat3 c = diagonal({limits_[e].factor, 1, 1});
    return inverse(energy + c * (inner * c));
  }

  // Factors BᵀG B; raises the diagonal until the factor exists.
  bool factor() {
    matrix_ = network_.stiffness_matrix(soft_);
    raised_ = matrix_;
    double most = 0;
    for (const int k : network_.diagonal()) most = std::max(most, matrix_.value[static_cast<std::size_t>(k)]);
    if (!(most > 0) || !std::isfinite(most)) return false;
    double shift = 1e-15 * most;
    for (int tries = 0; tries < 6; ++tries, shift *= 100) {
      for (const int k : network_.diagonal()) raised_.value[static_cast<std::size_t>(k)] += shift;
      if (cholesky_.factor(raised_)) return true;
    }
    return false;
  }

  // Δy, Δd and Δz for the goals of all limits.
  void find_step() {
    for (std::size_t e = 0; e < y_.size(); ++e) {
      const Vec3 b = pull_[e] + adjoint(limits_[e], limits_[e].inverse_times(limits_[e].goal));
      step_y_[e] = soft_[e] * b;
    }
    network_.gather(step_y_, rest_);
    for (std::size_t k = 0; k < rest_.size(); ++k) rest_[k] += right_[k];
    std::ranges::fill(step_d_, 0.0);
    correction_.resize(rest_.size());
    // Two passes: the second removes the effect of the raised diagonal and most of the round-off.
    for (int k = 0; k < 2; ++k) {
      cholesky_.solve(rest_, correction_);
      for (std::size_t i = 0; i < step_d_.size(); ++i) step_d_[i] += correction_[i];
      network_.compress(correction_, press_);
      for (std::size_t e = 0; e < y_.size(); ++e) {
        press_[e] = soft_[e] * press_[e];
        step_y_[e] += press_[e];
      }
      network_.gather(press_, correction_);
      for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] += correction_[i];
    }
    // Cᵀ Δz = r_d + ∂²w* Δy + B Δd. It avoids the cancellation of W⁻¹(p − W⁻¹ C Δy) at the rim of a cone.
    network_.compress(step_d_, press_);
    for (std::size_t e = 0; e < y_.size(); ++e) {
      ConicLimit& limit = limits_[e];
      const Vec3 z = hard_[e] * step_y_[e] - pull_[e] - press_[e];
      limit.dy = image(limit, step_y_[e]);
      limit.dz = {z.x / limit.factor, z.y, z.z};
      if (!limit.is_cone) limit.dz.y = limit.dz.z = 0;
    }
  }

  static Vec3 image(const ConicLimit& limit, const Vec3& y) { return {limit.factor * y.x, y.y, y.z}; }
  static Vec3 adjoint(const ConicLimit& limit, const Vec3& z) { return {limit.factor * z.x, z.y, z.z}; }

  ContactNetwork& network_;
  ElasticContact law_;
  double goal_, stray_ = 0;  // largest |r_d||y|
  std::vector<ConicLimit> limits_;
  std::vector<Vec3> y_, step_y_, c_, pull_, press_;             // pull: −r_d
  std::vector<double> d_, step_d_, right_, rest_, correction_;  // right: r_p
  std::vector<Mat3> soft_, hard_;                               // G, ∂²w*
  SparseMatrix matrix_, raised_;
  SparseCholesky cholesky_;
};

}  // namespace

CompatibleReport compatible_interior_point(ContactNetwork& network, const CompatibleMethod& method,
                                           std::vector<Vec3>& y) {
  return CompatiblePath(network, method).solve(y);
}

}  // namespace cairn
