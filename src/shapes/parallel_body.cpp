#include "shapes/parallel_body.h"

#include <numbers>

namespace cairn {
namespace {

// A node of the quadrature rule.
struct Node {
  double angle = 0, sine = 0, cosine = 0, weight = 0;  // angle in (0, π/2)
};

// Nodes φ = π/4 (1 + tanh(π/2 sinh t)) at t = k step. Sines near 0 and cosines near π/2 are computed from the
// distance to that end, so that they keep their digits.
std::vector<Node> tanh_sinh(double step) {
  std::vector<Node> nodes;
  constexpr double quarter = std::numbers::pi / 4;
  for (int k = -static_cast<int>(3.6 / step); k <= static_cast<int>(3.6 / step); ++k) {
    const double t = k * step, s = std::numbers::pi / 2 * std::sinh(t), c = std::cosh(s);
    const double low = 2 * quarter / (1 + std::exp(-2 * s)), high = 2 * quarter / (1 + std::exp(2 * s));
    const double weight = quarter * step * std::numbers::pi / 2 * std::cosh(t) / (c * c);
    nodes.push_back({low, std::sin(low), std::sin(high), weight});
  }
  return nodes;
}

struct Integral {
  double volume = 0;
  Vec3 squares;
};

// Adds the surface element of direction s (see the header).
void add(Integral& sum, const Superellipsoid& shape, const Vec3& s, double weight) {
  const auto [a, b, c] = shape.radii;
  const double r = shape.rounding, root = std::pow(shape.gauge(scaled(shape.radii, s)), -1 / shape.along);
  const Vec3 x = root * scaled(shape.radii, s), n = unit(shape.gauge_gradient(x));
  const CurvatureRadii radii = curvature_radii(shape, n);
  const double area = a * b * c * root * root * root / dot(x, n);
  const double grown = area * (1 + r * radii.sum / radii.product + r * r / radii.product);
  const double element = weight * (dot(x, n) + r) * grown;
  const Vec3 p = x + r * n;
  sum.volume += element / 3;
  sum.squares += element / 5 * scaled(p, p);
}

Integral octants(const Superellipsoid& shape, double step) {
  const std::vector<Node> nodes = tanh_sinh(step);
  Integral sum;
  for (const Node& polar : nodes)
    for (const Node& phi : nodes) {
      const Vec3 s{polar.sine * phi.cosine, polar.sine * phi.sine, polar.cosine};
      add(sum, shape, s, 8 * polar.weight * polar.sine * phi.weight);
    }
  return sum;
}

}  // namespace

MassProperties parallel_body(const Superellipsoid& shape) {
  constexpr double kEnough = 1e-13;
  Integral found = octants(shape, 0.125);
  for (double step = 0.0625; step > 0.01; step *= 0.5) {
    const Integral finer = octants(shape, step);
    const double change = std::max(std::abs(finer.volume / found.volume - 1),
                                   norm(finer.squares - found.squares) / norm(finer.squares));
    found = finer;
    if (change < kEnough) break;
  }
  const Vec3& s = found.squares;
  return {found.volume, {s.y + s.z, s.z + s.x, s.x + s.y}};
}

}  // namespace cairn
