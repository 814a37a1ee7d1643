// Boxes against half-spaces, by vertices.
#pragma once

#include "collide/contact.h"

namespace cairn {

void box_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
