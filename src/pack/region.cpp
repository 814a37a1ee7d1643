#include "pack/region.h"

#include <algorithm>
#include <numbers>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kPi = std::numbers::pi;

// One function per kind of region, for std::visit.
template <class... F>
struct Cases : F... {
  using F::operator()...;
};
template <class... F>
Cases(F...) -> Cases<F...>;

// The distance from each side of a box that a ball of this radius needs.
Vec3 margin(double radius, int dimension) { return {radius, dimension == 2 ? 0 : radius, radius}; }

// The part of a vector perpendicular to the axis of a cylinder.
Vec3 across(const Vec3& a, int axis) {
  Vec3 b = a;
  b[axis] = 0;
  return b;
}

// The distance from each side of a face that a ball of this radius needs; none along its axis.
Vec3 face_margin(int axis, double radius, int dimension) {
  Vec3 m = margin(radius, dimension);
  m[axis] = 0;
  return m;
}

Vec3 random_between(const Vec3& low, const Vec3& high, int dimension, Random& random) {
  const double x = random.uniform(low.x, high.x);
  const double y = dimension == 2 ? 0 : random.uniform(low.y, high.y);
  return {x, y, random.uniform(low.z, high.z)};
}

Vec3 face_nearest(const FaceRegion& f, const Vec3& x, double radius, int dimension) {
  const Vec3 m = face_margin(f.axis, radius, dimension);
  return min(max(x, f.bounds.low + m), f.bounds.high - m);
}

// Area of the part of a disc below a chord at height z above its centre, and volume of that part of a ball.
double segment(double radius, double z) {
  const double c = std::clamp(z / radius, -1.0, 1.0);
  return radius * radius * (kPi - std::acos(c) + c * std::sqrt(1 - c * c));
}
double cap(double radius, double z) {
  const double height = std::clamp(z + radius, 0.0, 2 * radius);
  return kPi / 3 * height * height * (3 * radius - height);
}

// How far a centre may be from the middle of a cylinder, along its axis.
double axial_room(const CylinderRegion& c, double radius, int dimension) {
  return dimension == 2 ? 0 : c.half_height - radius;
}

Vec3 random_in_ball(Random& random) {
  for (;;) {
    const Vec3 a{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (norm2(a) <= 1) return a;
  }
}

Vec3 random_in_disc(int axis, Random& random) {
  for (;;) {
    const double a = random.uniform(-1, 1), b = random.uniform(-1, 1);
    if (a * a + b * b > 1) continue;
    Vec3 point;
    point[(axis + 1) % 3] = a;
    point[(axis + 2) % 3] = b;
    return point;
  }
}

// The vector, shortened to the given length if it is longer.
Vec3 limited(const Vec3& a, double length) {
  const double n = norm(a);
  return n > length ? (length / n) * a : a;
}

// The section of a region with the plane y = 0. An empty section gets a negative size.
RegionShape section(const RegionShape& shape) {
  const auto chord = [](double radius, double y) {
    const double half = radius * radius - y * y;
    return half > 0 ? std::sqrt(half) : -1;
  };
  const auto disc = [](Vec3 center, double radius) {
    center.y = 0;
    return RegionShape(CylinderRegion{center, 1, radius, 0});
  };
  return std::visit(
      Cases{
          [](const Bounds& b) {
            const bool empty = b.low.y > 0 || b.high.y < 0;
            return RegionShape(Bounds{{b.low.x, 0, b.low.z}, {empty ? b.low.x - 1 : b.high.x, 0, b.high.z}});
          },
          [&](const BallRegion& b) { return disc(b.center, chord(b.radius, b.center.y)); },
          [&](const CylinderRegion& c) {
            if (c.axis == 1) return disc(c.center, std::abs(c.center.y) <= c.half_height ? c.radius : -1);
            const double side = chord(c.radius, c.center.y);
            const Vec3 half = c.axis == 0 ? Vec3{c.half_height, 0, side} : Vec3{side, 0, c.half_height};
            const Vec3 middle{c.center.x, 0, c.center.z};
            return RegionShape(Bounds{middle - half, middle + half});
          },
          [](const FaceRegion& f) { return RegionShape(f); }},
      shape);
}

}  // namespace

