// A contact as geometry: two bodies, where they meet, and how far they are apart.
#pragma once

#include <cstdint>

#include "base/small_vector.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "shapes/shape.h"

namespace cairn {

// One shape where it is. A sphere or disc takes its radius from here, so that a thousand sizes are one shape.
struct PlacedShape {
  const Shape& shape;
  Vec3 position;
  Quat orientation;
  double radius = 0;
};

// n points from A to B; gap < 0 is overlap; the point lies midway between the two surfaces.
struct ContactPoint {
  Vec3 point;
  Vec3 normal;
  double gap = 0;
  std::uint32_t feature = 0;
  // Mean of the two principal curvatures [1/m], such that 1/R̄ = curvature_a + curvature_b: sphere 1/R, flat
  // 0, cylinder 1/(2R), hollow negative; edges, rims and tips count as flat.
  double curvature_a = 0, curvature_b = 0;
};

// The contacts of one pair of shapes. The list grows as it must and keeps its memory: used again, it stops
// allocating.
struct ContactPoints {
  SmallVector<ContactPoint, 8> point;  // the first `count` of them are valid
  int count = 0;
  void add(const ContactPoint& contact) {
    if (static_cast<std::size_t>(count) == point.size())
      point.push_back(contact);
    else
      point[static_cast<std::size_t>(count)] = contact;
    ++count;
  }
};

// The feature of a contact of one part, sheet or triangle among several; part 0 keeps its own names.
constexpr std::uint32_t tagged(std::uint32_t feature, std::uint32_t part) {
  if (part == 0) return feature;
  std::uint32_t x = feature * 0x85ebca77u + part * 0x9e3779b1u;
  x = (x ^ x >> 15) * 0xc2b2ae3du;
  return x ^ x >> 13;
}

// Replaces `contacts` by all contacts of A with B whose gap is below `margin`, in order of feature. Pairs
// that can not meet (can_collide) have none. Where the normal is undefined (coincident centres, a centre on
// an axis or in a sheet) it is the one named beside the function of the pair: finite and of length 1.
void find_contacts(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
bool can_collide(const Shape& a, const Shape& b);

}  // namespace cairn
