#include "collide/closest.h"

#include <array>
#include <numbers>
#include <span>

#include "base/assert.h"
#include "collide/gjk.h"
#include "collide/smooth.h"

namespace cairn {
namespace {

constexpr double kApart = 0.005;       // ε over the smallest width
constexpr double kShrunk = 0.9;        // both cores are scaled by this for the first guess
constexpr double kRough = 0.01;        // accuracy of the first guess, over the smallest width
constexpr double kDeep = 0.05;         // depth over the core's width from which the whole sphere is searched
constexpr double kDeepForRims = 0.01;  // the same if one of the cores has a rim
constexpr double kShallow = 2e-3;      // depth over the smallest width from which more directions are tried
constexpr double kAccuracy = 1e-11;    // of the gap, over the smallest width
constexpr double kTolerance = 1e-6;    // of the first distance, over the smallest width
constexpr double kSameDirection = 0.9999;  // cosine
constexpr double kNotMuchDeeper = 4;       // directions with up to this times the overlap found are tried too
constexpr double kBetween = 0.02;          // over the smallest width: slack for directions between samples
constexpr int kMostSteps = 60, kDirections = 192, kStarts = 16, kAzimuths = 16;

struct Pair {
  const Convex& a;
  const Convex& b;
  double size = 0;  // smallest width of the two

