// A turned segment as a wall (see collide/walls.cpp): met from inside, from outside, and at its rims.
#pragma once

#include "collide/contact.h"
#include "collide/convex.h"
#include "shapes/meridian.h"

namespace cairn {

struct RoundWall {
  MeridianPoint low, high;               // z ascending
  bool rim_low = true, rim_high = true;  // free ends
  bool endless = false;                  // solid behind it: met from inside, at any height
};

// Adds contacts with features of part `tag`. Body and wall in the wall's axes.
void add_round_wall(const Convex& body, const RoundWall& wall, double margin, std::uint32_t tag,
                    ContactPoints& contacts);

}  // namespace cairn
