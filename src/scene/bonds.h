// Bonds of a scene: which contacts are bonded, and how strong the bonds are.
#pragma once

#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

Option bond_option();
Option bonds_option();

// The items of `bonds`, then those of `bond` events, in the order of the scene. This order numbers the kinds.
std::vector<const Value*> bond_values(const Scene& scene);
// One kind per item. Both throw InputError if the method has no bonds.
std::vector<BondKind> read_bond_kinds(const Scene& scene);
BondKind read_bond_kind(const Value& bond, const Scene& scene);

// make_bonds bonds every contact between bodies of two groups whose gap is small enough, and returns their
// number. It throws InputError if there is none.
struct BondPlan {
  int a = 0, b = 0;        // groups
  double gap = 0;          // largest gap of a bonded contact [m]; 0: a millionth of the smaller radius
  std::uint32_t kind = 0;  // index into World::bond_kinds
  Mark mark;
};
BondPlan read_bond(const Value& bond, std::uint32_t kind, const std::vector<std::string>& groups);
std::size_t make_bonds(World& world, const BondPlan& plan);

// Makes the bonds that exist from the start.
void build_bonds(const Scene& scene, World& world);

}  // namespace cairn
