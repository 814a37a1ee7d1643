#include "solvers/compatible/compatible.h"

#include <cmath>

#include "base/assert.h"

namespace cairn {

double imbalance(const ContactNetwork& network, std::span<const Vec3> y) {
  CAIRN_ASSERT(y.size() == network.size());
  std::vector<double> sum;
  network.gather(y, sum);
  double wrong = 0, all = 0;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const double wanted = network.force()[k], off = sum[k] - wanted;
    wrong += off * off, all += wanted * wanted;
  }
  return all > 0 ? std::sqrt(wrong / all) : 0;
}

CompatibleReport compatible_forces(ContactNetwork& network, const CompatibleMethod& method,
                                   std::vector<Vec3>& y) {
  CAIRN_ASSERT(method.power > 1 && method.tangential > 0 && method.tolerance > 0);
  y.assign(network.size(), {});
  double all = 0;
  for (const double f : network.force()) all += f * f;
  if (all == 0) return {true, 0, 0};  // no load
  switch (method.solver) {
    case CompatibleSolver::newton:
      return compatible_newton(network, method, y);
    case CompatibleSolver::interior_point:
      return compatible_interior_point(network, method, y);
    case CompatibleSolver::augmented_lagrangian:
      return compatible_augmented_lagrangian(network, method, y);
  }
  return {};
}

}  // namespace cairn
