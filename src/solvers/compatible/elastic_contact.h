// The elastic law by which compatible forces share a load. Its energy depends only on the length of the
// force, with power p. The force lies in the set Υ of the contact, a half line or a cone.
//   w(c)  = (k/p) m^p,               m = |P|,  P = projection of c onto Υ       pressed together by c
//   y(c)  = ∂w/∂c = k m^(p−2) P                                                 its force
//   w*(y) = (a/q) |y|^q,             a = k^(1/(1−p)),  q = p/(p−1)              the same energy, by force
// p = 2: Hooke; p = 5/2: Hertz. Without friction P = [c]₊ and y = k[c]₊^(p−1).  [OK18 (28)-(34)]
// Units: solvers/compatible/contact_network.h.
#pragma once

#include <cmath>

#include "math/symmetric3.h"
#include "solvers/compatible/contact_network.h"

namespace cairn {

struct ElasticContact {
  double power = 2;

  double dual_power() const { return power / (power - 1); }                                          // q
  double softness(const NetworkElement& e) const { return std::pow(e.stiffness, 1 / (1 - power)); }  // a

  static AdmissibleSet set_of(const NetworkElement& e) {
    return e.is_cone ? cone(e.friction, 0) : half_line();
  }
  static Vec3 within(const NetworkElement& e, const Vec3& c) {
    return e.is_cone ? project_cone(e.friction, c) : Vec3{c.x > 0 ? c.x : 0, 0, 0};
  }

  double energy(const NetworkElement& e, const Vec3& c) const {
    const double m = norm(within(e, c));
    return e.stiffness / power * (power == 2 ? m * m : std::pow(m, power));
  }
  Vec3 force(const NetworkElement& e, const Vec3& c) const {
    const Vec3 p = within(e, c);
    return growth(e, norm(p)) * p;
  }
  // ∂y/∂c = k m^(p−2) (∂P/∂c + (p−2) P Pᵀ/m²).
  Mat3 slope(const NetworkElement& e, const Vec3& c) const {
    const Mat3 inner = projection_derivative(set_of(e), c);
    if (power == 2) return e.stiffness * inner;
    const Vec3 p = within(e, c);
    const double m = norm(p);
    if (m == 0) return {{}, {}, {}};
    return growth(e, m) * (inner + (power - 2) / (m * m) * outer(p, p));
  }

  // ∂w*/∂y, and its derivative for y ≠ 0.
  Vec3 compression(const NetworkElement& e, const Vec3& y) const {
    const double m = norm(y);
    return m > 0 ? softness(e) * std::pow(m, dual_power() - 2) * y : Vec3{};
  }
  Mat3 compliance(const NetworkElement& e, const Vec3& y) const {
    const double m = norm(y), q = dual_power();
    return softness(e) * std::pow(m, q - 2) * (Mat3{} + (q - 2) / (m * m) * outer(y, y));
  }

 private:
  // k m^(p−2).
  double growth(const NetworkElement& e, double m) const {
    return power == 2 ? e.stiffness : m > 0 ? e.stiffness * std::pow(m, power - 2) : 0;
  }
};

}  // namespace cairn
