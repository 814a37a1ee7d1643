// Contacts ahead of time between shapes with corners. A stepper keeps a gap open along the normal of the
// closest points. But a body that moves past a corner is nearest to that corner, head on, until it is past. A
// cube that slides over a row of cubes would be stopped by the edge of the next one; a cube that falls close
// beside another would be stopped by its upper edge.
//
// For convex shapes: a direction n that separates them both now and at the end of the step separates them all
// the way. Then they pass, and n, taken from the closest points at the end, is the normal. The gap now is the
// gap at the end less its opening during the step:  gap = gap⁺ - h n·u.
#pragma once

#include "collide/contact.h"
#include "model/bodies.h"

namespace cairn {

// Two motions over the step h [s]. An overlap [m] up to this size counts as apart.
struct Passing {
  Motion a, b;
  double h = 0;
  double overlap = 0;
};

// If all contacts lie ahead, one would close, and the shapes pass each other, replaces the contacts.
// `later` is work space.
void look_past(const PlacedShape& a, const PlacedShape& b, const Passing& passing, double margin,
               ContactPoints& contacts, ContactPoints& later);

}  // namespace cairn