  Vec3 between(const Vec3& u) const { return b.support(-u) - a.support(u); }
  // g(u)
  double apart(const Vec3& u) const { return dot(u, between(u)); }
};

// True if both cores are polyhedra: then all faces and all pairs of edges can be tried.
bool all_flat(const Pair& pair) {
  return pair.a.kind->edge_count(pair.a.core) > 0 && pair.b.kind->edge_count(pair.b.core) > 0;
}

// Smallest width of the two cores. A triangle or a sheet has none.
double size_of(const Convex& a, const Convex& b) {
  if (a.size > 0 && b.size > 0) return std::min(a.size, b.size);
  if (a.size > 0 || b.size > 0) return std::max(a.size, b.size);
  // Two sheets: take the extent of A in its own plane.
  const Vec3 u = a.axes * a.kind->face_normal(a.core, 0), t = perpendicular(u);
  return dot(t, a.support(t) - a.support(-t));
}

// Calls visit(guess) for the outward normal of every flat face; B's normals are reversed.
template <class Visit>
void each_face(const Pair& pair, Visit&& visit) {
  const auto visit_of = [&](const Convex& c, double sign) {
    for (int f = 0, n = c.kind->face_count(c.core); f < n; ++f) {
      const Vec3 u = sign * (c.axes * c.kind->face_normal(c.core, f));
      visit(Guess{u, pair.apart(u)});
    }
  };
  visit_of(pair.a, 1);
  visit_of(pair.b, -1);
}

// The same for edges: the best of five directions between the normals of the two faces that meet there.
template <class Visit>
void each_edge(const Pair& pair, Visit&& visit) {
  const auto visit_of = [&](const Convex& c, double sign) {
    for (int e = 0, n = c.kind->edge_count(c.core); e < n; ++e) {
      const FlatEdge edge = c.kind->edge(c.core, e);
      Guess best{{}, -kInfinity};
      for (const double part : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        const Vec3 u = sign * (c.axes * unit((1 - part) * edge.left + part * edge.right));
        if (const double apart = pair.apart(u); apart > best.apart) best = {u, apart};
      }
      visit(best);
    }
  };
  visit_of(pair.a, 1);
  visit_of(pair.b, -1);
}

using Edges = SmallVector<FlatEdge, 16>;

// Collects the edges, in world axes, that touch the box in which both cores may overlap.
void edges_within(const Convex& c, const Vec3& low, const Vec3& high, Edges& edges) {
  for (int e = 0, n = c.kind->edge_count(c.core); e < n; ++e) {
    const FlatEdge local = c.kind->edge(c.core, e);
    const Vec3 p = c.position + c.axes * local.p, q = c.position + c.axes * local.q;
    const Vec3 below = min(p, q) - high, above = low - max(p, q);
    if (std::max({below.x, below.y, below.z, above.x, above.y, above.z}) > 0) continue;
    edges.push_back({p, q, c.axes * local.left, c.axes * local.right});
  }
}

// Tries the common normal of every pair of edges that can touch edge on edge. Such a pair has arcs of normals
// that cross on the unit sphere, with B's arc reversed (Gauss map).
void try_edges(const Pair& pair, Guess& best) {
  if (pair.a.kind->edge_count(pair.a.core) == 0 || pair.b.kind->edge_count(pair.b.core) == 0) return;
  // Box that the two cores may share, widened by the overlap found so far.
  Vec3 low, high;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 e;
    e[axis] = 1;
    low[axis] = std::max(pair.a.support(-e)[axis], pair.b.support(-e)[axis]) + best.apart;
    high[axis] = std::min(pair.a.support(e)[axis], pair.b.support(e)[axis]) - best.apart;
  }
  Edges of_a, of_b;
  edges_within(pair.a, low, high, of_a);
  edges_within(pair.b, low, high, of_b);
  for (const FlatEdge& e : of_a) {
    const Vec3 along = e.q - e.p;
    for (const FlatEdge& f : of_b) {
      const Vec3 across = f.q - f.p;
      // Each edge has its two normals on opposite sides of the other's great circle, and the arcs lie on one
      // half of the sphere.
      const double c = dot(f.left, along), d = dot(f.right, along);
      if (c * d >= 0) continue;
      const double a = dot(e.left, across), b = dot(e.right, across);
      if (a * b >= 0) continue;
      const Vec3 axis = cross(along, across);
      const double length2 = norm2(axis);
      if (length2 <= 1e-20 * norm2(along) * norm2(across)) continue;
      const Vec3 u = (dot(axis, e.left + e.right) >= 0 ? 1 : -1) / std::sqrt(length2) * axis;
      if (dot(u, f.left + f.right) > 0) continue;
      const double apart = dot(u, f.p - e.p);
      if (apart > best.apart && pair.apart(u) > best.apart) best = {u, apart};
    }
  }
}

// Jumps towards the limit of a geometric sequence: u + r/(1 - r) Δ with the last step Δ and the ratio r of
// the last two.
void extrapolate(const Pair& pair, const Vec3& step, double ratio, Guess& guess) {
  if (!(ratio > 0.1 && ratio < 1)) return;
  const Vec3 u = unit(guess.u + ratio / (1 - ratio) * step);
  if (const double apart = pair.apart(u); apart > guess.apart) guess = {u, apart};
}

// The proximal point method (closest.h), started from a guess.
Closest climb(const Pair& pair, Guess guess) {
  const double least = kApart * pair.size, accuracy = kAccuracy * pair.size;
  Closest closest{guess.u, guess.apart, pair.a.support(guess.u), pair.b.support(-guess.u)};
  double gain_before = 0, length_before = 0, tolerance = kTolerance * pair.size;
  for (int step = 0; step < kMostSteps; ++step) {
    // B is moved away along the guess until the cores are ε apart; their distance gives the next direction.
    const double s = std::max(0.0, least - guess.apart);
    const bool exact = s == 0 || tolerance <= accuracy;
    const GjkResult r = gjk({pair.a, pair.b, s * guess.u, 1, guess.u, exact ? accuracy : tolerance});
    tolerance = accuracy;
    if (r.overlap) return closest;
    const Vec3 u = unit(r.from_a_to_b), turn = u - guess.u;
    const double apart = pair.apart(u), gain = apart - guess.apart, length = norm(turn);
    if (step == 0 || apart >= closest.gap) closest = {u, apart, r.on_a, r.on_b};
    // Gains shrink by a constant factor: stop once the next one is below the accuracy.
    if (exact && (gain <= accuracy || gain * gain <= accuracy * gain_before)) break;
    guess = {u, apart};
    if (s > 0 && step > 1) extrapolate(pair, turn, length / length_before, guess);
    gain_before = gain;
    length_before = length;
  }
  return closest;
}

// Evenly spread directions, on a spiral.
const std::array<Vec3, kDirections>& directions() {
  static const std::array<Vec3, kDirections> table = [] {
    std::array<Vec3, kDirections> all;
    for (int k = 0; k < kDirections; ++k) {
      const double z = 1 - (2 * k + 1.0) / kDirections, rho = std::sqrt(1 - z * z);
      const double phi = std::numbers::pi * (3 - std::sqrt(5.0)) * k;
      all[k] = {rho * std::cos(phi), rho * std::sin(phi), z};
    }
    return all;
  }();
  return table;
}

// Climbs from the best guesses. A guess within the angle of cosine `close` of an earlier start is skipped.
void climb_from_best(const Pair& pair, std::span<Guess> guess, double close, Closest& closest) {
  std::ranges::stable_sort(guess, [](const Guess& p, const Guess& q) { return p.apart > q.apart; });
  std::array<Vec3, kStarts> taken;
  int count = 0;
  for (const Guess& g : guess) {
    if (count == kStarts) break;
    bool near = false;
    for (int k = 0; k < count; ++k) near = near || dot(taken[k], g.u) > close;
    if (near) continue;
    taken[count++] = g.u;
    const Closest found = climb(pair, g);
    if (found.gap > closest.gap + kAccuracy * pair.size) closest = found;
  }
}

// Climbs from the best of many directions over the whole sphere.
void search_everywhere(const Pair& pair, Closest& closest) {
  std::array<Guess, kDirections> guess;
  for (int k = 0; k < kDirections; ++k) {
    // Directions fixed in A's axes, so that moving both bodies together changes nothing.
    const Vec3 u = pair.a.axes * directions()[k];
    guess[k] = {u, pair.apart(u)};
  }
  climb_from_best(pair, guess, 0.9, closest);
}

// The normal of the patch of one core that faces n. It covers the side of a cylinder or cone, which is no
// flat face.
Guess straight_out(const Pair& pair, const Convex& c, const Vec3& n, double sign) {
  Patch patch;
  c.kind->patch(c.core, c.back * n, patch);
  const Vec3 u = sign * (c.axes * patch.normal);
  return {u, pair.apart(u)};
}

// Directions around a body of revolution, from the azimuth of n on: the normals of its side, and directions
// halfway between them and the two ends, for rims and tips. Visits those that are local maxima of g over the
// azimuth.
template <class Visit>
void each_round(const Pair& pair, const Convex& c, const Vec3& n, double sign, Visit&& visit) {
  if (!c.kind->revolved) return;
  const Vec3 local = c.back * n;
  const double start = std::atan2(local.y, local.x);
  std::array<Vec3, kAzimuths> side;
  Patch patch;
  for (int k = 0; k < kAzimuths; ++k) {
    const double phi = start + 2 * std::numbers::pi * k / kAzimuths;
    c.kind->patch(c.core, {std::cos(phi), std::sin(phi), 0}, patch);
    side[k] = patch.normal;
  }
  for (const double end : {0.0, -1.0, 1.0}) {
    std::array<Guess, kAzimuths> guess;
    for (std::size_t k = 0; k < kAzimuths; ++k) {
      const Vec3 u = sign * (c.axes * unit(side[k] + Vec3{0, 0, end}));
      guess[k] = {u, pair.apart(u)};
    }
    for (std::size_t k = 0; k < kAzimuths; ++k) {
      const double here = guess[k].apart, before = guess[(k + kAzimuths - 1) % kAzimuths].apart;
      if (here < guess[(k + 1) % kAzimuths].apart || here < before) continue;
      visit(guess[k]);
    }
  }
}

// Overlapping cores may have a shorter way out: through a face, an edge, a rim, or along the line of centres.
// A climb finds only the maximum next to its start.
void look_around(const Pair& pair, const Vec3& centre_line, Closest& closest) {
  const auto climb_from = [&](const Guess& guess) {
    const Closest found = climb(pair, guess);
    if (found.gap > closest.gap + kAccuracy * pair.size) closest = found;
  };
  // The best face or pair of edges; for two polyhedra that is the answer.
  Guess flat{closest.normal, closest.gap};
  each_face(pair, [&](const Guess& face) {
    if (face.apart > flat.apart) flat = face;
  });
  try_edges(pair, flat);
  if (flat.apart > closest.gap + kAccuracy * pair.size) climb_from(flat);
  if (all_flat(pair)) return;
  const Vec3 n = closest.normal;
  const bool revolved = pair.a.kind->revolved || pair.b.kind->revolved;
  if (closest.gap > -kShallow * pair.size && !revolved) return;
  // Other directions whose overlap is not much larger.
  SmallVector<Guess, 32> near;
  const auto note_if_near = [&](const Guess& guess) {
    const double least = kNotMuchDeeper * closest.gap - (revolved ? kBetween * pair.size : 0);
    if (guess.apart > least && dot(guess.u, n) < kSameDirection) near.push_back(guess);
  };
  each_round(pair, pair.a, n, 1, note_if_near);
  each_round(pair, pair.b, -n, -1, note_if_near);
  each_face(pair, note_if_near);
  each_edge(pair, note_if_near);
  climb_from_best(pair, {near.data(), near.size()}, 0.99, closest);
  if (closest.gap > -kShallow * pair.size) return;
  // Deep overlap: the line of centres, and straight out of each patch.
  climb_from({centre_line, pair.apart(centre_line)});
  const Guess out[2] = {straight_out(pair, pair.a, n, 1), straight_out(pair, pair.b, -n, -1)};
  for (const Guess& guess : out)
    if (dot(guess.u, n) < kSameDirection) climb_from(guess);
}

// Depth from which the whole sphere is searched. Two polyhedra never need it. Rims have many ways out and are
// searched earlier. The cores of spheres and capsules have no thickness and are searched as soon as they
// overlap. A sheet has no width; the width of the other body counts.
double deep(const Pair& pair) {
  const Convex &a = pair.a, &b = pair.b;
  if (all_flat(pair)) return kInfinity;
  if (a.size == 0 || b.size == 0) return kDeep * pair.size;
  const bool smooth = a.kind->smooth && b.kind->smooth;
  return (smooth ? kDeep : kDeepForRims) * std::min(a.size - 2 * a.rounding, b.size - 2 * b.rounding);
}

// Depth up to which the answer of Newton's method from the normal of two ellipsoids stands. For ellipsoids
// themselves the start is good up to deep overlaps; other shapes have flat sides, and more than one way out.
double trusted(const Pair& pair) {
  const auto is_plain = [](const Convex& c) { return c.kind != &kConvexKind<Superellipsoid>; };
  return is_plain(pair.a) && is_plain(pair.b) ? deep(pair) : kShallow * pair.size;
}

}  // namespace

