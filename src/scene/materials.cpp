#include "scene/materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cairn {
namespace {

struct Property {
  Option option;
  double Material::*of_material;    // null: a property of pairs only
  double PairProperties::*of_pair;  // null: a property of materials only
};

Option poisson() {
  Option option = declare::number("poisson", dim::none, optional, "Poisson's ratio, between -1 and 0.5");
  option.lower = Bound{-1, true};
  option.upper = Bound{0.5, true};
  return option;
}

// No property has a default. If one material of a pair does not give it, the other one decides; if neither
// does, it is 0.
std::vector<Property> all_properties() {
  using namespace declare;
  using M = Material;
  using P = PairProperties;
  return {
      {number("density", dim::density, optional, "mass per volume; needed only by bodies that move freely")
           .positive(),
       &M::density, nullptr},
      {number("young", dim::pressure, optional, "Young's modulus; a fixed or driven body without it is rigid")
           .positive(),
       &M::young, nullptr},
      {poisson(), &M::poisson, nullptr},
      {number("friction", dim::none, optional, "Coulomb's coefficient").non_negative(), &M::friction,
       &P::friction},
      {number("restitution", dim::none, optional, "rebound speed over impact speed").within(0, 1),
       &M::restitution, &P::restitution},
      {number("restitution_tangential", dim::none, optional,
              "the same along the surface; negative: the slip goes on")
           .within(-1, 1),
       &M::restitution_tangential, &P::restitution_tangential},
      {number("work_of_adhesion", dim::energy_per_area, optional, "energy that separates a unit of area")
           .non_negative(),
       &M::work_of_adhesion, &P::work_of_adhesion},
      {number("rolling_friction", dim::none, optional, "rolling torque over normal force and radius")
           .non_negative(),
       &M::rolling_friction, &P::rolling_friction},
      {number("twisting_friction", dim::none, optional, "torque about the normal over force and radius")
           .non_negative(),
       &M::twisting_friction, &P::twisting_friction},
      {number("stiffness", dim::stiffness, optional, "of the compliant law, along the normal").positive(),
       nullptr, &P::stiffness},
      {number("stiffness_tangential", dim::stiffness, optional, "the same along the surface").positive(),
       nullptr, &P::stiffness_tangential},
      {number("damping_time", dim::time, optional, "of the compliant law").non_negative(), nullptr,
       &P::damping_time},
      {number("cohesion", dim::force, optional, "tension that a contact of an implicit run holds")
           .non_negative(),
       nullptr, &P::cohesion},
      {number("crush", dim::force, optional, "force at which a capped contact crushes").positive(), nullptr,
       &P::crush},
      {number("dilatancy", dim::angle, optional, "of the compliant law, at most that of friction")
           .non_negative(),
       nullptr, &P::dilatancy},
  };
}

const std::vector<Property>& properties() {
  static const std::vector<Property> list = all_properties();
  return list;
}

std::vector<std::string> names_of(const Materials& materials) {
  std::vector<std::string> names;
  for (const Material& material : materials.list) names.push_back(material.name);
  return names;
}

[[noreturn]] void refuse_pair(const std::string& pair, const Mark& mark, const Materials& materials) {
  // The message names the unknown side of a cut whose other side is known. If there is no such cut, it names
  // the part before the last dash.
  std::string unknown;
  for (std::size_t dash = pair.find('-'); dash != std::string::npos; dash = pair.find('-', dash + 1)) {
    const std::string left = pair.substr(0, dash), right = pair.substr(dash + 1);
    const bool knows_left = materials.find(left) >= 0;
    if (knows_left || materials.find(right) >= 0) unknown = knows_left ? right : left;
    if (unknown.empty() && pair.find('-', dash + 1) == std::string::npos) unknown = left;
  }
  if (unknown.empty())
    throw InputError(
        fmt::format("expected the names of two materials joined by '-', such as 'glass-wall', got {}",
                    quote(pair)),
        mark);
  throw InputError(fmt::format("pair {}: unknown material {}{}", quote(pair), quote(unknown),
                               suggestion(unknown, names_of(materials))),
                   mark);
}

PairChange find_pair(const Value& name, const Materials& materials) {
  const std::string& pair = name.text();
  PairChange found;
  found.mark = name.mark();
  int ways = 0;
  for (std::size_t dash = pair.find('-'); dash != std::string::npos; dash = pair.find('-', dash + 1)) {
    const int a = materials.find(pair.substr(0, dash)), b = materials.find(pair.substr(dash + 1));
    if (a < 0 || b < 0) continue;
    found.a = a;
    found.b = b;
    ++ways;
  }
  if (ways == 0) refuse_pair(pair, name.mark(), materials);
  if (ways > 1)
    throw InputError(fmt::format("{} can be cut into two materials in several ways; rename one", quote(pair)),
                     name.mark());
  return found;
}

}  // namespace

