// Two meshes that may meet: where B is in A's axes, and what has been found between them.
#pragma once

#include "collide/contact.h"
#include "math/mat3.h"
#include "shapes/mesh.h"

namespace cairn {

// Axes of one mesh in those of another: x = shift + turn y.
struct Axes {
  Mat3 turn, back;
  Vec3 shift;
  Vec3 to(const Vec3& y) const { return shift + turn * y; }
  Vec3 from(const Vec3& x) const { return back * (x - shift); }
};

// A place where a corner or an edge of one meets the surface of the other; in A's axes.
struct Meeting {
  Vec3 point, normal;  // midway between the surfaces; from A to B
  double gap = 0;
  std::uint32_t feature = 0;
  std::uint32_t corner = 0;  // 0 for two edges, else a name of the corner
  bool lowest = false;       // no neighbouring place is deeper along this normal
  double share = 1;          // of the gap that is left beside others
};
using Meetings = SmallVector<Meeting, 16>;

struct MeshPair {
  const Mesh &a, &b;
  Axes b_in_a;
  double margin = 0;   // gaps from here on are none
  double deepest = 0;  // nor are overlaps deeper than this
  Bounds in_a, in_b;   // what the bounds of both have in common, in the axes of each
};

constexpr double kLevel = 0.0872;       // sine of 5°: what slopes less lies flat
constexpr double kSameNormal = 0.9962;  // cosine of 5°

// The part of a segment inside a box; false if there is none.
bool clip(const Bounds& box, Vec3& p, Vec3& q);

// Whether an edge of one goes through the surface of the other: so it is wherever they overlap, unless one is
// wholly inside the other.
bool surfaces_cross(const MeshPair& pair);

// Corners of one mesh on the surface of the other; `of_b`: corners of B.
enum class CornersOf { a, b };
void corners_on_surface(const MeshPair& pair, CornersOf whose, Meetings& meetings);

// Edges across each other that both stick out.
void edges_on_edges(const MeshPair& pair, Meetings& meetings);

}  // namespace cairn
