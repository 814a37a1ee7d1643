// Compatible forces by Newton's method (solvers/compatible/dual_newton.h). It starts from the truss whose
// contacts also pull, with its displacements scaled to the least Ψ.
#include <cmath>

#include "solvers/compatible/compatible.h"
#include "solvers/compatible/dual_newton.h"
#include "solvers/compatible/elastic_contact.h"

namespace cairn {
namespace {

struct NetworkLaw {
  std::span<const NetworkElement> elements;
  ElasticContact contact;

  double energy(std::size_t e, const Vec3& c) const { return contact.energy(elements[e], c); }
  Vec3 force(std::size_t e, const Vec3& c) const { return contact.force(elements[e], c); }
  Mat3 slope(std::size_t e, const Vec3& c) const { return contact.slope(elements[e], c); }
};

// Ψ(s d) = s^p A + s F·d is least at s = (−F·d/(p A))^(1/(p−1)).
double best_scale(const ContactNetwork& network, const NetworkLaw& law, std::span<const double> d) {
  std::vector<Vec3> c;
  network.compress(d, c);
  double energy = 0;
  for (std::size_t e = 0; e < c.size(); ++e) energy += law.energy(e, c[e]);
  const double p = law.contact.power;
  return std::pow(-dot_of(network.force(), d) / (p * energy), 1 / (p - 1));
}

}  // namespace

CompatibleReport compatible_newton(ContactNetwork& network, const CompatibleMethod& method,
                                   std::vector<Vec3>& y) {
  const NetworkLaw law{network.elements(), {method.power}};
  const std::vector<double>& force = network.force();
  DualNewton<NetworkLaw> newton(network, law, force, std::sqrt(dot_of(force, force)));
  std::vector<Mat3> truss(network.size());
  for (std::size_t e = 0; e < truss.size(); ++e) {
    const NetworkElement& element = network.elements()[e];
    truss[e] = element.stiffness * (element.is_cone ? Mat3{} : diagonal({1, 0, 0}));
  }
  newton.begin_with_truss(truss);
  const double scale = best_scale(network, law, newton.displacements());
  if (std::isfinite(scale) && scale > 0)
    for (double& x : newton.displacements()) x *= scale;
  return newton.solve(method.tolerance, y);
}

}  // namespace cairn
