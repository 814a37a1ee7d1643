// Convex bodies against walls. Flat walls with solid behind them are half-spaces (collide/half_space.h); flat
// sheets are convex cores without thickness. A round wall (drum, tube, side of a cup, funnel) is a turned
// segment with the normal m_φ = (m_ρ e_φ, m_z) in the half-plane of azimuth φ, away from the axis.
//
// From inside, the hollow is what all half-spaces m_φ·x <= c have in common. A point of the body at (ρ, z)
// has
//   gap = c - m_ρ ρ - m_z z - r,   r the rounding,
// and the body as a whole the least c - h(m_φ) - r of all azimuths, h its support function. Contacts are the
// corners of the body; of curved bodies, those of the patches that face the wall at each azimuth where
// h(m_φ) is largest among its neighbours (sampled, then bisected). A sheet is met only along its length.
//
// From outside, a sheet is the convex solid that it encloses, met at its side.
// At a rim, points of the ring at which the body is nearest among their neighbours are contacts.
//
// Which side of a sheet a body is on is decided by its centre. Limits: a rim is met at local minima of the
// distance only, so that a body that fits a rim all round has a few contacts there; a cap that lies in a
// hollow touches it at the points of its rim that are lowest, not along an arc.
#pragma once

#include "collide/contact.h"
#include "collide/convex.h"

namespace cairn {

// The body's place is relative to the wall's, and in its axes.
void add_container(const Convex& body, const Container& wall, double margin, ContactPoints& contacts);
void add_drum(const Convex& body, const Drum& wall, double margin, ContactPoints& contacts);
void add_tube(const Convex& body, const Tube& wall, double margin, ContactPoints& contacts);
void add_cup(const Convex& body, const Cup& wall, double margin, ContactPoints& contacts);
void add_funnel(const Convex& body, const Funnel& wall, double margin, ContactPoints& contacts);

void convex_container(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void convex_drum(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void convex_tube(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void convex_cup(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void convex_funnel(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
