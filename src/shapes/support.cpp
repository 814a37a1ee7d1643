#include "shapes/support.h"

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kFew = 32;  // vertices up to which all are tried

// x^p; the exponents that n or m = 2, 3 and 4 need mostly go without logarithms.
double power(double x, double p) {
  if (p == 1) return x;
  if (p == 0.5) return std::sqrt(x);
  if (p == 1.0 / 3) return std::cbrt(x);
  if (p == 0.75) return std::sqrt(x) * std::sqrt(std::sqrt(x));
  return std::pow(x, p);
}

int farthest_of_all(const Polyhedron& polyhedron, const Vec3& d) {
  std::size_t best = 0;
  double farthest = dot(polyhedron.vertices[0], d);
  for (std::size_t v = 1; v < polyhedron.vertices.size(); ++v)
    if (const double height = dot(polyhedron.vertices[v], d); height > farthest) {
      farthest = height;
      best = v;
    }
  return static_cast<int>(best);
}

// In a convex polyhedron a vertex without a higher neighbour is the highest.
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
      if (height > farthest) {
        farthest = height;
        best = next;
        higher = true;
      }
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
  if constexpr (requires { shape.rounding; }) return shape.rounding;
  return 0;
}

}  // namespace

// With X^(1/(n-1)) = x, the sum s = X x + Y y is u^n', and so u^(1/(n-1)) = s/u. The same holds for h.
Vec3 support(const Superellipsoid& shape, const Vec3& d) {
  const Vec3 far = abs(scaled(shape.radii, d)), D = far / std::max({far.x, far.y, far.z});
  const double n = shape.across, m = shape.along;
  const double x = power(D.x, 1 / (n - 1)), y = power(D.y, 1 / (n - 1)), z = power(D.z, 1 / (m - 1));
  const double s = D.x * x + D.y * y;
  if (!(s > 0)) return {0, 0, std::copysign(shape.radii.z, d.z)};
  const double u = power(s, (n - 1) / n), root = n == m ? s / u : power(u, 1 / (m - 1));
  const double t = u * root + D.z * z, h = power(t, (m - 1) / m);
  const double round = root * h / t * (u / s);
  const Vec3 p = scaled(shape.radii, {round * x, round * y, z * h / t});
  return {std::copysign(p.x, d.x), std::copysign(p.y, d.y), std::copysign(p.z, d.z)};
}

// Derivatives of u and h along X, Y and Z, the components of D, by the same powers: u_X = x u/s, h_u = r h/t
// with r = u^(m'-1), h_Z = z h/t, and
//   u_XX = (n'-1) u_X/X · Y y/s,   u_XY = -(n'-1) u_X u_Y/u,   h_uu = (m'-1) h_u/u · Z z/t,
//   h_uZ = -(m'-1) h_u h_Z/h,      h_ZZ = (m'-1) h_Z/Z · u r/t.
// ∇∇h is homogeneous of degree -1 in D.
SupportBend support_bend(const Superellipsoid& shape, const Vec3& d) {
  constexpr double kLeast = 1e-30;  // instead of components that are zero
  const Vec3 far = abs(scaled(shape.radii, d));
  const double largest = std::max({far.x, far.y, far.z});
  const Vec3 D = max(far / largest, {kLeast, kLeast, kLeast});
  const double n = shape.across, m = shape.along, p = 1 / (n - 1), q = 1 / (m - 1);
  const double x = power(D.x, p), y = power(D.y, p), z = power(D.z, q), s = D.x * x + D.y * y;
  const double u = power(s, (n - 1) / n), root = n == m ? s / u : power(u, q);
  const double t = u * root + D.z * z, h = power(t, (m - 1) / m);
  const double u_x = x * u / s, u_y = y * u / s, h_u = root * h / t, h_z = z * h / t;
  const double u_xx = p * u_x / D.x * (D.y * y / s), u_yy = p * u_y / D.y * (D.x * x / s),
               u_xy = -p * u_x * u_y / u;
  const double h_uu = q * h_u / u * (D.z * z / t), h_uz = -q * h_u * h_z / h,
               h_zz = q * h_z / D.z * (u * root / t);
  // Back to the axes of the shape: radii and signs.
  const Vec3 r{std::copysign(shape.radii.x, d.x), std::copysign(shape.radii.y, d.y),
               std::copysign(shape.radii.z, d.z)};
  const double xy = h_u * u_xy + h_uu * u_x * u_y, xz = h_uz * u_x, yz = h_uz * u_y;
  const Vec3 row_x{h_u * u_xx + h_uu * u_x * u_x, xy, xz}, row_y{xy, h_u * u_yy + h_uu * u_y * u_y, yz},
      row_z{xz, yz, h_zz};
  return {
      scaled(r, {h_u * u_x, h_u * u_y, h_z}),
      {r.x / largest * scaled(r, row_x), r.y / largest * scaled(r, row_y), r.z / largest * scaled(r, row_z)}};
}

