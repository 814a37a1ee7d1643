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

// True if triangle t, or its edges at the place `at` on it, allow a contact along w. `up` is the normal of
// the triangle on the side of the body.
bool may_push(const Mesh& mesh, int t, const Vec3& at, const Vec3& up, const Vec3& w);

// Names of a corner and an edge of a triangle in the whole mesh.
std::uint32_t corner_name(const Mesh& mesh, int t, int k);
std::uint32_t edge_name(const Mesh& mesh, int t, int k);

// The cosines between the normals of contacts and those of the triangles that found them.
using Facing = SmallVector<double, 32>;

// Sorts the contacts from number `first` on: those whose triangles face their normals most come first.
void order_by_facing(ContactPoints& contacts, int first, Facing& facing);

// Reduces each group of contacts with the same normal, from number `first` on, to four well spread ones.
void spread_by_normal(ContactPoints& contacts, int first, double tolerance);

}  // namespace cairn
