// Parts of stress tensors. Symmetric tensors have the components xx, yy, zz, xy, xz, yz.
#pragma once

#include <optional>
#include <span>

#include "measure/measure.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {

using Symmetric = Totals<6>;

// sym a ⊗ b.
Symmetric symmetric_product(const Vec3& a, const Vec3& b);

// √(3 J₂); in 2-D the difference of the principal values in the x-z plane.
double deviator(std::span<const double> t, int dimension);

// The branch of a contact from A to B [m], by way of its point. A body has no share in it if it is fixed,
// driven, removed, or not of the group.
Vec3 branch(const World& world, const ContactForce& contact, std::optional<Group> group = {});

}  // namespace cairn
