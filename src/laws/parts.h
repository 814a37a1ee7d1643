// The parts of force laws, a few lines each, for one lane. They are composed at compile time (laws/kernel.h),
// so that a law is one loop without branches.
//
// Symbols: δ overlap, R̄ = 1/curvature, a = √(R̄ δ) contact radius, m̄ reduced mass, v_n > 0 separating.
#pragma once

#include <cmath>

namespace cairn::parts {

// Numbers of contacts that keep a dent, the same for all pairs; see laws/plastic.h.
struct Plastic {
  double unloading = 1;  // k_2 over k_1, largest
  double adhesion = 0;   // k_c over k_1
  double depth = 0;      // luding: plastic depth over 2 R̄ where k_2 is largest
  double opened = 0;     // edinburgh: overlap without force over the dent
  double reopened = 0;   // edinburgh: dent over the overlap on the adhesive branch
};

// Coefficients of a pair of materials; each part reads its own.
struct Coefficients {
  double normal = 0;              // hooke: k_n [N/m]; hertz, jkr: E* [Pa]
  double tangential = 0;          // hooke: k_t [N/m]; mindlin: 8 G* [Pa]
  double damping = 0;             // restitution: 2ζ, times √(5/6) for curved contacts; root: C_n [1/(m s)]
  double tangential_damping = 0;  // g_t over g_n, or over the dashpot that `damping` gives for k_t (see
                                  // kernel.h)
  double friction = 0;
  double pull = 0;             // adhesion: constant force [N]
  double pull_per_radius = 0;  // adhesion: dmt 2π w [N/m]  [DMT75]
  double work = 0;             // jkr: work of adhesion w [J/m²]
  double zeta = 0;
  Plastic plastic{};
};

// Elastic normal force, its stiffness and its energy. Plastic contacts give more: the part of the force that
// the stored energy gives back, the tension that the contact can hold, and its dent.
struct Elastic {
  double force, stiffness, energy, radius;  // radius: of the contact, a
  double kept = 0, tension = 0, dent = 0;
};

struct HookeNormal {
  static constexpr bool kStretches = false, kCurved = false, kDents = false;
  static Elastic at(double overlap, double rbar, const Coefficients& c) {
    const double force = c.normal * overlap;
    return {force, c.normal, 0.5 * force * overlap, std::sqrt(rbar * overlap)};
  }
};

// F = 4/3 E* a δ, S = 2 E* a, U = 2/5 F δ     [HE82; PZ17 (2)]
struct HertzNormal {
  static constexpr bool kStretches = false, kCurved = true, kDents = false;
  static Elastic at(double overlap, double rbar, const Coefficients& c) {
    const double a = std::sqrt(rbar * overlap), force = 4.0 / 3 * c.normal * a * overlap;
    return {force, 2 * c.normal * a, 0.4 * force * overlap, a};
  }
};

// δ = a²/R̄ − √(2π w a/E*),  F = 4 E* a³/(3R̄) − √(8π w E* a³)  [JKR71]. With s = √a this is a convex quartic;
// Newton's method always reaches its larger root from above. A contact made at δ = 0 tears at δ = −3/4 b s_m,
// with s_m³ = b R̄/4 and b = √(2π w/E*).
struct JkrNormal {
  static constexpr bool kStretches = true, kCurved = true, kDents = false;
  static Elastic at(double overlap, double rbar, const Coefficients& c) {
    const double e = c.normal, b = std::sqrt(2 * M_PI * c.work / e), q = std::cbrt(b * rbar);
    double s = std::sqrt(std::sqrt(rbar * (overlap > 0 ? overlap : 0))) + q;
    for (int i = 0; i < 12; ++i) s -= (s * s * s * s / rbar - b * s - overlap) / (4 * s * s * s / rbar - b);
    return at_radius(s * s, rbar, e, c.work, q);
  }
  static Elastic at_radius(double a, double rbar, double e, double w, double q) {
    const double a3 = a * a * a, root = std::sqrt(8 * M_PI * w * e * a3);
    return {4 * e * a3 / (3 * rbar) - root, 2 * e * a, energy(a, rbar, e, w) - energy(q * q, rbar, e, w), a};
  }
  // ∫ F dδ along the branch, from a = 0.
  static double energy(double a, double rbar, double e, double w) {
    const double a35 = a * a * a * std::sqrt(a);
    return 8 * e * a * a * a * a * a / (15 * rbar * rbar) -
           (2.0 / 3 * std::sqrt(2 * M_PI * w * e) + 2 * std::sqrt(8 * M_PI * w * e)) / (3.5 * rbar) * a35 +
           M_PI * w * a * a;
  }
  static double tearing(double rbar, const Coefficients& c) {
    const double b = std::sqrt(2 * M_PI * c.work / c.normal);
    return 0.75 * b * std::cbrt(b * rbar / 4);
  }
  static double torn_energy(double rbar, const Coefficients& c) {
    const double b = std::sqrt(2 * M_PI * c.work / c.normal), s = std::cbrt(b * rbar / 4),
                 q = std::cbrt(b * rbar);
    return energy(s * s, rbar, c.normal, c.work) - energy(q * q, rbar, c.normal, c.work);
  }
};

// A contact without force at a gap, where a pull (laws/near_pull.h) holds it.
template <class Normal>
struct Parted : Normal {
  static Elastic at(double overlap, double rbar, const Coefficients& c) {
    const Elastic e = Normal::at(overlap > 0 ? overlap : 0, rbar, c);
    return overlap > 0 ? e : Elastic{0, 0, 0, 0};
  }
};

// Dashpot g_n [N s/m] from the present stiffness.
struct RestitutionDamping {  // g = c √(S m̄)  [TTI92]: the restitution does not depend on speed
  static double at(double stiffness, double mbar, double, double c) {
    return c * std::sqrt(stiffness * mbar);
  }
};
struct RootDamping {  // g = C m̄ a  [PZ17 (2a)]: the restitution falls with speed
  static double at(double, double mbar, double radius, double c) { return c * mbar * radius; }
};
struct NoDamping {
  static double at(double, double, double, double) { return 0; }
};

// Tangential stiffness k_t [N/m].
struct HookeTangential {
  static constexpr bool kHistory = true, kCurved = false, kRescales = false;
  static double stiffness(double, const Coefficients& c) { return c.tangential; }
};
// k_t = 8 G* a  [MI49]. When k_t changes with δ, ξ keeps its value: k_t(δ) ξ follows δ both ways, and a cycle
// of loading and unloading can create energy. The rescaled form keeps the force during loading, as increments
// k_t Δξ would, and lets it fall with δ during unloading, which only loses energy.
struct MindlinTangential {
  static constexpr bool kHistory = true, kCurved = true, kRescales = false;
  static double stiffness(double radius, const Coefficients& c) { return c.tangential * radius; }
};
struct RescaledMindlinTangential : MindlinTangential {
  static constexpr bool kRescales = true;
};
struct NoTangential {
  static constexpr bool kHistory = false, kCurved = false, kRescales = false;
  static double stiffness(double, const Coefficients&) { return 1; }
};

}  // namespace cairn::parts
