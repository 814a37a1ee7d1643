// Boxes against half-spaces, by vertices, and against boxes, by separating axes.
#pragma once

#include "collide/contact.h"

namespace cairn {

void box_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void box_box(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
