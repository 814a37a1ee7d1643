#include "shapes/compound.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/assert.h"
#include "base/error.h"
#include "shapes/ball_union.h"
#include "shapes/moments.h"
#include "shapes/support.h"

namespace cairn {
namespace {

constexpr double kTouching = 1e-6;  // over the size: parts that overlap by less only touch

Vec3 local(const Part& part, const Vec3& x) { return part.position + rotate(part.orientation, x); }

Moments moments_of_part(const Part& part) {
  return placed(moments_of(mass_properties(part.shape)), part.orientation, part.position);
}

// Shrinks both parts a little, so that parts that only touch come apart.
bool parts_overlap(const Part& a, const Part& b) {
  if (norm(b.position - a.position) >= a.radius + b.radius) return false;
  const double less = 1 - kTouching;
  const Vec3 position = rotate_back(a.orientation, b.position - a.position);
  return !are_apart(scaled(a.shape, less), scaled(b.shape, less), position,
                    conjugate(a.orientation) * b.orientation);
}

// --- The intersection of two parts
// The cap z >= a of a ball of radius r about the origin.
Moments cap(double r, double a) {
  const double r2 = r * r, pi = std::numbers::pi;
  const auto between = [&](auto primitive) { return primitive(r) - primitive(a); };
  const double volume = pi * between([&](double z) { return z * (r2 - z * z / 3); });
  const double first = pi * between([&](double z) { return z * z * (r2 / 2 - z * z / 4); });
  const double zz = pi * between([&](double z) { return z * z * z * (r2 / 3 - z * z / 5); });
  const double xx =
      pi / 4 * between([&](double z) { return z * (r2 * r2 - 2 * r2 * z * z / 3 + z * z * z * z / 5); });
  return {volume, {0, 0, first}, diagonal({xx, xx, zz})};
}

// The lens that two balls share, or the smaller ball if it lies inside the other.
Moments common(const Part& a, const Part& b, const Sphere& p, const Sphere& q) {
  const double d = norm(b.position - a.position), r = p.radius, s = q.radius;
  if (d <= std::abs(r - s)) return moments_of_part(r < s ? a : b);
  const double plane = 0.5 * (d + (r * r - s * s) / d);  // plane of the common circle, from a's centre
  const Vec3 axis = (b.position - a.position) / d;
  Moments lens = placed(cap(r, plane), rotation_between({0, 0, 1}, axis), a.position);
  return lens += placed(cap(s, d - plane), rotation_between({0, 0, 1}, -axis), b.position);
}

bool same_axes(const Part& a, const Part& b) {
  const Quat q = conjugate(a.orientation) * b.orientation;
  return norm(q.vector()) < 1e-12;
}

bool is_ball(const Part& part) { return std::holds_alternative<Sphere>(part.shape); }
bool is_sharp_box(const Part& part) {
  const auto* box = std::get_if<Box>(&part.shape);
  return box != nullptr && box->rounding == 0;
}

// The intersection of two boxes with the same axes, again a box.
Part common_box(const Part& a, const Part& b) {
  const Vec3 there = rotate_back(a.orientation, b.position - a.position);
  const Vec3 half = std::get<Box>(a.shape).half, other = std::get<Box>(b.shape).half;
  const Vec3 low = max(-half, there - other), high = min(half, there + other);
  const Vec3 size = 0.5 * (high - low);
  return {Box{size}, local(a, 0.5 * (low + high)), a.orientation, norm(size)};
}

// Each box adds itself less the union of its intersections with the boxes before it.
Moments moments_of_boxes(const std::vector<Part>& boxes) {
  Moments sum;
  for (std::size_t j = 0; j < boxes.size(); ++j) {
    sum += moments_of_part(boxes[j]);
    std::vector<Part> shared;
    for (std::size_t i = 0; i < j; ++i)
      if (parts_overlap(boxes[i], boxes[j])) shared.push_back(common_box(boxes[i], boxes[j]));
    if (!shared.empty()) sum += -1 * moments_of_boxes(shared);
  }
  return sum;
}

// --- The union of all
[[noreturn]] void refuse(std::size_t i, std::size_t j) {
  throw InputError(
      fmt::format("parts {} and {} overlap; move them apart, or say 'overlap: count'", i + 1, j + 1));
}

// Groups of parts that hang together by overlaps. Returns for each part the first part of its group.
std::vector<std::size_t> groups_of(const std::vector<Part>& parts) {
  std::vector<std::size_t> group;
  for (std::size_t j = 0; j < parts.size(); ++j) {
    group.push_back(j);
    for (std::size_t i = 0; i < j; ++i) {
      if (!parts_overlap(parts[i], parts[j])) continue;
      const bool boxes = is_sharp_box(parts[i]) && is_sharp_box(parts[j]) && same_axes(parts[i], parts[j]);
      if (!boxes && !(is_ball(parts[i]) && is_ball(parts[j]))) refuse(i, j);
      const std::size_t from = std::max(group[i], group[j]), to = std::min(group[i], group[j]);
      std::ranges::replace(group, from, to);
    }
  }
  return group;
}

Moments moments_of_group(const std::vector<Part>& parts) {
  if (parts.size() == 1) return moments_of_part(parts[0]);
  if (!is_ball(parts[0])) return moments_of_boxes(parts);
  if (parts.size() == 2) {
    const auto &p = std::get<Sphere>(parts[0].shape), &q = std::get<Sphere>(parts[1].shape);
    Moments sum = moments_of_part(parts[0]);
    sum += moments_of_part(parts[1]);
    return sum += -1 * common(parts[0], parts[1], p, q);
  }
  std::vector<Ball> balls;
  for (const Part& part : parts) balls.push_back({part.position, std::get<Sphere>(part.shape).radius});
  return moments_of_balls(balls);
}

Moments moments_of_union(const std::vector<Part>& parts) {
  const std::vector<std::size_t> group = groups_of(parts);
  Moments sum;
  for (std::size_t first = 0; first < parts.size(); ++first) {
    std::vector<Part> together;
    for (std::size_t k = first; k < parts.size(); ++k)
      if (group[k] == first) together.push_back(parts[k]);
    if (!together.empty()) sum += moments_of_group(together);
  }
  return sum;
}

Bounds bounds_of(const Part& part) {
  Bounds bounds;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 d;
    d[axis] = 1;
    const auto farthest = [&](const Vec3& u) {
      return dot(local(part, support(part.shape, rotate_back(part.orientation, u))), u) +
             rounding(part.shape);
    };
    bounds.low[axis] = -farthest(-d);
    bounds.high[axis] = farthest(d);
  }
  return bounds;
}

// Largest distance from the origin: of the farthest corner, or of the part's bounding ball.
double reach(const Part& part) {
  double farthest = 0;
  if (const auto* box = std::get_if<Box>(&part.shape)) {
    for (int k = 0; k < 8; ++k) farthest = std::max(farthest, norm(local(part, box_vertex(box->half, k))));
    return farthest + box->rounding;
  }
  if (const auto* polyhedron = std::get_if<Polyhedron>(&part.shape)) {
    for (const Vec3& v : polyhedron->vertices) farthest = std::max(farthest, norm(local(part, v)));
    return farthest + polyhedron->rounding;
  }
  return norm(part.position) + part.radius;
}

// Moments about the origin that are far larger than those about the centre leave these no digits.
void check_digits(const PrincipalAxes& axes) {
  constexpr double kDigits = 1e14;
  const Vec3& own = axes.mass.moments;
  const double shift = axes.mass.volume * norm2(axes.offset);
  if (shift < kDigits * std::min({own.x, own.y, own.z})) return;
  throw InputError(fmt::format(
      "the centre of the parts is {:.3g} m from the origin of their positions, too far to compute "
      "moments of inertia; place the parts near the origin, and the body by its own 'position'",
      norm(axes.offset)));
}

void add_bvh(Compound& compound) {
  std::vector<Bounds> bounds;
  for (const Part& part : compound.parts) bounds.push_back(bounds_of(part));
  compound.bvh = build_bvh(bounds);
}

}  // namespace

