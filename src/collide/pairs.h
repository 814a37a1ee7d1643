// One function per pair of shapes that can meet, for the pair table (collide/pair_table.cpp). Each adds
// the contacts of A with B whose gap is below the margin. Where a normal is undefined, its comment
// names the choice.
#pragma once

#include "collide/contact.h"

namespace cairn {

using FindContacts = void(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

// A sphere (or disc) with flat shapes, with other spheres, and with shapes that have an axis.
FindContacts sphere_sphere, sphere_box, sphere_plane, sphere_container, sphere_mesh;
FindContacts sphere_cylinder, sphere_cone, sphere_drum, sphere_tube, sphere_cup, sphere_funnel;
FindContacts box_box, box_plane;  // by separating axes; by vertices
// Convex shapes with each other (collide/convex_contacts.h) and with walls (collide/walls.cpp).
FindContacts convex_convex, convex_plane, convex_container, convex_drum, convex_tube, convex_cup,
    convex_funnel;
FindContacts compound_any, mesh_convex, mesh_mesh;

}  // namespace cairn
