#include "solvers/compatible/compatible.h"

#include <cmath>
#include <utility>

#include "base/assert.h"

namespace cairn {

double imbalance(const ContactNetwork& network, std::span<const Vec3> y) {
  CAIRN_ASSERT(y.size() == network.size());
  std::vector<double> sum;
  network.gather(y, sum);
  double wrong = 0, all = 0;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const double wanted = network.force()[k], off = sum[k] - wanted;
    wrong += off * off;
    all += wanted * wanted;
  }
  return all > 0 ? std::sqrt(wrong / all) : 0;
}

namespace {

// Newton's method may stall at a kink of Ψ where a body carries next to nothing: steps beyond the kink raise
// Ψ, and those before it lower Ψ by less than round-off. The interior point knows no kinks and comes nearer.
CompatibleReport newton_or_interior_point(ContactNetwork& network, const CompatibleMethod& method,
                                          std::vector<Vec3>& y) {
  const CompatibleReport first = compatible_newton(network, method, y);
  if (first.converged) return first;
  std::vector<Vec3> other(y.size());
  CompatibleReport second = compatible_interior_point(network, method, other);
  second.iterations += first.iterations;
  if (!(second.balance < first.balance)) return first;
  y = std::move(other);
  return second;
}

}  // namespace

CompatibleReport compatible_forces(ContactNetwork& network, const CompatibleMethod& method,
                                   std::vector<Vec3>& y) {
  CAIRN_ASSERT(method.power > 1 && method.tangential > 0 && method.tolerance > 0);
  y.assign(network.size(), {});
  double all = 0;
  for (const double f : network.force()) all += f * f;
  if (all == 0) return {true, 0, 0};  // no load
  switch (method.solver) {
    case CompatibleSolver::newton:
      return newton_or_interior_point(network, method, y);
    case CompatibleSolver::interior_point:
      return compatible_interior_point(network, method, y);
    case CompatibleSolver::augmented_lagrangian:
      return compatible_augmented_lagrangian(network, method, y);
  }
  return {};
}

}  // namespace cairn
