// The unit ball and three planes at right angles. A corner is the part of the ball with x > a, y > b, z > c;
// an edge has two of these limits and a cap one. The part inside a box is the signed sum of the corners at
// its eight vertices. A corner with a negative limit is an edge minus the mirrored corner, so that only a, b,
// c ≥ 0 needs a formula. The divergence theorem, with flat faces of areas A and a piece of the sphere of area
// S, gives
//   V = (S − a A_a − b A_b − c A_c)/3,
// and the Gauss-Bonnet theorem gives S. With β the exterior angles where two circles meet, and φ the angle of
// each circle's arc (its geodesic curvature is a/√(1−a²), its length √(1−a²) φ_a),
//   S = 2π − Σ β − Σ a φ_a.
// Where the planes x = a and y = b meet the sphere, z = z_ab = √(1−a²−b²), and there
//   β = atan2(z_ab, −ab); the arc on x = a from y = b to z = c spans φ_a = atan2(z_ab, b) − atan2(c, y_ac).
// All arc tangents use the same roots, so that their errors cancel to first order in small pieces.
#include "measure/ball_in_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/assert.h"

namespace cairn {
namespace {

using std::numbers::pi;

double half_chord(double a, double b) { return std::sqrt(std::max(0.0, 1 - a * a - b * b)); }
double exterior_angle(double a, double b) { return std::atan2(half_chord(a, b), -a * b); }
// Half the arc on x = a with y > b.
double arc_to_edge(double a, double b) { return std::atan2(half_chord(a, b), b); }

// --- Pieces of the unit disc: y > b; y > b and z > c.
double segment(double b) {
  if (b >= 1) return 0;
  if (b <= -1) return pi;
  const double root = std::sqrt(1 - b * b);
  return std::atan2(root, b) - b * root;
}

double sector(double b, double c) {
  if (b >= 1 || c >= 1) return 0;
  if (b < 0) return segment(c) - sector(-b, c);
  if (c < 0) return segment(b) - sector(b, -c);
  if (b * b + c * c >= 1) return 0;
  const double z = std::sqrt(1 - b * b), y = std::sqrt(1 - c * c);
  const double phi = std::atan2(z, b) - std::atan2(c, y);
  return 0.5 * (phi - b * (z - c) - c * (y - b));
}

// --- Pieces of the unit ball: x > a; x > a and y > b; x > a, y > b and z > c.
double cap(double a) {
  if (a >= 1) return 0;
  if (a <= -1) return 4 * pi / 3;
  return pi / 3 * (1 - a) * (1 - a) * (2 + a);
}

// Flat face at x = a, bounded by y > b.
double edge_face(double a, double b) { return (1 - a * a) * arc_to_edge(a, b) - b * half_chord(a, b); }

double edge(double a, double b) {
  if (a >= 1 || b >= 1) return 0;
  if (a < 0) return cap(b) - edge(-a, b);
  if (b < 0) return cap(a) - edge(a, -b);
  if (a * a + b * b >= 1) return 0;
  const double sphere = 2 * (pi - exterior_angle(a, b) - a * arc_to_edge(a, b) - b * arc_to_edge(b, a));
  return (sphere - a * edge_face(a, b) - b * edge_face(b, a)) / 3;
}

// The arc and the flat face at x = a, bounded by y > b and z > c.
double corner_arc(double a, double b, double c) {
  return arc_to_edge(a, b) - std::atan2(c, half_chord(a, c));
}
double corner_face(double a, double b, double c) {
  return 0.5 * ((1 - a * a) * corner_arc(a, b, c) - b * (half_chord(a, b) - c) - c * (half_chord(a, c) - b));
}

double corner(double a, double b, double c) {
  if (a >= 1 || b >= 1 || c >= 1) return 0;
  if (a < 0) return edge(b, c) - corner(-a, b, c);
  if (b < 0) return edge(a, c) - corner(a, -b, c);
  if (c < 0) return edge(a, b) - corner(a, b, -c);
  if (a * a + b * b + c * c >= 1) return 0;
  const double sphere = 2 * pi - exterior_angle(a, b) - exterior_angle(b, c) - exterior_angle(c, a) -
                        a * corner_arc(a, b, c) - b * corner_arc(b, c, a) - c * corner_arc(c, a, b);
  return (sphere - a * corner_face(a, b, c) - b * corner_face(b, c, a) - c * corner_face(c, a, b)) / 3;
}

// The faces of the box relative to the centre, in units of the radius. Faces beyond the ball move to ±1,
// where they do not cut it either.
Bounds seen_from(const Vec3& centre, double radius, const Bounds& box) {
  CAIRN_ASSERT(radius > 0);
  const Vec3 one{1, 1, 1};
  return {max(-one, min((box.low - centre) / radius, one)),
          max(-one, min((box.high - centre) / radius, one))};
}

}  // namespace

double ball_in_box(const Vec3& centre, double radius, const Bounds& box) {
  const auto [p, q] = seen_from(centre, radius, box);
  if (p.x >= 1 || p.y >= 1 || p.z >= 1 || q.x <= -1 || q.y <= -1 || q.z <= -1) return 0;
  const double cube = radius * radius * radius;
  if (p == Vec3{-1, -1, -1} && q == Vec3{1, 1, 1}) return 4 * pi / 3 * cube;
  // The signed sum of the eight corners.
  double share = 0;
  for (const auto& [a, sign_a] : {std::pair{p.x, 1}, std::pair{q.x, -1}}) {
    for (const auto& [b, sign_b] : {std::pair{p.y, 1}, std::pair{q.y, -1}}) {
      share += sign_a * sign_b * (corner(a, b, p.z) - corner(a, b, q.z));
    }
  }
  return cube * std::clamp(share, 0.0, 4 * pi / 3);
}

double disc_in_rectangle(const Vec3& centre, double radius, const Bounds& box) {
  const auto [p, q] = seen_from(centre, radius, box);
  const double share = sector(p.x, p.z) - sector(q.x, p.z) - sector(p.x, q.z) + sector(q.x, q.z);
  return radius * radius * std::clamp(share, 0.0, pi);
}

}  // namespace cairn
