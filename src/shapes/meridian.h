// Geometry shared by all shapes with an axis. A surface of revolution is a chain of straight segments
// in the meridian half-plane (ρ, z), ρ = √(x² + y²) >= 0, turned about z. The surface point closest to
// a point P lies in the half-plane of P. Every distance is therefore one between a point and segments
// in two dimensions.
//
// A chain has the outside on its right: it runs up along z on a side and towards the axis on a top. The
// outward normal of the segment from a to b is n = (b_z - a_z, a_ρ - b_ρ) / |b - a|.
#pragma once

#include <cmath>
#include <span>

#include "shapes/geometry.h"

namespace cairn {

struct MeridianPoint {
  double rho = 0, z = 0;
};
using Profile = std::span<const MeridianPoint>;  // n points, n - 1 segments

constexpr MeridianPoint operator-(const MeridianPoint& a, const MeridianPoint& b) {
  return {a.rho - b.rho, a.z - b.z};
}
constexpr double dot(const MeridianPoint& a, const MeridianPoint& b) { return a.rho * b.rho + a.z * b.z; }

// Shorter lengths count as zero: their squares would leave the range in which doubles keep all their digits.
inline constexpr double kVanishing = 1e-150;

// The end of a segment at which the closest point lies, if it lies at one.
enum class SegmentEnd { none, first, last };

// The surface point closest to P: the unit direction `away` from it to P, and the distance.
struct MeridianNearest {
  MeridianPoint away;
  double distance = 0;
  SegmentEnd end = SegmentEnd::none;
};

struct SegmentLine {
  MeridianPoint normal;  // unit, outward
  double distance = 0;   // of the point from the line, positive outside
  double parameter = 0;  // of the foot on the line: 0 at the first end, 1 at the last
};

inline SegmentLine foot_on_line(const MeridianPoint& a, const MeridianPoint& b, const MeridianPoint& p) {
  const MeridianPoint d = b - a, e = p - a;
  const double length2 = dot(d, d), s = 1 / std::sqrt(length2);
  const MeridianPoint n{s * d.z, -s * d.rho};
  return {n, dot(e, n), dot(e, d) / length2};
}

// Closest point of one segment, from either side. For a point on the segment `away` is the outward normal.
inline MeridianNearest nearest_on_segment(const MeridianPoint& a, const MeridianPoint& b,
                                          const MeridianPoint& p) {
  const auto [n, distance, t] = foot_on_line(a, b, p);
  if (t > 0 && t < 1) {
    if (distance >= 0) return {n, distance, SegmentEnd::none};
    return {{-n.rho, -n.z}, -distance, SegmentEnd::none};
  }
  const MeridianPoint e = p - (t > 0 ? b : a);
  const SegmentEnd end = t > 0 ? SegmentEnd::last : SegmentEnd::first;
  const double r = std::sqrt(dot(e, e));
  if (r < kVanishing) return {n, 0, end};
  return {{e.rho / r, e.z / r}, r, end};
}

// Closest point of a convex solid whose profile starts and ends on the axis. Inside, the distance is negative
// and `away` leads out through the nearest side. The first segment wins a tie.
inline MeridianNearest nearest_on_solid(Profile profile, const MeridianPoint& p) {
  MeridianNearest exit{{}, -kInfinity, SegmentEnd::none};
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const SegmentLine line = foot_on_line(profile[i], profile[i + 1], p);
    if (line.distance > exit.distance) exit = {line.normal, line.distance, SegmentEnd::none};
  }
  if (exit.distance <= 0) return exit;
  MeridianNearest best{{}, kInfinity, SegmentEnd::none};
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const MeridianNearest near = nearest_on_segment(profile[i], profile[i + 1], p);
    if (near.distance < best.distance) best = near;
  }
  return best;
}

// Triangles of the profile turned about z. A profile point on the axis becomes one vertex.
Surface revolve(Profile profile);

}  // namespace cairn
