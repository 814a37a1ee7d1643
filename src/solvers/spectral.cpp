#include "solvers/spectral.h"

#include <algorithm>
#include <cmath>

#include "base/sum.h"

namespace cairn {
namespace {

constexpr double kArmijo = 1e-4, kShortest = 1e-12, kLongest = 1e12;

}  // namespace

void Spectral::minimise(const ConvexTask& task, Course& course, Threads& threads) {
  const ContactProblem& problem = task.problem;
  const std::size_t n = problem.size();
  g_.resize(n);
  d_.assign(n, {});
  nd_.assign(n, {});
  task.delassus.apply(task.x, task.nx, threads);
  for (std::size_t i = 0; i < n; ++i) g_[i] = task.nx[i] + task.q[i];
  double cost = 0;  // relative to the first point
  double alpha = 1, lambda = 0;
  // Move by the last step, find the next direction, measure the residual.
  for (;; course.count()) {
    const Direction found = direction(task, lambda, alpha, threads);
    if (course.note(residual(problem, found.error))) best_.assign(task.x.begin(), task.x.end());
    if (!course.go_on()) break;
    const Curvature curved = curvature(task, threads);
    if (!(curved.length > 0)) break;
    // Full step if f(x + d) ≤ f_max + 10⁻⁴ gᵀd, else the minimiser along d.
    const double highest = largest_cost(cost, course.iterations());
    lambda = 1;
    const auto value = [&](double l) { return cost + l * found.slope + 0.5 * l * l * curved.along; };
    if (value(1) > highest + kArmijo * found.slope)
      lambda = std::clamp(-found.slope / curved.along, 0.05, 1.0);
    cost = value(lambda);
    // Spectral length of the next step.
    const bool short_step = options_.alternating && course.iterations() % 2 == 1;
    alpha = short_step ? curved.along / curved.image : curved.length / curved.along;
    alpha = curved.along > 0 ? std::clamp(alpha, kShortest, kLongest) : 1;
  }
  std::copy(best_.begin(), best_.end(), task.x.begin());
}

// Moves to x + λd and finds the next direction there.
Spectral::Direction Spectral::direction(const ConvexTask& task, double lambda, double alpha,
                                        Threads& threads) {
  const ContactProblem& problem = task.problem;
  return total<Direction>(threads, problem.size(), [&](std::size_t i) -> Direction {
    const Vec3 x = task.x[i] += lambda * d_[i], g = g_[i] += lambda * nd_[i];
    const double rho = problem.rho[i];
    d_[i] = project(problem.sets[i], x - (alpha * rho) * g) - x;
    return {dot(g, d_[i]), error_of(task, i, x, g)};
  });
}

// N d, and the sums that the step lengths need.
Spectral::Curvature Spectral::curvature(const ConvexTask& task, Threads& threads) {
  const ContactProblem& problem = task.problem;
  task.delassus.apply(d_, nd_, threads);
  return total<Curvature>(threads, problem.size(), [&](std::size_t i) -> Curvature {
    const double rho = problem.rho[i];
    return {dot(d_[i], nd_[i]), rho > 0 ? norm2(d_[i]) / rho : 0, rho * norm2(nd_[i])};
  });
}

double Spectral::largest_cost(double cost, std::uint64_t iteration) {
  const auto memory = static_cast<std::size_t>(options_.memory);
  costs_[iteration % memory] = cost;
  const std::size_t known = std::min<std::size_t>(iteration + 1, memory);
  return *std::max_element(costs_.begin(), costs_.begin() + static_cast<std::ptrdiff_t>(known));
}

}  // namespace cairn
