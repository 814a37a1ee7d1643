// What the contacts of a mesh are named after, and which directions its edges allow.
#pragma once

#include "collide/contact.h"
#include "shapes/mesh.h"

namespace cairn {

// A number for the direction of a triangle, the same for all of one plane (up to rounding).
std::uint32_t direction_code(const Vec3& normal);

// The direction in the plane of triangle t away from it across its edge k, unit.
Vec3 away_across(const Mesh& mesh, int t, int k);

// Whether a body may push along w at edge k of triangle t: between the normals of the two triangles there.
bool is_allowed(const Mesh& mesh, int t, int k, const Vec3& w);

// Names of a corner and an edge of a triangle in the whole mesh.
std::uint32_t corner_name(const Mesh& mesh, int t, int k);
std::uint32_t edge_name(const Mesh& mesh, int t, int k);

// Groups of contacts with the same normal, from number `first` on, become four well spread ones each.
void spread_by_normal(ContactPoints& contacts, int first, double tolerance);

}  // namespace cairn
