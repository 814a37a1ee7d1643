// Compatible forces by the paper's method: multipliers enforce the force balance, and accelerated projected
// gradients minimise over the admissible contact forces.  [OK18 7]
//   L(y) = Σ w*(y) + λ·(Bᵀy − F) + ½ρ‖Bᵀy − F‖²     g = ∂w*(y) + B (λ + ρ(Bᵀy − F))
//   y ← argmin L over Υ,  λ ← λ + ρ(Bᵀy − F),  ρ ← 4ρ where the balance got less than 4 times better
// The step 1/l is halved while (g(x⁺) − g(x))·(x⁺ − x) > l‖x⁺ − x‖²; this test subtracts no nearly equal
// energies. It factors no matrix, but needs thousands of products where Newton's method takes a few steps.
#include <algorithm>
#include <cmath>

#include "solvers/compatible/compatible.h"
#include "solvers/compatible/elastic_contact.h"

namespace cairn {
namespace {

constexpr std::uint64_t kMostRounds = 60, kMostInner = 200000;
constexpr double kFinest = 1e-12;  // of the inner minimisation, in units of the largest force

class Multipliers {
 public:
  Multipliers(const ContactNetwork& network, const CompatibleMethod& method)
      : network_(network), law_{method.power}, goal_(std::max(method.tolerance, 1e-11)) {}

  CompatibleReport solve(std::vector<Vec3>& y) {
    CompatibleReport report;
    lambda_.assign(network_.freedoms(), 0);
    y = network_.given();
    // Scale of the penalty: the mean softness of the contacts.
    double mean = 0;
    for (const NetworkElement& element : network_.elements()) mean += law_.softness(element);
    soft_ = mean / static_cast<double>(network_.size());
    rho_ = 10 * soft_;
    double before = 1;
    for (std::uint64_t round = 0; round < kMostRounds; ++round) {
      // Inner minimisation, then the multiplier step; stiffen the penalty if the balance improved too little.
      const double fine = std::max(kFinest, std::min(1e-3, 1e-2 * before));
      report.iterations += minimise(y, fine);
      for (std::size_t k = 0; k < lambda_.size(); ++k) lambda_[k] += rho_ * excess_[k];
      report.balance = imbalance(network_, y);
      report.converged = report.balance <= goal_ && fine <= 10 * kFinest;
      if (report.converged || report.iterations >= kMostInner) break;
      if (report.balance > 0.25 * before) rho_ *= 4;
      before = std::min(before, report.balance);
    }
    return report;
  }

 private:
  // Accelerated projected gradients from x; returns the iterations.
  std::uint64_t minimise(std::vector<Vec3>& x, double fine) {
    std::vector<Vec3> y = x, next(x.size()), g, g_next;
    double theta = 1, steep = 8 * rho_;
    std::uint64_t count = 0;
    gradient(y, g);
    for (bool done = false; !done && count < kMostInner; ++count) {
      // Shorten the step until the curvature test holds.
      for (;; steep *= 2) {
        double length = 0, curvature = 0;
        for (std::size_t e = 0; e < x.size(); ++e)
          next[e] = ElasticContact::within(network_.elements()[e], y[e] - g[e] / steep);
        gradient(next, g_next);
        for (std::size_t e = 0; e < x.size(); ++e) {
          const Vec3 way = next[e] - y[e];
          length += norm2(way);
          curvature += dot(way, g_next[e] - g[e]);
        }
        if (curvature <= steep * length || !std::isfinite(steep)) break;
      }
      // Uphill test for a restart, and the change that a projected step would still make.
      double ascent = 0, change = 0;
      for (std::size_t e = 0; e < x.size(); ++e) {
        ascent += dot(g[e], next[e] - x[e]);
        const Vec3 better = ElasticContact::within(network_.elements()[e], next[e] - g_next[e] / soft_);
        change = std::max(change, norm(next[e] - better));
      }
      // Nesterov's momentum.
      double next_theta = 0.5 * (-theta * theta + theta * std::sqrt(theta * theta + 4));
      double beta = theta * (1 - theta) / (theta * theta + next_theta);
      if (ascent > 0) {
        beta = 0;
        next_theta = 1;
      }
      theta = next_theta;
      steep *= 0.95;
      for (std::size_t e = 0; e < x.size(); ++e) {
        const Vec3 ahead = next[e] + beta * (next[e] - x[e]);
        y[e] = ElasticContact::within(network_.elements()[e], ahead);
        x[e] = next[e];
      }
      done = change <= fine;
      gradient(y, g);
    }
    gradient(x, g);  // sets excess_ for x
    return count;
  }

  // Gradient g of L at y; sets excess_ = Bᵀy − F.
  void gradient(const std::vector<Vec3>& y, std::vector<Vec3>& g) {
    network_.gather(y, excess_);
    pull_.resize(excess_.size());
    for (std::size_t k = 0; k < excess_.size(); ++k) {
      excess_[k] -= network_.force()[k];
      pull_[k] = -lambda_[k] - rho_ * excess_[k];
    }
    network_.compress(pull_, g);
    for (std::size_t e = 0; e < y.size(); ++e) g[e] += law_.compression(network_.elements()[e], y[e]);
  }

  const ContactNetwork& network_;
  ElasticContact law_;
  double goal_, rho_ = 1, soft_ = 1;            // soft: mean of a
  std::vector<double> lambda_, excess_, pull_;  // excess: Bᵀy − F
};

}  // namespace

CompatibleReport compatible_augmented_lagrangian(const ContactNetwork& network,
                                                 const CompatibleMethod& method, std::vector<Vec3>& y) {
  return Multipliers(network, method).solve(y);
}

}  // namespace cairn
