// A quick test for lists of neighbours: it may keep a pair that is farther apart, but never drops a pair with
// a contact below the margin.
#pragma once

#include "shapes/shape.h"

namespace cairn {

bool may_be_near(const PlacedShape& a, const PlacedShape& b, double margin);
// The same for two boxes.
bool boxes_near(const PlacedShape& a, const PlacedShape& b, double margin);

}  // namespace cairn
