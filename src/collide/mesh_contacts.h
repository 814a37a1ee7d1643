// Triangle meshes against convex bodies, other meshes and walls.
//
// Each triangle is a sheet. A contact with a triangle has either the normal of the triangle or, at an edge or
// a corner of it, one that lies between the normals of the triangles that meet there: with m the direction in
// a neighbour's plane away from it across the common edge, w·m >= 0. At edges between triangles of one plane,
// and in hollow ones, that leaves the triangles' own normals: a body that slides over them meets no ghosts. A
// direction that is not allowed becomes the triangle's normal. Closed meshes are met from outside, open ones
// on the side where the body's centre is.
//
// Two meshes meet corner on face and edge on edge, edges only where both stick out. Corners and edges deeper
// than a tenth of the thinner body are not in touch but on its far side.
//
// Contacts with the same normal are reduced to four well spread ones. A feature is named after the corner or
// edge of the body and of the mesh, and after the direction of the triangle: sliding from one triangle to the
// next in the same plane changes no name.
//
// Against walls a mesh counts as its vertices, which is exact for walls that are flat or hollow.
#pragma once

#include "collide/contact.h"

namespace cairn {

void mesh_convex(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void mesh_mesh(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
