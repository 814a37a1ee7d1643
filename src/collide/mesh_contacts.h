// Triangle meshes against convex bodies, other meshes and walls.
//
// Each triangle is a sheet. A contact with a triangle has either the normal of the triangle or, at an edge or
// a corner of it, one that lies between the normals of the triangles that meet there: with m the direction in
// a neighbour's plane away from it across the common edge, w·m >= 0. At edges between triangles of one plane,
// and in hollow ones, that leaves the triangles' own normals: a body that slides over them meets no ghosts. A
// direction that is not allowed becomes the triangle's normal. Closed meshes are met from outside, open ones
// on the side where the body's centre is.
//
// A convex body has contacts with the same normal reduced to four well spread ones. A feature is named after
// the corner or edge of the body and of the mesh, and after the direction of the triangle: sliding from one
// triangle to the next in the same plane changes no name.
//
// Two meshes meet corner on face (mesh_corners.cpp) and edge on edge (mesh_edges.cpp), with all corners of a
// flat contact, named after corner and facet or after the two edges. Of several ways out of one place the
// shortest counts, so that gaps do not jump where a body slides from face to face.
//
// Against walls a mesh counts as its corners, which is exact for walls that are flat or hollow.
#pragma once

#include "collide/contact.h"

namespace cairn {

void mesh_convex(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);
void mesh_mesh(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts);

}  // namespace cairn