double FillRegion::volume() const {
  return std::visit(Cases{[&](const Bounds& b) {
                            const Vec3 size = b.high - b.low;
                            return size.x * size.z * (dimension == 2 ? 1 : size.y);
                          },
                          [](const BallRegion& b) { return 4 * kPi / 3 * b.radius * b.radius * b.radius; },
                          [&](const CylinderRegion& c) {
                            return kPi * c.radius * c.radius * (dimension == 2 ? 1 : 2 * c.half_height);
                          },
                          [](const FaceRegion&) { return 0.0; }},
                    shape);
}

double FillRegion::volume_below(double z) const {
  const double depth = dimension == 2 ? 1 : 0;  // unit depth, or that of the region
  return std::visit(
      Cases{[&](const Bounds& b) {
              const Vec3 size = b.high - b.low;
              return size.x * (depth > 0 ? depth : size.y) * std::clamp(z - b.low.z, 0.0, size.z);
            },
            [&](const BallRegion& b) { return cap(b.radius, z - b.center.z); },
            [&](const CylinderRegion& c) {
              if (c.axis != 2)
                return segment(c.radius, z - c.center.z) * (depth > 0 ? depth : 2 * c.half_height);
              return kPi * c.radius * c.radius *
                     std::clamp(z - c.center.z + c.half_height, 0.0, 2 * c.half_height);
            },
            [](const FaceRegion&) { return 0.0; }},
      shape);
}

Bounds FillRegion::bounds() const {
  return std::visit(Cases{[](const Bounds& b) { return b; },
                          [](const BallRegion& b) {
                            const Vec3 half{b.radius, b.radius, b.radius};
                            return Bounds{b.center - half, b.center + half};
                          },
                          [](const CylinderRegion& c) {
                            Vec3 half{c.radius, c.radius, c.radius};
                            half[c.axis] = c.half_height;
                            return Bounds{c.center - half, c.center + half};
                          },
                          [](const FaceRegion& f) {
                            Vec3 out;
                            out[f.axis] = f.reach;
                            return Bounds{f.bounds.low - out, f.bounds.high + out};
                          }},
                    shape);
}

bool FillRegion::has_room(double radius) const {
  return std::visit(Cases{[&](const Bounds& b) {
                            const Vec3 room = b.high - b.low - 2 * margin(radius, dimension);
                            return room.x >= 0 && room.y >= 0 && room.z >= 0;
                          },
                          [&](const BallRegion& b) { return b.radius >= radius; },
                          [&](const CylinderRegion& c) {
                            return c.radius >= radius && axial_room(c, radius, dimension) >= 0;
                          },
                          [&](const FaceRegion& f) {
                            const Vec3 m = face_margin(f.axis, radius, dimension);
                            const Vec3 room = f.bounds.high - f.bounds.low - 2 * m;
                            return room.x >= 0 && room.y >= 0 && room.z >= 0;
                          }},
                    shape);
}

bool FillRegion::holds(const Vec3& x, double radius) const {
  return std::visit(Cases{[&](const Bounds& b) {
                            const Vec3 m = margin(radius, dimension), low = b.low + m, high = b.high - m;
                            return x.x >= low.x && x.y >= low.y && x.z >= low.z && x.x <= high.x &&
                                   x.y <= high.y && x.z <= high.z;
                          },
                          [&](const BallRegion& b) { return norm(x - b.center) <= b.radius - radius; },
                          [&](const CylinderRegion& c) {
                            const Vec3 a = x - c.center;
                            return norm(across(a, c.axis)) <= c.radius - radius &&
                                   std::abs(a[c.axis]) <= axial_room(c, radius, dimension);
                          },
                          [&](const FaceRegion& f) { return x == face_nearest(f, x, radius, dimension); }},
                    shape);
}

Vec3 FillRegion::random_center(double radius, Random& random) const {
  CAIRN_ASSERT(has_room(radius));
  return std::visit(
      Cases{[&](const Bounds& b) {
              const Vec3 m = margin(radius, dimension), low = b.low + m, high = b.high - m;
              return random_between(low, high, dimension, random);
            },
            [&](const BallRegion& b) { return b.center + (b.radius - radius) * random_in_ball(random); },
            [&](const FaceRegion& f) {
              const Vec3 m = face_margin(f.axis, radius, dimension);
              return random_between(f.bounds.low + m, f.bounds.high - m, dimension, random);
            },
            [&](const CylinderRegion& c) {
              const double room = axial_room(c, radius, dimension);
              Vec3 a = (c.radius - radius) * random_in_disc(c.axis, random);
              a[c.axis] = room > 0 ? random.uniform(-room, room) : 0;
              return c.center + a;
            }},
      shape);
}

