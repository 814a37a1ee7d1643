// Any two convex shapes: normal and gap from collide/closest.h, contacts from collide/manifold.h.
#pragma once

#include "collide/contact.h"

namespace cairn {

void convex_convex(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
