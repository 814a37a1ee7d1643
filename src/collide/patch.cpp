#include "collide/patch.h"

#include <cmath>
#include <numbers>

namespace cairn {
namespace {

// Sine of the lean. Below kUpright the square on a rim keeps its place on the body; above kLeaning one corner
// points to the lowest point of the rim.
constexpr double kUpright = 1e-6, kLeaning = 1e-5;
constexpr std::uint16_t kLowerRim = 0, kUpperRim = 4, kLine = 8;

// Direction of the square's first corner, and the number of quarter turns from the body's x axis to it.
struct SquareTurn {
  double x = 1, y = 0;
  int quarter = 0;
};

SquareTurn square_turn(const Vec3& n, double lean) {
  SquareTurn turn;
  if (lean <= kUpright) return turn;
  turn = {n.x / lean, n.y / lean, 0};
  // The corner of the body-fixed square nearest to the lowest point: +x, +y, -x or -y.
  const bool along_x = std::abs(n.x) >= std::abs(n.y);
  turn.quarter = along_x ? (n.x > 0 ? 0 : 2) : (n.y > 0 ? 1 : 3);
  if (lean >= kLeaning) return turn;
  // In between: turn the square gradually.
  const double fixed = 0.5 * std::numbers::pi * turn.quarter;
  const double off = std::remainder(std::atan2(n.y, n.x) - fixed, 2 * std::numbers::pi);
  const double angle = fixed + off * (lean - kUpright) / (kLeaning - kUpright);
  return {std::cos(angle), std::sin(angle), turn.quarter};
}

// Four points on the ring of radius r at height z; the disc faces up or down.
void set_rim(double r, double z, const Vec3& n, bool up, Patch& patch) {
  const double lean = std::sqrt(n.x * n.x + n.y * n.y);
  const SquareTurn turn = square_turn(n, lean);
  const double x = r * turn.x, y = r * turn.y;
  const Vec3 corner[4] = {{x, y, z}, {-y, x, z}, {-x, -y, z}, {y, -x, z}};
  const int first = up ? kUpperRim : kLowerRim;
  patch.corner.clear();
  patch.normal = {0, 0, up ? 1.0 : -1.0};
  for (int i = 0; i < 4; ++i) {
    // Seen from below, the order is reversed. Edge k runs from corner k to corner k + 1.
    const int k = up ? i : 3 - i, vertex = (k + turn.quarter) % 4, edge = up ? vertex : (vertex + 3) % 4;
    patch.corner.push_back(
        {corner[k], static_cast<std::uint16_t>(first + vertex), static_cast<std::uint16_t>(first + edge)});
  }
}

// The line on the side towards n, from the lower ring to the upper one. `normal` is its
// outward normal (ρ, z).
void set_line(const MeridianPoint& low, const MeridianPoint& high, const MeridianPoint& normal, const Vec3& n,
              Patch& patch) {
  const double rho = std::sqrt(n.x * n.x + n.y * n.y);
  const double x = rho > 0 ? n.x / rho : 1, y = rho > 0 ? n.y / rho : 0;
  patch.corner.clear();
  patch.corner.push_back({{low.rho * x, low.rho * y, low.z}, kLine, kLine});
  patch.corner.push_back({{high.rho * x, high.rho * y, high.z}, kLine + 1, kLine});
  patch.normal = {normal.rho * x, normal.rho * y, normal.z};
}

std::uint16_t number(int k) { return static_cast<std::uint16_t>(k); }

// Number of the box edge between two vertices that differ in one bit.
int box_edge_between(int p, int q) {
  const int bit = p ^ q, low = p & q, axis = bit == 1 ? 0 : bit == 2 ? 1 : 2;
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  return 4 * axis + (low >> j & 1) + 2 * (low >> k & 1);
}

}  // namespace

void set_point(const Vec3& at, const Vec3& n, Patch& patch) {
  patch.corner.clear();
  patch.corner.push_back({at, 0, 0});
  patch.normal = n;
}

void find_patch(const Disc& /*shape*/, const Vec3& n, Patch& patch) { set_point({}, n, patch); }
void find_patch(const Mesh& shape, const Vec3& n, Patch& patch) { set_point(support(shape, n), n, patch); }

void find_patch(const Box& shape, const Vec3& n, Patch& patch) {
  const Vec3 size = abs(n);
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int j = 1 << (axis + 1) % 3, k = 1 << (axis + 2) % 3;
  const bool positive = n[axis] > 0;
  const int base = positive ? 1 << axis : 0;
  const int loop[4] = {base, base + (positive ? j : k), base + j + k, base + (positive ? k : j)};
  patch.corner.clear();
  patch.normal = {};
  patch.normal[axis] = positive ? 1 : -1;
  for (int i = 0; i < 4; ++i) {
    patch.corner.push_back({box_vertex(shape.half, loop[i]), number(loop[i]),
                            number(box_edge_between(loop[i], loop[(i + 1) % 4]))});
  }
}

void find_patch(const Cylinder& shape, const Vec3& n, Patch& patch) {
  const double r = shape.radius, h = shape.half_height;
  if (2 * n.z * n.z >= 1) return set_rim(r, n.z > 0 ? h : -h, n, n.z > 0, patch);
  set_line({r, -h}, {r, h}, {1, 0}, n, patch);
}

void find_patch(const Cone& shape, const Vec3& n, Patch& patch) {
  const MeridianPoint low{shape.radius, shape.base()}, high{shape.top, shape.apex()};
  const double length = std::hypot(shape.height, shape.radius - shape.top);
  const MeridianPoint side{shape.height / length, (shape.radius - shape.top) / length};
  const double facing = side.rho * std::sqrt(n.x * n.x + n.y * n.y) + side.z * n.z;
  if (-n.z >= facing) return set_rim(low.rho, low.z, n, false, patch);
  if (n.z >= facing && high.rho > 0) return set_rim(high.rho, high.z, n, true, patch);
  set_line(low, high, side, n, patch);
}

void find_patch(const Capsule& shape, const Vec3& n, Patch& patch) {
  patch.corner.clear();
  patch.corner.push_back({{0, 0, -shape.half_length}, 0, 0});
  patch.corner.push_back({{0, 0, shape.half_length}, 1, 0});
  const double rho = std::sqrt(n.x * n.x + n.y * n.y);
  patch.normal = rho > 0 ? Vec3{n.x / rho, n.y / rho, 0} : Vec3{1, 0, 0};
}

// Among the faces around the farthest vertex, takes the one that faces n most.
void find_patch(const Polyhedron& shape, const Vec3& n, Patch& patch) {
  const int vertex = support_vertex(shape, n);
  int best = 0;
  double facing = -2;
  for (const Polyhedron::Edge& edge : shape.edges) {
    if (edge.a != vertex && edge.b != vertex) continue;
    for (const int f : {edge.left, edge.right}) {
      const double along = dot(shape.faces[f].normal, n);
      if (along > facing) {
        facing = along;
        best = f;
      }
    }
  }
  const Polyhedron::Face& face = shape.faces[best];
  const auto corners = shape.corners(face), edges = shape.edges_of(face);
  patch.corner.clear();
  patch.normal = face.normal;
  for (std::size_t i = 0; i < corners.size(); ++i)
    patch.corner.push_back({shape.vertices[corners[i]], number(corners[i]), number(edges[i])});
}

void find_patch(const Sheet& shape, const Vec3& n, Patch& patch) {
  const bool front = dot(shape.normal, n) >= 0;
  const int count = shape.count;
  patch.corner.clear();
  patch.normal = front ? shape.normal : -shape.normal;
  for (int i = 0; i < count; ++i) {
    // Seen from behind, the order is reversed. Edge k runs from corner k to corner k + 1.
    const int k = front ? i : (count - i) % count, edge = front ? k : (k + count - 1) % count;
    patch.corner.push_back({shape.corner[k], number(k), number(edge)});
  }
}

Vec3 support(const Sheet& sheet, const Vec3& d) {
  int best = 0;
  double farthest = dot(sheet.corner[0], d);
  for (int k = 1; k < sheet.count; ++k)
    if (const double height = dot(sheet.corner[k], d); height > farthest) {
      farthest = height;
      best = k;
    }
  return sheet.corner[best];
}

Vec3 support(const Mesh& mesh, const Vec3& d) {
  return *std::ranges::max_element(mesh.vertices, {}, [&](const Vec3& v) { return dot(v, d); });
}

}  // namespace cairn