Vec3 FillRegion::nearest_center(const Vec3& x, double radius) const {
  CAIRN_ASSERT(has_room(radius));
  return std::visit(
      Cases{[&](const Bounds& b) {
              const Vec3 m = margin(radius, dimension);
              return min(max(x, b.low + m), b.high - m);
            },
            [&](const BallRegion& b) { return b.center + limited(x - b.center, b.radius - radius); },
            [&](const CylinderRegion& c) {
              const double room = axial_room(c, radius, dimension);
              Vec3 a = limited(across(x - c.center, c.axis), c.radius - radius);
              a[c.axis] = std::clamp((x - c.center)[c.axis], -room, room);
              return c.center + a;
            },
            [&](const FaceRegion& f) { return face_nearest(f, x, radius, dimension); }},
      shape);
}

namespace {

using namespace declare;

Fields solid_regions() {
  return {object("box",
                 {vector("min", dim::length, required, "corner with the smallest coordinates"),
                  vector("max", dim::length, required, "corner with the largest coordinates")},
                 "box along the axes"),
          object("sphere",
                 {vector("center", dim::length, required, "centre of the ball"),
                  number("radius", dim::length, required, "radius of the ball").positive()},
                 "ball"),
          object("cylinder",
                 {vector("center", dim::length, required, "middle of the axis"),
                  number("radius", dim::length, required, "radius of the cylinder").positive(),
                  number("height", dim::length, required, "along the axis").positive(),
                  choice("axis", {"x", "y", "z"}, "z", "direction of the axis")},
                 "cylinder")};
}

FaceRegion read_face(const Value& face, int dimension) {
  const Bounds bounds{Vec3(face["min"].vector()), Vec3(face["max"].vector())};
  const Vec3 size = bounds.high - bounds.low;
  const auto counts = [&](int k) { return dimension == 3 || k != 1; };
  int flat = 0, axis = 2;
  for (int k = 0; k < 3; ++k) {
    if (!counts(k)) continue;
    if (size[k] < 0)
      throw InputError("no coordinate of 'min' may be above that of 'max'", face["max"].mark());
    if (size[k] == 0) {
      axis = k;
      ++flat;
    }
  }
  if (flat != 1)
    throw InputError("a face is flat: exactly one coordinate of 'min' and 'max' is the same",
                     face["max"].mark());
  FaceRegion region{bounds, axis, 0};
  if (dimension == 2) region.bounds.low.y = region.bounds.high.y = 0;
  return region;
}

}  // namespace

Option fill_region_option() { return variant("region", solid_regions(), "where bodies lie wholly inside"); }

Option inlet_region_option() {
  Fields regions = solid_regions();
  regions.push_back(
      object("face",
             {vector("min", dim::length, required, "corner with the smallest coordinates"),
              vector("max", dim::length, required, "corner with the largest; one coordinate is the same")},
             "rectangle along the axes that bodies come through: their centres lie on it"));
  return variant("region", std::move(regions), "where bodies enter: inside of it, or through a face");
}

FillRegion read_fill_region(const Value& region, int dimension) {
  FillRegion result{.shape = {}, .dimension = dimension};
  CAIRN_ASSERT(dimension == 2 || dimension == 3);
  if (region.chosen() == "face") {
    result.shape = read_face(region, dimension);
    return result;
  }
  if (region.chosen() == "box") {
    const Bounds box{Vec3(region["min"].vector()), Vec3(region["max"].vector())};
    const Vec3 size = box.high - box.low;
    const bool flat = dimension == 2 && size.y == 0;  // a box without depth is enough in the plane
    if (size.x <= 0 || size.z <= 0 || (size.y <= 0 && !flat))
      throw InputError("the box is empty: each coordinate of 'min' must be below that of 'max'",
                       region["max"].mark());
    result.shape = box;
  } else if (region.chosen() == "sphere") {
    result.shape = BallRegion{Vec3(region["center"].vector()), region["radius"].number()};
  } else {
    const int axis = region["axis"].chosen()[0] - 'x';
    result.shape = CylinderRegion{Vec3(region["center"].vector()), axis, region["radius"].number(),
                                  0.5 * region["height"].number()};
  }
  if (dimension == 2) result.shape = section(result.shape);
  if (!result.has_room(0))
    throw InputError("the region does not meet the plane y = 0 of a 2-D scene", region.mark());
  return result;
}

}  // namespace cairn