int support_vertex(const Polyhedron& polyhedron, const Vec3& d, int start) {
  CAIRN_ASSERT(start >= 0 && static_cast<std::size_t>(start) < polyhedron.vertices.size());
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
        CAIRN_ASSERT(false && "a shape without a support function");
        return Vec3{};
      },
      shape);
}

// --- Curvature
namespace {

constexpr double kSame = 1e-9;  // components and angles below this are zero

Curvatures of_ball(double r) { return r > 0 ? Curvatures{1 / r, 1 / r} : Curvatures{}; }

// k = 1/(R + r) for both radii of curvature R of the core, from their sum and product.
Curvatures of_radii(const CurvatureRadii& radii, double r) {
  const double half = 0.5 * radii.sum, root = std::sqrt(std::max(0.0, half * half - radii.product));
  const double large = half + root, small = radii.product / large;
  return {1 / (small + r), 1 / (large + r)};
}

// A corner of a turned profile at distance rho from the axis becomes part of a torus.
Curvatures of_rim(double rho, double r, const Vec3& n) {
  const double across = std::sqrt(n.x * n.x + n.y * n.y);
  return r > 0 ? Curvatures{1 / r, across / (rho + r * across)} : Curvatures{};
}

Curvatures curvatures_of(const Sphere& sphere, const Vec3&, const Vec3&) { return of_ball(sphere.radius); }
Curvatures curvatures_of(const Disc& disc, const Vec3&, const Vec3&) { return of_ball(disc.radius); }

// The number of nonzero components of the normal distinguishes faces (1), edges (2) and corners (3).
Curvatures curvatures_of(const Box& box, const Vec3&, const Vec3& n) {
  const int directions = (std::abs(n.x) > kSame) + (std::abs(n.y) > kSame) + (std::abs(n.z) > kSame);
  if (box.rounding == 0 || directions == 1) return {};
  return {1 / box.rounding, directions == 3 ? 1 / box.rounding : 0};
}

Curvatures curvatures_of(const Cylinder& cylinder, const Vec3&, const Vec3& n) {
  if (std::abs(n.z) < kSame) return {1 / (cylinder.radius + cylinder.rounding), 0};
  if (n.x * n.x + n.y * n.y < kSame * kSame) return {};
  return of_rim(cylinder.radius, cylinder.rounding, n);
}

// In the meridian plane the side has the normal (height, radius - top).
Curvatures curvatures_of(const Cone& cone, const Vec3& point, const Vec3& n) {
  const double across = std::sqrt(n.x * n.x + n.y * n.y),
               side = norm({cone.height, 0, cone.radius - cone.top});
  const double off_side = n.z * cone.height - across * (cone.radius - cone.top);
  if (std::abs(off_side) < kSame * side) {
    const double rho = std::sqrt(point.x * point.x + point.y * point.y);
    return {rho > 0 ? across / rho : kInfinity, 0};
  }
  const bool base = off_side < 0;
  if (across < kSame && (base || cone.top > 0)) return {};
  return base || cone.top > 0 ? of_rim(base ? cone.radius : cone.top, cone.rounding, n)
                              : of_ball(cone.rounding);
}

Curvatures curvatures_of(const Ellipsoid& ellipsoid, const Vec3&, const Vec3& n) {
  const Vec3 square = scaled(ellipsoid.radii, ellipsoid.radii), far = scaled(square, n);
  const double h = norm(scaled(ellipsoid.radii, n)),
               volume = ellipsoid.radii.x * ellipsoid.radii.y * ellipsoid.radii.z;
  const double sum = (square.x + square.y + square.z - norm2(far) / (h * h)) / h;
  return of_radii({sum, volume * volume / (h * h * h * h)}, ellipsoid.rounding);
}

Curvatures curvatures_of(const Capsule& capsule, const Vec3& point, const Vec3&) {
  if (std::abs(point.z) < capsule.half_length) return {1 / capsule.radius, 0};
  return of_ball(capsule.radius);
}

Curvatures curvatures_of(const Superellipsoid& shape, const Vec3&, const Vec3& n) {
  return of_radii(curvature_radii(shape, n), shape.rounding);
}

// A face has three or more vertices farthest along n, an edge two, a corner one.
Curvatures curvatures_of(const Polyhedron& polyhedron, const Vec3&, const Vec3& n) {
  const double r = polyhedron.rounding;
  if (r == 0) return {};
  const double far = dot(support(polyhedron, n), n), near = far - kSame * polyhedron.bounding_radius();
  int count = 0;
  for (const Vec3& v : polyhedron.vertices) count += dot(v, n) >= near;
  return {count < 3 ? 1 / r : 0, count < 2 ? 1 / r : 0};
}

// A shape may bring its curvatures as a member.
template <class T>
requires requires(const T& shape, const Vec3& x) { shape.curvatures(x, x); }
Curvatures curvatures_of(const T& shape, const Vec3& point, const Vec3& n) {
  return shape.curvatures(point, n);
}

}  // namespace

Curvatures curvatures(const Shape& shape, const Vec3& point, const Vec3& n) {
  return std::visit(
      [&]<class T>(const T& s) {
        if constexpr (has_support<T>()) return curvatures_of(s, point, n);
        return Curvatures{};
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