PlacedCompound make_compound(std::vector<Part> parts, PartOverlap overlap) {
  if (parts.empty()) throw InputError("a compound needs at least one part");
  Moments sum;
  if (overlap == PartOverlap::refuse)
    sum = moments_of_union(parts);
  else
    for (const Part& part : parts) sum += moments_of_part(part);
  for (const Part& part : parts) CAIRN_ASSERT(is_convex(part.shape));
  // Move the parts to the principal axes about the common centre of mass.
  const PrincipalAxes axes = principal_axes(sum);
  check_digits(axes);
  PlacedCompound placed;
  for (Part& part : parts) {
    part.position = rotate_back(axes.turn, part.position - axes.offset);
    part.orientation = conjugate(axes.turn) * part.orientation;
  }
  placed.compound.parts = std::move(parts);
  placed.compound.mass = axes.mass;
  add_bvh(placed.compound);
  placed.turn = axes.turn;
  placed.offset = axes.offset;
  return placed;
}

Compound Compound::scaled(double f) const {
  Compound other = *this;
  for (Part& part : other.parts) {
    part.shape = cairn::scaled(part.shape, f);
    part.position *= f;
    part.radius *= f;
  }
  for (Bvh::Node& node : other.bvh.nodes) {
    node.bounds.low *= f;
    node.bounds.high *= f;
  }
  other.mass = cairn::scaled(mass, f);
  return other;
}

double Compound::bounding_radius() const {
  double farthest = 0;
  for (const Part& part : parts) farthest = std::max(farthest, reach(part));
  return farthest;
}

double Compound::thickness() const {
  double least = kInfinity;
  for (const Part& part : parts) least = std::min(least, cairn::thickness(part.shape));
  return least;
}

Surface Compound::surface(double extent) const {
  Surface all;
  for (const Part& part : parts) {
    const Surface own = cairn::surface(part.shape, extent);
    const int first = static_cast<int>(all.vertices.size());
    for (const Vec3& v : own.vertices) all.vertices.push_back(local(part, v));
    for (const auto& [a, b, c] : own.triangles) all.triangles.push_back({first + a, first + b, first + c});
  }
  return all;
}

}  // namespace cairn
