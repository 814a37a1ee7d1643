// Bonds of a scene: which contacts they hold, and how much they bear.
#pragma once

#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

Option bond_option();
Option bonds_option();

// What there is under `bonds`, then what events bond, in the order of the scene; kinds are numbered so.
std::vector<const Value*> bond_values(const Scene& scene);
// One kind for each of them. Throws InputError where the method has no bonds.
std::vector<BondKind> read_bond_kinds(const Scene& scene);

// Bonds every contact between the bodies of two groups whose gap is small enough; returns how many. Throws
// InputError if there is none.
struct BondPlan {
  int a = 0, b = 0;        // groups
  double gap = 0;          // largest that is bonded [m]; 0: a millionth of the smaller radius
  std::uint32_t kind = 0;  // index into World::bond_kinds
  Mark mark;
};
BondPlan read_bond(const Value& bond, std::uint32_t kind, const std::vector<std::string>& groups);
std::size_t make_bonds(World& world, const BondPlan& plan);

// Those that are there from the start.
void build_bonds(const Scene& scene, World& world);

}  // namespace cairn
