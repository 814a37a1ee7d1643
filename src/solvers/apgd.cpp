// Accelerated projected gradient descent (Nesterov), with one product per iteration.
//   x⁺ = Π(y − t ρ g),  g = N y + q
//   while (x⁺−y)ᵀN(x⁺−y) > L ‖x⁺−y‖²: L ← 2L, t = 1/L, repeat       (this test has no cancellation)
//   θ⁺ = ½(−θ² + θ√(θ²+4)),  β = θ(1−θ)/(θ²+θ⁺);   if gᵀ(x⁺−x) > 0: β = 0, θ⁺ = 1       (restart)
//   y ← x⁺ + β(x⁺−x),  N y ← N x⁺ + β(N x⁺ − N x);   L ← 0.9 L
// ‖·‖ is weighted by 1/ρ (solvers/convex.h). Returns the best point seen.  [NE04; MA15; PZ17; OK18]
#include <array>
#include <cmath>

#include "base/sum.h"
#include "solvers/convex.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

// The sums of one pass over a trial point.
struct Sums {
  double curvature = 0;  // dᵀN d, d = x⁺ − y
  double length = 0;     // ‖d‖²
  double ascent = 0;     // gᵀ(x⁺ − x)
  ErrorSum error;        // of x⁺
  Sums& operator+=(const Sums& b) {
    curvature += b.curvature;
    length += b.length;
    ascent += b.ascent;
    error += b.error;
    return *this;
  }
};

class Apgd : public ConvexSolver {
 public:
  void minimise(const ConvexTask& task, Course& course, Threads& threads) override {
    const ContactProblem& problem = task.problem;
    const std::size_t n = problem.size();
    for (std::vector<Vec3>* room : {&y_, &ny_, &nx_, &n_next_}) room->resize(n);
    for (std::vector<Vec3>& point : points_) point.resize(n);
    x_ = best_ = 0;
    next_ = 1;
    // Start at the given point, with the residual and N x.
    task.delassus.apply(task.x, task.nx, threads);
    course.take(residual(task, threads));
    points_[x_].assign(task.x.begin(), task.x.end());
    y_ = points_[x_];
    nx_.assign(task.nx.begin(), task.nx.end());
    ny_ = nx_;
    double theta = 1, lipschitz = first_bound(task, threads);
    while (course.go_on()) {
      // Shorten the step 1/L until the curvature test holds.
      Sums sums;
      for (;;) {
        step(task, 1 / lipschitz, threads);
        course.count();
        sums = look(task, threads);
        if (sums.curvature <= lipschitz * sums.length || course.is_spent()) break;
        lipschitz *= 2;
      }
      // Nesterov's momentum; restart it if the step went uphill.
      double next_theta = 0.5 * (-theta * theta + theta * std::sqrt(theta * theta + 4));
      double beta = theta * (1 - theta) / (theta * theta + next_theta);
      if (sums.ascent > 0) {
        beta = 0;
        next_theta = 1;
      }
      theta = next_theta;
      lipschitz *= 0.9;
      extrapolate(beta, threads);
      // Keep the best point; the next one overwrites a point that is neither present nor best.
      if (course.note(residual(problem, sums.error))) best_ = next_;
      x_ = next_;
      std::swap(nx_, n_next_);
      next_ = 0;
      while (next_ == x_ || next_ == best_) ++next_;
    }
    std::copy(points_[best_].begin(), points_[best_].end(), task.x.begin());
  }

 private:
  // ‖N d‖/‖d‖ of a rough direction d, in the weighted norms: a first guess of the largest eigenvalue.
  double first_bound(const ConvexTask& task, Threads& threads) {
    const ContactProblem& problem = task.problem;
    std::vector<Vec3>& rough = points_[next_];
    for (std::size_t i = 0; i < problem.size(); ++i) rough[i] = problem.rho[i] * Vec3{1, 1, 1};
    task.delassus.apply(rough, n_next_, threads);
    const auto sums = total<Sums>(threads, problem.size(), [&](std::size_t i) -> Sums {
      const double rho = problem.rho[i];
      if (rho == 0) return {};
      return {rho * norm2(n_next_[i]), norm2(rough[i]) / rho, 0, {}};
    });
    return sums.length > 0 && sums.curvature > 0 ? std::sqrt(sums.curvature / sums.length) : 1;
  }

  // x⁺ = Π(y − t ρ g), and N x⁺.
  void step(const ConvexTask& task, double t, Threads& threads) {
    const ContactProblem& problem = task.problem;
    std::vector<Vec3>& next = points_[next_];
    parallel_for(threads, problem.size(), kConvexPart, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        const Vec3 g = ny_[i] + task.q[i];
        next[i] = project(problem.sets[i], y_[i] - (t * problem.rho[i]) * g);
      }
    });
    task.delassus.apply(next, n_next_, threads);
  }

  Sums look(const ConvexTask& task, Threads& threads) const {
    const ContactProblem& problem = task.problem;
    const std::vector<Vec3>&x = points_[x_], &next = points_[next_];
    return total<Sums>(threads, problem.size(), [&](std::size_t i) -> Sums {
      const Vec3 d = next[i] - y_[i], g = n_next_[i] + task.q[i];
      const double rho = problem.rho[i];
      return {dot(d, n_next_[i] - ny_[i]), rho > 0 ? norm2(d) / rho : 0,
              dot(ny_[i] + task.q[i], next[i] - x[i]), error_of(task, i, next[i], g)};
    });
  }

  // y and N y from x and x⁺.
  void extrapolate(double beta, Threads& threads) {
    const std::vector<Vec3>&x = points_[x_], &next = points_[next_];
    parallel_for(threads, x.size(), kConvexPart, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        y_[i] = next[i] + beta * (next[i] - x[i]);
        ny_[i] = n_next_[i] + beta * (n_next_[i] - nx_[i]);
      }
    });
  }

  // Present, best and next point are indices, so that no data moves; the present one may be the best.
  std::array<std::vector<Vec3>, 3> points_;
  std::size_t x_ = 0, best_ = 0, next_ = 1;
  std::vector<Vec3> y_, ny_, nx_, n_next_;
};

}  // namespace

std::unique_ptr<ConvexSolver> convex_apgd() { return std::make_unique<Apgd>(); }

SolverRow apgd_row() {
  return {"apgd",
          "PZ17",
          "accelerated projected gradient: sure, parallel, one product per iteration",
          {},
          [](const Value&) { return contact_solver("apgd", convex_apgd()); }};
}

}  // namespace cairn
