#include "shapes/support.h"

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kFew = 32;  // vertices, all of which are looked at

// x^p, without a call where p is 1.
double power(double x, double p) { return p == 1 ? x : std::pow(x, p); }

int farthest_of_all(const Polyhedron& polyhedron, const Vec3& d) {
  std::size_t best = 0;
  double farthest = dot(polyhedron.vertices[0], d);
  for (std::size_t v = 1; v < polyhedron.vertices.size(); ++v)
    if (const double height = dot(polyhedron.vertices[v], d); height > farthest) farthest = height, best = v;
  return static_cast<int>(best);
}

// In a convex polyhedron a vertex none of whose neighbours is higher is the highest.
int climb(const Polyhedron& polyhedron, const Vec3& d, int start) {
  auto best = static_cast<std::size_t>(start);
  double farthest = dot(polyhedron.vertices[best], d);
  for (bool higher = true; higher;) {
    higher = false;
    const auto first = static_cast<std::size_t>(polyhedron.first_neighbour[best]),
               last = static_cast<std::size_t>(polyhedron.first_neighbour[best + 1]);
    for (std::size_t k = first; k < last; ++k) {
      const auto next = static_cast<std::size_t>(polyhedron.neighbours[k]);
      const double height = dot(polyhedron.vertices[next], d);
      if (height > farthest) farthest = height, best = next, higher = true;
    }
  }
  return static_cast<int>(best);
}

template <class T>
constexpr bool has_support() {
  return !T::kWall && !std::is_same_v<T, Compound> && !std::is_same_v<T, Mesh>;
}

double rounding_of(const Sphere& sphere) { return sphere.radius; }
double rounding_of(const Disc& disc) { return disc.radius; }
double rounding_of(const Capsule& capsule) { return capsule.radius; }
template <class T>
double rounding_of(const T& shape) {
  return shape.rounding;
}

}  // namespace

Vec3 support(const Superellipsoid& shape, const Vec3& d) {
  const Vec3 far = abs(scaled(shape.radii, d)), D = far / std::max({far.x, far.y, far.z});
  const double n1 = shape.across - 1, m1 = shape.along - 1;  // n' = 1 + 1/n1, n'/(n' - 1) = n
  const double u = std::pow(power(D.x, 1 + 1 / n1) + power(D.y, 1 + 1 / n1), n1 / shape.across);
  const double h = std::pow(power(u, 1 + 1 / m1) + power(D.z, 1 + 1 / m1), m1 / shape.along);
  const double round = u > 0 ? power(u / h, 1 / m1) : 0;
  const double x = u > 0 ? round * power(D.x / u, 1 / n1) : 0, y = u > 0 ? round * power(D.y / u, 1 / n1) : 0;
  const Vec3 s = scaled(shape.radii, {x, y, power(D.z / h, 1 / m1)});
  return {std::copysign(s.x, d.x), std::copysign(s.y, d.y), std::copysign(s.z, d.z)};
}

int support_vertex(const Polyhedron& polyhedron, const Vec3& d, int start) {
  if (polyhedron.vertices.size() <= kFew) return farthest_of_all(polyhedron, d);
  return climb(polyhedron, d, start);
}

bool is_convex(const Shape& shape) {
  return std::visit([]<class T>(const T&) { return has_support<T>(); }, shape);
}

Vec3 support(const Shape& shape, const Vec3& d) {
  return std::visit(
      [&]<class T>(const T& s) {
        if constexpr (has_support<T>()) return support(s, d);
        CAIRN_ASSERT(!"a shape without a support function");
        return Vec3{};
      },
      shape);
}

double rounding(const Shape& shape) {
  return std::visit(
      []<class T>(const T& s) {
        if constexpr (has_support<T>()) return rounding_of(s);
        return 0.0;
      },
      shape);
}

}  // namespace cairn
