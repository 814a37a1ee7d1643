// Materials of a scene, the table of material pairs, and changes of both.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/materials.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

std::vector<Option> material_fields();
std::vector<Option> pair_fields();
Option materials_option();
Option pairs_option(std::string meaning, Presence presence);

// Properties that a scene gives to a pair directly. All others follow from the combination rule.
struct PairChange {
  int a = 0, b = 0;
  std::vector<std::pair<double PairProperties::*, double>> values;
  Mark mark;
};

// Index of a material. Throws InputError for an unknown name and suggests the nearest one.
std::uint16_t find_material(const std::string& name, const Mark& mark, const Materials& materials);

Material read_material(const std::string& name, const Value& fields);
// Overwrites the properties that the scene gives.
void change_material(Material& material, const Value& fields);

// Reads pairs "a-b". A name may contain '-' if only one way to cut the text gives two materials.
std::vector<PairChange> read_pairs(const Value& pairs, const Materials& materials);
// The properties of pairs that differ from the combination rule.
std::vector<PairChange> overrides_of(const Materials& materials);
// Applies the combination rule, then the changes in their order.
void combine_all(Materials& materials, const std::vector<PairChange>& changes);

}  // namespace cairn
