// Newton's method on the micro-displacements of a contact network, with sparse Cholesky.
//   Ψ(d) = Σ w(c) + F·d,  c = −B d       g = F − Bᵀy,  y = ∂w(c)       H = Bᵀ(∂y/∂c)B + ε 1
//   d ← d − α H⁻¹g,   α = 1, ½, ¼ ... until Ψ falls enough [AR66] or ‖g‖ has halved
// Ψ is convex and smooth, and piecewise quadratic under Hooke's law: 3 to 10 steps reach round-off. ε
// restrains freedoms that no contact restrains. It shrinks with the error and does not affect the final
// forces.
//
// A law provides energy(e, c), force(e, c) and slope(e, c) of element e.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "solvers/compatible/compatible.h"

namespace cairn {

inline double dot_of(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

template <class Law>
class DualNewton {
 public:
  // The error is ‖g‖/size.
  DualNewton(ContactNetwork& network, const Law& law, std::span<const double> force, double size)
      : network_(network), law_(law), force_(force), size_(size), d_(network.freedoms(), 0) {
    CAIRN_ASSERT(force.size() == network.freedoms() && size > 0);
  }

  // Starts from the displacements of a truss with the given stiffnesses, whose contacts may also pull.
  void begin_with_truss(std::span<const Mat3> stiffness) {
    if (!factor(stiffness, 1e-9)) return;
    cholesky_.solve(force_, d_);
    for (double& x : d_) x = -x;
  }
  std::vector<double>& displacements() { return d_; }

  // y is the best point seen.
  CompatibleReport solve(double goal, std::vector<Vec3>& y) {
    CompatibleReport report;
    look(d_, c_, y_, g_);
    double best = std::numeric_limits<double>::infinity();
    int idle = 0;  // steps in a row that did not halve the error
    for (;; ++report.iterations) {
      const double error = std::sqrt(dot_of(g_, g_)) / size_;
      idle = error < 0.5 * best ? 0 : idle + 1;
      if (error < best) {
        best = error;
        y = y_;
      }
      if (!(error > goal) || report.iterations >= kMostSteps) break;
      if ((best <= kRoundOff * goal && idle >= kMostIdle) || !step(error)) break;
    }
    report.balance = best;
    report.converged = best <= kRoundOff * goal;
    return report;
  }

 private:
  // Compressions c, forces y and gradient g at d; returns Ψ.
  double look(const std::vector<double>& d, std::vector<Vec3>& c, std::vector<Vec3>& y,
              std::vector<double>& g) const {
    network_.compress(d, c);
    y.resize(c.size());
    double energy = 0;
    for (std::size_t e = 0; e < c.size(); ++e) {
      y[e] = law_.force(e, c[e]);
      energy += law_.energy(e, c[e]);
    }
    network_.gather(y, g);
    for (std::size_t k = 0; k < g.size(); ++k) g[k] = force_[k] - g[k];
    return energy + dot_of(force_, d);
  }

  // One Newton step. False if the factor or the line search fails.
  bool step(double error) {
    slopes_.resize(c_.size());
    for (std::size_t e = 0; e < c_.size(); ++e) slopes_[e] = law_.slope(e, c_[e]);
    if (!factor(slopes_, 1e-3 * std::min(1e-4, error))) return false;
    direction_.resize(d_.size());
    cholesky_.solve(g_, direction_);
    const double fall = -dot_of(g_, direction_), before = dot_of(g_, g_), psi = look(d_, c_, y_, g_);
    // Halve the step until Ψ falls enough, or ‖g‖ halves.
    double share = 1;
    for (int k = 0; k < kMostHalvings; ++k, share *= 0.5) {
      trial_ = d_;
      for (std::size_t i = 0; i < d_.size(); ++i) trial_[i] -= share * direction_[i];
      const double next = look(trial_, next_c_, next_y_, next_g_);
      if (!(next <= psi + kArmijo * share * fall) && !(dot_of(next_g_, next_g_) <= 0.25 * before)) continue;
      d_.swap(trial_);
      c_.swap(next_c_);
      y_.swap(next_y_);
      g_.swap(next_g_);
      return true;
    }
    return false;
  }

  // Factors H. Its diagonal is raised by `part` of its mean plus 10⁻¹⁴ of its largest element, and by more if
  // that fails.
  bool factor(std::span<const Mat3> slopes, double part) {
    matrix_ = network_.stiffness_matrix(slopes);
    double sum = 0, most = 0;
    for (const int k : network_.diagonal()) {
      const double x = matrix_.value[static_cast<std::size_t>(k)];
      sum += x;
      most = std::max(most, x);
    }
    if (!(most > 0) || !std::isfinite(sum)) return false;
    double shift = part * sum / static_cast<double>(network_.freedoms()) + 1e-14 * most;
    for (int tries = 0; tries < 6; ++tries, shift *= 100) {
      for (const int k : network_.diagonal()) matrix_.value[static_cast<std::size_t>(k)] += shift;
      if (cholesky_.factor(matrix_)) return true;
    }
    return false;
  }

  static constexpr std::uint64_t kMostSteps = 200;
  static constexpr int kMostHalvings = 40, kMostIdle = 3;
  // Displacements of loose parts grow large and leave round-off in the balance.
  static constexpr double kRoundOff = 100;
  static constexpr double kArmijo = 1e-4;

  ContactNetwork& network_;
  const Law& law_;
  std::span<const double> force_;
  double size_;
  SparseMatrix matrix_;
  SparseCholesky cholesky_;
  std::vector<Mat3> slopes_;
  std::vector<double> d_, g_, direction_, trial_, next_g_;
  std::vector<Vec3> c_, y_, next_c_, next_y_;
};

}  // namespace cairn
