// Contacts ahead of time between shapes with corners. A gap is kept open along the normal of the closest
// points; but what moves past a corner is nearest to the corner, head on, until it is past it. A cube that
// slides over a row of others would be stopped by the edge of the next one, and one that falls close beside
// another by its upper edge.
//
// For convex shapes: a direction n that has them apart both now and where their motion takes them in the step
// has them apart all the way. Then they pass, and n, that of the closest points at the end, is the normal.
// The gaps now are those at the end less what they open meanwhile:  gap = gap⁺ - h n·u.
#pragma once

#include "collide/contact.h"
#include "model/bodies.h"

namespace cairn {

// Two shapes with their motions over the step h [s]; a small overlap [m] counts as apart.
struct Passing {
  Motion a, b;
  double h = 0;
  double overlap = 0;
};

// Replaces contacts that are all ahead, and would be met, if the shapes pass. `later` is room to work in.
void look_past(const PlacedShape& a, const PlacedShape& b, const Passing& passing, double margin,
               ContactPoints& contacts, ContactPoints& later);

}  // namespace cairn
