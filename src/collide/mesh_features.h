// Names for the features of a mesh, and the directions that its edges allow.
#pragma once

#include "collide/contact.h"
#include "shapes/mesh.h"

namespace cairn {

// A number for the direction of a triangle. All triangles of one plane share it, up to rounding.
std::uint32_t direction_code(const Vec3& normal);

// The unit vector in the plane of triangle t that points away from it across its edge k.
Vec3 away_across(const Mesh& mesh, int t, int k);

// True if a body may push along w at edge k of triangle t: w lies between the normals of the two triangles
// there.
bool is_allowed(const Mesh& mesh, int t, int k, const Vec3& w);

// Names of a corner and an edge of a triangle in the whole mesh.
std::uint32_t corner_name(const Mesh& mesh, int t, int k);
std::uint32_t edge_name(const Mesh& mesh, int t, int k);

// Reduces each group of contacts with the same normal, from number `first` on, to four well spread ones.
void spread_by_normal(ContactPoints& contacts, int first, double tolerance);

}  // namespace cairn