std::vector<Option> material_fields() {
  std::vector<Option> fields;
  for (const Property& property : properties())
    if (property.of_material != nullptr) fields.push_back(property.option);
  return fields;
}

std::vector<Option> pair_fields() {
  std::vector<Option> fields;
  for (const Property& property : properties())
    if (property.of_pair != nullptr) fields.push_back(property.option);
  return fields;
}

Option materials_option() {
  using namespace declare;
  return map_of("materials", object("material", material_fields(), "properties of one material"),
                "materials by name; a pair takes the smaller friction and restitution of the two, the "
                "other's if one has none, 0 if neither",
                "{}");
}

Option pairs_option(std::string meaning, Presence presence) {
  using namespace declare;
  return map_of("pairs", object("pair", pair_fields(), "what this pair has instead"), std::move(meaning),
                std::move(presence));
}

std::uint16_t find_material(const std::string& name, const Mark& mark, const Materials& materials) {
  const int found = materials.find(name);
  if (found >= 0) return static_cast<std::uint16_t>(found);
  const std::string tail =
      materials.list.empty() ? "; the scene defines none" : suggestion(name, names_of(materials));
  throw InputError(fmt::format("unknown material {}{}", quote(name), tail), mark);
}

Material read_material(const std::string& name, const Value& fields) {
  Material material;
  material.name = name;
  change_material(material, fields);
  return material;
}

void change_material(Material& material, const Value& fields) {
  for (const Property& property : properties())
    if (property.of_material != nullptr && fields.gives(property.option.name))
      material.*property.of_material = fields[property.option.name].number();
}

std::vector<PairChange> read_pairs(const Value& pairs, const Materials& materials) {
  std::vector<PairChange> changes;
  for (const Value::Item& item : pairs.map_items()) {
    PairChange change = find_pair(item.key, materials);
    for (const PairChange& other : changes)
      if (std::minmax(other.a, other.b) == std::minmax(change.a, change.b))
        throw InputError(fmt::format("the pair {} is given twice", quote(item.name())), change.mark);
    for (const Property& property : properties())
      if (item.value.gives(property.option.name))
        change.values.emplace_back(property.of_pair, item.value[property.option.name].number());
    changes.push_back(std::move(change));
  }
  return changes;
}

std::vector<PairChange> overrides_of(const Materials& materials) {
  // `plain` follows the combination rule alone.
  Materials plain = materials;
  plain.combine_all();
  std::vector<PairChange> changes;
  for (int a = 0; a < materials.size(); ++a)
    for (int b = a; b < materials.size(); ++b) {
      PairChange change{a, b, {}, {}};
      for (const Property& property : properties()) {
        if (property.of_pair == nullptr) continue;
        const double value = materials.at(a, b).*property.of_pair;
        // A property that is not given is NaN.
        const double rule = plain.at(a, b).*property.of_pair;
        if (value != rule && !(std::isnan(value) && std::isnan(rule)))
          change.values.emplace_back(property.of_pair, value);
      }
      if (!change.values.empty()) changes.push_back(std::move(change));
    }
  return changes;
}

void combine_all(Materials& materials, const std::vector<PairChange>& changes) {
  materials.combine_all();
  for (const PairChange& change : changes) {
    PairProperties pair = materials.at(change.a, change.b);
    for (const auto& [member, value] : change.values) pair.*member = value;
    materials.set(change.a, change.b, pair);
  }
}

}  // namespace cairn
