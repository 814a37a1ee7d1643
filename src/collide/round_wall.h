// A wall that is a segment turned about the z axis (see collide/walls.cpp): met from inside, from outside,
// and at its rims.
#pragma once

#include "collide/contact.h"
#include "collide/convex.h"
#include "shapes/meridian.h"

namespace cairn {

struct RoundWall {
  MeridianPoint low, high;               // z ascending
  bool rim_low = true, rim_high = true;  // this end is free and has a rim
  bool endless = false;                  // solid behind the wall: met from inside, at any height
};

// Adds contacts whose features are tagged with `tag`. Body and wall are in the wall's axes.
void add_round_wall(const Convex& body, const RoundWall& wall, double margin, std::uint32_t tag,
                    ContactPoints& contacts);

}  // namespace cairn
