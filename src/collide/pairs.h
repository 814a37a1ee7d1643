// One function per pair of shapes that can meet, for the pair table (collide/pair_table.cpp). Each adds the
// contacts of A with B whose gap is below the margin; where a normal is undefined it names the one it takes.
#pragma once

#include "collide/contact.h"

namespace cairn {

using FindContacts = void(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

// A sphere (or disc) with what is flat, with other spheres, and with shapes that have an axis.
FindContacts sphere_sphere, sphere_box, sphere_plane, sphere_container;
FindContacts sphere_cylinder, sphere_cone, sphere_drum, sphere_tube, sphere_cup, sphere_funnel;
FindContacts box_box, box_plane;  // by separating axes; by vertices
// Any two convex shapes: normal and gap from collide/closest.h, contacts from collide/manifold.h.
// Convex bodies and walls.
FindContacts convex_convex, convex_plane, convex_container, convex_drum, convex_tube, convex_cup,
    convex_funnel;
FindContacts compound_any, mesh_convex, mesh_mesh;

}  // namespace cairn
