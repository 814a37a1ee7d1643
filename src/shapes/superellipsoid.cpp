#include "shapes/superellipsoid.h"

#include "base/assert.h"
#include "shapes/blown_up_cube.h"
#include "shapes/parallel_body.h"

namespace cairn {
namespace {

double beta(double a, double b) { return std::exp(std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b)); }

// Largest distance √(x² + y²) with (x/a)^n + (y/b)^n = 1: (a^q + b^q)^(1/q), 1/q = 1/2 - 1/n (Hölder).
double farthest(double a, double b, double n) {
  const double large = std::max(a, b), small = std::min(a, b) / large, q = 2 * n / (n - 2);
  return n <= 2 || q > 1e4 ? large : large * std::pow(1 + std::pow(small, q), 1 / q);
}

// Mass properties without rounding (see the header).
MassProperties closed_form(const Vec3& radii, double across, double along) {
  const double e = 2 / along, f = 2 / across, abc = radii.x * radii.y * radii.z;
  const Vec3 s = scaled(radii, radii);
  const double flat = 0.5 * abc * e * f * beta(1.5 * f, 0.5 * f) * beta(0.5 * e, 2 * e + 1);
  const double high = 2 * abc * e * f * beta(0.5 * f, 0.5 * f + 1) * beta(1.5 * e, e + 1);
  const double x = flat * s.x, y = flat * s.y, z = high * s.z;
  return {2 * abc * e * f * beta(0.5 * e + 1, e) * beta(0.5 * f, 0.5 * f), {y + z, z + x, x + y}};
}

}  // namespace

Superellipsoid::Superellipsoid(const Vec3& radii_, double across_, double along_, double rounding_)
    : radii(radii_), across(across_), along(along_), rounding(rounding_) {
  CAIRN_ASSERT(radii.x > 0 && radii.y > 0 && radii.z > 0);
  CAIRN_ASSERT(across > 1 && along > 1 && rounding >= 0);
  mass = rounding > 0 ? parallel_body(*this) : closed_form(radii, across, along);
  radius = farthest(farthest(radii.x, radii.y, across), radii.z, along);
}

Superellipsoid Superellipsoid::scaled(double f) const {
  Superellipsoid other = *this;
  other.radii *= f;
  other.rounding *= f;
  other.radius *= f;
  other.mass = cairn::scaled(mass, f);
  return other;
}

double Superellipsoid::gauge(const Vec3& x) const {
  const double round = std::pow(std::abs(x.x / radii.x), across) + std::pow(std::abs(x.y / radii.y), across);
  return std::pow(round, along / across) + std::pow(std::abs(x.z / radii.z), along);
}

Vec3 Superellipsoid::gauge_gradient(const Vec3& x) const {
  const Vec3 q{std::abs(x.x / radii.x), std::abs(x.y / radii.y), std::abs(x.z / radii.z)};
  const double round = std::pow(q.x, across) + std::pow(q.y, across);
  const double factor = round > 0 ? std::pow(round, along / across - 1) : 0;
  const Vec3 g{factor * std::pow(q.x, across - 1), factor * std::pow(q.y, across - 1),
               std::pow(q.z, along - 1)};
  return along * Vec3{std::copysign(g.x, x.x) / radii.x, std::copysign(g.y, x.y) / radii.y,
                      std::copysign(g.z, x.z) / radii.z};
}

// Points radially out from a blown-up cube, which is dense where a boxy shape bends.
Surface Superellipsoid::surface(double /*extent*/) const {
  return blown_up_cube([&](const Vec3& u) {
    const Vec3 x = cairn::scaled(radii, u), core = x / std::pow(gauge(x), 1 / along);
    return rounding > 0 ? core + rounding * unit(gauge_gradient(core)) : core;
  });
}

// With α = n', β = m', u and h as in the header and D the scaled normal, the tangential part of ∇∇h gives
//   R₁R₂ = (α-1)(β-1)(abc)² (D_x D_y)^(α-2) D_z^(β-2) u^(2β-2α) h^(2-3β),
//   R₁ + R₂ = tr ∇∇h = h_u tr ∇∇u + h_uu |∇u|² + c² h_zz.
CurvatureRadii curvature_radii(const Superellipsoid& shape, const Vec3& n) {
  const double alpha = shape.across / (shape.across - 1), beta = shape.along / (shape.along - 1);
  const auto [a, b, c] = shape.radii;
  constexpr double kLeast = 1e-60;  // instead of components of n that are zero
  const double X = a * std::max(std::abs(n.x), kLeast), Y = b * std::max(std::abs(n.y), kLeast),
               Z = c * std::max(std::abs(n.z), kLeast);
  const double u = std::pow(std::pow(X, alpha) + std::pow(Y, alpha), 1 / alpha);
  const double h = std::pow(std::pow(u, beta) + std::pow(Z, beta), 1 / beta);
  const auto square = [](double x) { return x * x; };
  // Second derivatives of a norm of two terms, (p^k + q^k)^(1/k) = r.
  const auto bend = [](double p, double q, double r, double k) {
    return (k - 1) / r * std::pow(p / r, k - 2) * std::pow(q / r, k);
  };
  const double round = a * a * bend(X, Y, u, alpha) + b * b * bend(Y, X, u, alpha);
  const double slope2 = square(a * std::pow(X / u, alpha - 1)) + square(b * std::pow(Y / u, alpha - 1));
  const double sum =
      std::pow(u / h, beta - 1) * round + bend(u, Z, h, beta) * slope2 + c * c * bend(Z, u, h, beta);
  const double product = (alpha - 1) * (beta - 1) * square(a * b * c / (u * h)) *
                         std::pow(X / u * (Y / u), alpha - 2) * std::pow(Z / h, beta - 2) *
                         std::pow(u / h, 2 * beta - 2);
  return {sum, product};
}

}  // namespace cairn
