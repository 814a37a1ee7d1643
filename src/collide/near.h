// True if two shapes may be near, for lists of neighbours. The quick test may keep a pair that is farther
// apart, but never drops a pair with a contact below the margin.
#pragma once

#include "collide/contact.h"

namespace cairn {

bool may_be_near(const PlacedShape& a, const PlacedShape& b, double margin);
// The same, from far enough that a body that meets a thin round wall is its bounding ball: it may be halfway
// through it, and then its side changes.
bool surfaces_near(const PlacedShape& a, const PlacedShape& b, double margin);
// How far two shapes that do not touch are apart, or `sight` if that is less; 0 if they touch or if this pair
// of shapes does not tell. Leaves their contacts below `sight` in `contacts`.
double least_gap(const PlacedShape& a, const PlacedShape& b, double sight, ContactPoints& contacts);
// The same as the first for two boxes.
bool boxes_near(const PlacedShape& a, const PlacedShape& b, double margin);

}  // namespace cairn
