// Accelerated projected gradient descent (Nesterov), with one product per iteration.
//   x⁺ = Π(y − t ρ g),  g = N y + q
//   while (x⁺−y)ᵀN(x⁺−y) > L ‖x⁺−y‖²: L ← 2L, t = 1/L, again        (the test without cancellation)
//   θ⁺ = ½(−θ² + θ√(θ²+4)),  β = θ(1−θ)/(θ²+θ⁺);   if gᵀ(x⁺−x) > 0: β = 0, θ⁺ = 1       (restart)
//   y ← x⁺ + β(x⁺−x),  N y ← N x⁺ + β(N x⁺ − N x);   L ← 0.9 L
// ‖·‖ is weighted by 1/ρ (solvers/convex.h). The best point seen is returned.  [PZ17; OK18; Mazhar et al.
// 2015]
#include <cmath>

#include "base/sum.h"
#include "solvers/convex.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

// What one pass over the blocks of a trial point adds up.
struct Sums {
  double curvature = 0;  // dᵀN d, d = x⁺ − y
  double length = 0;     // ‖d‖²
  double ascent = 0;     // gᵀ(x⁺ − x)
  double residual = 0;   // ‖natural map of x⁺‖²
  Sums& operator+=(const Sums& b) {
    curvature += b.curvature, length += b.length, ascent += b.ascent, residual += b.residual;
    return *this;
  }
};

class Apgd : public ConvexSolver {
 public:
  ConvexReport minimise(const ConvexTask& task, Threads& threads, History* history) override {
    const ContactProblem& problem = task.problem;
    const std::size_t n = problem.size();
    const std::span<Vec3> x = task.x, nx = task.nx;
    y_.resize(n), ny_.resize(n), next_.resize(n), n_next_.resize(n);
    task.delassus.apply(x, nx, threads);
    double least = start(task, threads), theta = 1;
    ConvexReport report{0, least};
    best_.assign(x.begin(), x.end());
    double lipschitz = first_bound(task, threads);
    while (least > task.tolerance && report.iterations < task.max_iterations && !task.deadline.passed()) {
      Sums sums;
      for (;;) {
        step(task, 1 / lipschitz, threads);
        ++report.iterations;
        sums = look(task, threads);
        if (sums.curvature <= lipschitz * sums.length || report.iterations >= task.max_iterations) break;
        lipschitz *= 2;
      }
      double next_theta = 0.5 * (-theta * theta + theta * std::sqrt(theta * theta + 4));
      double beta = theta * (1 - theta) / (theta * theta + next_theta);
      if (sums.ascent > 0) beta = 0, next_theta = 1;
      theta = next_theta, lipschitz *= 0.9;
      extrapolate(task, beta, threads);
      const double residual = std::sqrt(sums.residual) / problem.scale;
      if (residual < least) least = residual, std::copy(x.begin(), x.end(), best_.begin());
      if (history != nullptr) history->add(report.iterations, residual);
    }
    std::copy(best_.begin(), best_.end(), x.begin());
    report.residual = least;
    return report;
  }

 private:
  // y = x; returns the residual of x.
  double start(const ConvexTask& task, Threads& threads) {
    std::copy(task.x.begin(), task.x.end(), y_.begin());
    std::copy(task.nx.begin(), task.nx.end(), ny_.begin());
    const ContactProblem& problem = task.problem;
    const double sum = ordered_sum<double>(threads, problem.size(), [&](std::size_t i) {
      const Vec3 g = task.nx[i] + task.q[i];
      return norm2(task.x[i] - project(problem.sets[i], task.x[i] - problem.rho[i] * g));
    });
    return std::sqrt(sum) / problem.scale;
  }

  // ‖N d‖/‖d‖ of a rough direction, in the weighted norms: a first guess of the largest eigenvalue.
  double first_bound(const ConvexTask& task, Threads& threads) {
    const ContactProblem& problem = task.problem;
    for (std::size_t i = 0; i < problem.size(); ++i) next_[i] = problem.rho[i] * Vec3{1, 1, 1};
    task.delassus.apply(next_, n_next_, threads);
    double length = 0, image = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      if (problem.rho[i] == 0) continue;
      length += norm2(next_[i]) / problem.rho[i], image += problem.rho[i] * norm2(n_next_[i]);
    }
    return length > 0 && image > 0 ? std::sqrt(image / length) : 1;
  }

  void step(const ConvexTask& task, double t, Threads& threads) {
    const ContactProblem& problem = task.problem;
    parallel_for(threads, problem.size(), kConvexBlock, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        const Vec3 g = ny_[i] + task.q[i];
        next_[i] = project(problem.sets[i], y_[i] - (t * problem.rho[i]) * g);
      }
    });
    task.delassus.apply(next_, n_next_, threads);
  }

  Sums look(const ConvexTask& task, Threads& threads) const {
    const ContactProblem& problem = task.problem;
    return ordered_sum<Sums>(threads, problem.size(), [&](std::size_t i) -> Sums {
      const Vec3 d = next_[i] - y_[i], g = n_next_[i] + task.q[i];
      const double rho = problem.rho[i];
      return {dot(d, n_next_[i] - ny_[i]), rho > 0 ? norm2(d) / rho : 0,
              dot(ny_[i] + task.q[i], next_[i] - task.x[i]),
              norm2(next_[i] - project(problem.sets[i], next_[i] - rho * g))};
    });
  }

  void extrapolate(const ConvexTask& task, double beta, Threads& threads) {
    parallel_for(threads, task.problem.size(), kConvexBlock,
                 [&](std::size_t begin, std::size_t end, std::size_t) {
                   for (std::size_t i = begin; i < end; ++i) {
                     y_[i] = next_[i] + beta * (next_[i] - task.x[i]);
                     ny_[i] = n_next_[i] + beta * (n_next_[i] - task.nx[i]);
                     task.x[i] = next_[i], task.nx[i] = n_next_[i];
                   }
                 });
  }

  std::vector<Vec3> y_, ny_, next_, n_next_, best_;
};

}  // namespace

std::unique_ptr<ConvexSolver> convex_apgd() { return std::make_unique<Apgd>(); }

std::unique_ptr<ContactSolver> plain_apgd() { return contact_solver("apgd", convex_apgd()); }

SolverEntry apgd_entry() {
  return {"apgd",
          "PZ17",
          "accelerated projected gradient: sure, parallel, one product per iteration",
          {},
          [](const Value&) { return plain_apgd(); }};
}

}  // namespace cairn
