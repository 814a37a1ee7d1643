#include "measure/sphere_overlap.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cairn {
namespace {

using std::numbers::pi;

// The part of a disc of radius a beyond a chord at distance s from its centre; s may be negative.
double segment(double a, double s) {
  const double c = std::clamp(s / a, -1.0, 1.0);
  return a * a * (std::acos(c) - c * std::sqrt(1 - c * c));
}

}  // namespace

double ball_in_ball(double a, double b, double d) {
  if (d >= a + b) return 0;
  const double smaller = std::min(a, b);
  if (d <= std::abs(a - b)) return 4.0 / 3 * pi * smaller * smaller * smaller;
  const double depth = a + b - d, difference = a - b;
  return pi * depth * depth * (d * d + 2 * d * (a + b) - 3 * difference * difference) / (12 * d);
}

double circle_in_circle(double a, double b, double d) {
  if (d >= a + b) return 0;
  const double smaller = std::min(a, b);
  if (d <= std::abs(a - b)) return pi * smaller * smaller;
  const double s = (d * d + a * a - b * b) / (2 * d);
  return segment(a, s) + segment(b, d - s);
}

}  // namespace cairn
