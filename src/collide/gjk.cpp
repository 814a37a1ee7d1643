#include "collide/gjk.h"

#include <limits>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kMostSteps = 64;
constexpr double kTouching = 1e-15;  // squared distance over squared size below which there is no direction
constexpr double kRounding = 1e-15;  // relative error of a product of two lengths

struct Vertex {
  Vec3 w, a, b;  // w = b + shift - a
  double weight = 0;
};

struct Simplex {
  Vertex vertex[4];
  int count = 0;
};

// The point closest to the origin on one part of the simplex (corner, side or face), if it lies inside that
// part.
struct Candidate {
  double distance2 = std::numeric_limits<double>::infinity();
  Vec3 v;
  int count = 0;
  int index[3] = {};
  double weight[3] = {};
};

void offer_point(const Simplex& s, int i, Candidate& best) {
  const Vec3& p = s.vertex[i].w;
  const double distance2 = norm2(p);
  if (distance2 < best.distance2) best = {distance2, p, 1, {i, 0, 0}, {1, 0, 0}};
}

void offer_segment(const Simplex& s, int i, int j, Candidate& best) {
  const Vec3 &p = s.vertex[i].w, e = s.vertex[j].w - p;
  const double along = -dot(p, e), length2 = norm2(e);
  if (along <= 0 || along >= length2) return;
  const double t = along / length2;
  const Vec3 v = p + t * e;
  const double distance2 = norm2(v);
  if (distance2 < best.distance2) best = {distance2, v, 2, {i, j, 0}, {1 - t, t, 0}};
}

// Starts from the corner opposite the longest side, so that slivers lose no digits: v = p + s e + t f, with e
// the shorter of the other two sides. `upright` is the part of f perpendicular to e.
void offer_triangle(const Simplex& simplex, int i, int j, int k, Candidate& best) {
  const auto side2 = [&](int p, int q) { return norm2(simplex.vertex[q].w - simplex.vertex[p].w); };
  double ij = side2(i, j), ik = side2(i, k), jk = side2(j, k);
  if (ij >= ik && ij >= jk) {
    std::swap(i, k);
    std::swap(ij, jk);
  } else if (ik >= jk) {
    std::swap(i, j);
    std::swap(ik, jk);
  }
  if (ij > ik) std::swap(j, k);
  const Vec3 p = simplex.vertex[i].w, e = simplex.vertex[j].w - p, f = simplex.vertex[k].w - p;
  const double e2 = norm2(e), fe = dot(f, e) / e2;
  const Vec3 upright = f - fe * e;
  const double t = -dot(p, upright) / norm2(upright), s = -dot(p, e) / e2 - t * fe;
  if (!(t > 0 && s > 0 && s + t < 1)) return;
  const Vec3 v = p + s * e + t * f;
  const double distance2 = norm2(v);
  if (distance2 < best.distance2) best = {distance2, v, 3, {i, j, k}, {1 - s - t, s, t}};
}

// True if the tetrahedron holds the origin.
bool holds_origin(const Simplex& s) {
  constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  for (const auto& [i, j, k, opposite] : kFaces) {
    const Vec3 p = s.vertex[i].w, n = cross(s.vertex[j].w - p, s.vertex[k].w - p);
    const double height = dot(n, s.vertex[opposite].w - p), origin = -dot(n, p);
    if (!(height > 0 ? origin >= 0 && origin <= height : origin <= 0 && origin >= height)) return false;
  }
  return true;
}

// The closest point over all parts of the simplex that contain the newest vertex. Earlier steps have tried
// the other parts.
Candidate closest_of(const Simplex& s) {
  const int last = s.count - 1;
  Candidate best;
  offer_point(s, last, best);
  for (int i = 0; i < last; ++i) {
    offer_segment(s, last, i, best);
    for (int j = 0; j < i; ++j) offer_triangle(s, last, i, j, best);
  }
  return best;
}

// Reduces the simplex to the vertices of the candidate.
void keep(const Candidate& candidate, Simplex& s) {
  Vertex kept[3];
  for (int k = 0; k < candidate.count; ++k) kept[k] = s.vertex[candidate.index[k]];
  for (int k = 0; k < candidate.count; ++k) {
    s.vertex[k] = kept[k];
    s.vertex[k].weight = candidate.weight[k];
  }
  s.count = candidate.count;
}

Vertex vertex_towards(const GjkProblem& p, const Vec3& u) {
  Vec3 a = p.a.support(u), b = p.b.support(-u);
  if (p.scale != 1) {
    a = p.a.position + p.scale * (a - p.a.position);
    b = p.b.position + p.scale * (b - p.b.position);
  }
  return {b + p.shift - a, a, b, 0};
}

bool has(const Simplex& s, const Vec3& w) {
  for (int i = 0; i < s.count; ++i)
    if (s.vertex[i].w == w) return true;
  return false;
}

}  // namespace

GjkResult gjk(const GjkProblem& problem) {
  CAIRN_ASSERT(problem.scale > 0 && problem.scale <= 1);
  CAIRN_ASSERT(!(problem.tolerance < 0));
  CAIRN_ASSERT(problem.start != Vec3{});
  Simplex simplex;
  simplex.vertex[0] = vertex_towards(problem, problem.start);
  simplex.vertex[0].weight = 1;
  simplex.count = 1;
  Vec3 v = simplex.vertex[0].w;
  double largest = norm2(v);
  for (int step = 0; step < kMostSteps; ++step) {
    const double distance2 = norm2(v);
    if (distance2 <= kTouching * largest) return {true, {}, {}, {}};
    const Vertex next = vertex_towards(problem, v);
    // Stop if no point lies farther against v, up to the tolerance and the rounding error.
    const double beyond = distance2 - dot(v, next.w);
    const double noise = kRounding * std::sqrt(largest);
    if (beyond <= std::max(problem.tolerance, noise) * std::sqrt(distance2)) break;
    if (has(simplex, next.w)) break;
    largest = std::max(largest, norm2(next.w));
    simplex.vertex[simplex.count++] = next;
    if (simplex.count == 4 && holds_origin(simplex)) return {true, {}, {}, {}};
    // Keep the smallest part of the simplex that holds the closest point.
    const Candidate nearer = closest_of(simplex);
    if (!(nearer.distance2 < distance2)) {
      --simplex.count;
      break;
    }
    v = nearer.v;
    keep(nearer, simplex);
  }
  // The weights of the simplex give the closest points on A and B.
  GjkResult result{false, v, {}, {}};
  for (int i = 0; i < simplex.count; ++i) {
    result.on_a += simplex.vertex[i].weight * simplex.vertex[i].a;
    result.on_b += simplex.vertex[i].weight * simplex.vertex[i].b;
  }
  return result;
}

}  // namespace cairn
