// Two meshes that may meet: where B lies in A's axes, and the meetings found between them.
#pragma once

#include "collide/contact.h"
#include "math/mat3.h"
#include "shapes/mesh.h"

namespace cairn {

// The axes of one mesh in the axes of another: x = shift + turn y.
struct Axes {
  Mat3 turn, back;
  Vec3 shift;
  Vec3 to(const Vec3& y) const { return shift + turn * y; }
  Vec3 from(const Vec3& x) const { return back * (x - shift); }
};

// A place where a corner or an edge of one mesh meets the surface of the other, in A's axes.
struct Meeting {
  Vec3 point, normal;  // midway between the surfaces; from A to B
  double gap = 0;
  std::uint32_t feature = 0;
  std::uint32_t corner = 0;  // 0 for two edges, else a name of the corner
  bool lowest = false;       // no neighbouring place is deeper along this normal
  double share = 1;          // part of the gap that remains beside other meetings
};
using Meetings = SmallVector<Meeting, 16>;

struct MeshPair {
  const Mesh &a, &b;
  Axes b_in_a;
  double margin = 0;   // gaps from here on are no contacts
  double deepest = 0;  // overlaps deeper than this are no contacts
  Bounds in_a, in_b;   // overlap of both bounds, in the axes of each mesh
};

constexpr double kLevel = 0.0872;       // sine of 5°: smaller slopes count as flat
constexpr double kSameNormal = 0.9962;  // cosine of 5°

// Shortens a segment to its part inside a box; false if there is none.
bool clip(const Bounds& box, Vec3& p, Vec3& q);

// True if an edge of one mesh goes through the surface of the other. Meshes that overlap have such an edge,
// unless one is wholly inside the other.
bool surfaces_cross(const MeshPair& pair);

// Adds the corners of one mesh, A or B, that meet the surface of the other.
enum class CornersOf { a, b };
void corners_on_surface(const MeshPair& pair, CornersOf whose, Meetings& meetings);

// Adds the pairs of edges, one of each mesh, that cross and both stick out.
void edges_on_edges(const MeshPair& pair, Meetings& meetings);

}  // namespace cairn
