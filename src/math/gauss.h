// Gauss' quadrature on [0, 1]: exact for polynomials of degree 2n - 1. Nodes are the roots of the Legendre
// polynomial P_n, found by Newton's method from cos(π (i - 1/4)/(n + 1/2)). On [-1, 1] the weights are 2/((1
// - x²) P_n'(x)²).
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace cairn {

struct GaussPoint {
  double at = 0, weight = 0;
};

template <int n>
const std::array<GaussPoint, n>& gauss_rule() {
  static const std::array<GaussPoint, n> rule = [] {
    std::array<GaussPoint, n> points;
    for (int i = 0; i < n; ++i) {
      double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
      for (int step = 0; step < 8; ++step) {
        double before = 1, p = x;  // P_0 and P_1
        for (int k = 2; k <= n; ++k) {
          const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
          before = p;
          p = next;
        }
        slope = n * (x * p - before) / (x * x - 1);
        x -= p / slope;
      }
      points[static_cast<std::size_t>(i)] = {0.5 * (1 - x), 1 / ((1 - x * x) * slope * slope)};
    }
    return points;
  }();
  return rule;
}

}  // namespace cairn