bool find_closest(const Convex& a, const Convex& b, double reach, Closest& closest) {
  const Pair pair{a, b, size_of(a, b)};
  const Vec3 d = b.position - a.position;
  const double distance = norm(d);
  const Vec3 centre_line = distance > 0 ? d / distance : Vec3{0, 0, 1};
  Guess guess{centre_line, pair.apart(centre_line)};
  if (guess.apart >= reach) return false;
  // Smooth cores of known curvature: Newton's method from the normal of two ellipsoids. A gap that is open is
  // the largest of all.
  const bool bends = a.kind->bend != nullptr && b.kind->bend != nullptr;
  if (bends) {
    const Guess near = ellipsoid_guess(a, b);
    if (near.apart >= reach) return false;
    if (near.apart > guess.apart) guess = near;
    if (refine(a, b, guess, pair.size, closest) && closest.gap > -trusted(pair)) return closest.gap < reach;
  }

  // A better guess: the distance of the two cores, each shrunk a little about its origin.
  const GjkResult shrunk = gjk({a, b, {}, kShrunk, guess.u, kRough * pair.size});
  if (!shrunk.overlap) {
    const Vec3 u = unit(shrunk.from_a_to_b);
    if (const double apart = pair.apart(u); apart > guess.apart) guess = {u, apart};
    if (guess.apart >= reach) return false;
  }
  // Smooth cores again. Others, and failures: the proximal point method.
  if (!(bends && refine(a, b, guess, pair.size, closest))) {
    closest = climb(pair, guess);
    if (closest.gap < 0) look_around(pair, centre_line, closest);
  }
  if (closest.gap < -deep(pair)) search_everywhere(pair, closest);
  CAIRN_ASSERT(!(std::abs(norm2(closest.normal) - 1) > 1e-6));
  return closest.gap < reach;
}

bool find_distance(const Convex& a, const Convex& b, const Vec3& u, double reach, Closest& closest) {
  CAIRN_ASSERT(!(std::abs(norm2(u) - 1) > 1e-6));
  const Pair pair{a, b, size_of(a, b)};
  closest = climb(pair, {u, pair.apart(u)});
  return closest.gap < reach;
}

}  // namespace cairn
