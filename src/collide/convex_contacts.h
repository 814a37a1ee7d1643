// Contacts of any two convex shapes: normal and gap from collide/closest.h, contacts from collide/manifold.h.
#pragma once

#include "collide/convex.h"
#include "collide/pairs.h"

namespace cairn {

// Adds the contacts of two cores whose positions are relative to `origin`.
void add_convex(const Convex& a, const Convex& b, const Vec3& origin, double margin, ContactPoints& contacts);

}  // namespace cairn
