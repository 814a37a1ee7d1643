// The contacts of two convex shapes with a known normal n. The patches that face each other (collide/patch.h)
// are projected along n. Their overlap is a point, a line or a polygon, and its corners are the contacts:
//   gap = (z_B - z_A) - r_A - r_B,   z the height of a patch along n, r the roundings.
// The smallest of these gaps is the signed gap of the shapes. At most four contacts are kept, well spread.
//
// Features:  0: the closest point of shapes that do not lie flat;  1 + v: corner v of A;  2^30 + v: corner v
// of B;  2^31 + 2^15 e + f: edge e of A across edge f of B.
#pragma once

#include "collide/closest.h"
#include "collide/contact.h"

namespace cairn {

inline constexpr std::uint32_t kSinglePoint = 0, kCornerOfA = 1;
inline constexpr std::uint32_t kCornerOfB = 1u << 30, kCrossing = 1u << 31;

// Contacts of two shapes that do not lie flat on each other: the closest point, or none.
enum class NotFlat { single_point, nothing };

// Adds all contacts below the margin. Points are relative to `middle`.
void add_manifold(const Convex& a, const Convex& b, const Closest& closest, const Vec3& middle, double margin,
                  ContactPoints& contacts, NotFlat not_flat = NotFlat::single_point);

}  // namespace cairn
