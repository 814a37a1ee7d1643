// A contact as geometry: two bodies, where they meet, and how far they are apart.
#pragma once

#include <cstdint>
#include <span>

#include "base/small_vector.h"
#include "shapes/shape.h"

namespace cairn {

// n points from A to B; gap < 0 is overlap; the point lies midway between the two surfaces.
struct ContactPoint {
  Vec3 point;
  Vec3 normal;
  double gap = 0;
  std::uint32_t feature = 0;
  // Mean of the two principal curvatures [1/m], such that 1/R̄ = curvature_a + curvature_b. Sphere 1/R, flat
  // 0, cylinder 1/(2R), hollow negative; edges, rims and tips count as flat.
  double curvature_a = 0, curvature_b = 0;
};

// 1/R̄ [1/m]. If the sum is not positive (a corner on a plane, a hollow that fits), 1 over the smaller
// radius.
inline double bar_curvature(const ContactPoint& contact, double smaller_radius) {
  const double sum = contact.curvature_a + contact.curvature_b;
  return sum > 0 ? sum : 1 / smaller_radius;
}

// The contacts of one pair of shapes. The list keeps its memory: after a few uses it no longer allocates.
struct ContactPoints {
  SmallVector<ContactPoint, 8> point;  // the first `count` of them are valid
  int count = 0;
  ContactPoint* begin() { return point.begin(); }
  ContactPoint* end() { return point.begin() + count; }
  // The contacts from number `first` on.
  std::span<ContactPoint> from(int first) { return {begin() + first, end()}; }
  const ContactPoint* begin() const { return point.begin(); }
  const ContactPoint* end() const { return point.begin() + count; }
  void add(const ContactPoint& contact) {
    if (static_cast<std::size_t>(count) == point.size())
      point.push_back(contact);
    else
      point[count] = contact;
    ++count;
  }
};

// The feature of a contact of one part, sheet or triangle among several. Part 0 keeps the feature as it is.
constexpr std::uint32_t tagged(std::uint32_t feature, std::uint32_t part) {
  if (part == 0) return feature;
  std::uint32_t x = feature * 0x85ebca77u + part * 0x9e3779b1u;
  x = (x ^ x >> 15) * 0xc2b2ae3du;
  return x ^ x >> 13;
}

// Replaces `contacts` by all contacts of A with B whose gap is below `margin`, in order of feature. Pairs
// that cannot meet (can_collide) have none. Where the normal is undefined (coincident centres, a centre on an
// axis or in a sheet), the function of the pair documents its choice: finite and of length 1.
void find_contacts(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
bool can_collide(const Shape& a, const Shape& b);

}  // namespace cairn
