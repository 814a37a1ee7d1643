#include "scene/build_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cairn {
namespace {

struct Property {
  const char* name;
  double Material::*of_material;    // null: of a pair alone
  double PairProperties::*of_pair;  // null: no property of a pair
};

constexpr Property kProperties[] = {
    {"density", &Material::density, nullptr},
    {"young", &Material::young, nullptr},
    {"poisson", &Material::poisson, nullptr},
    {"friction", &Material::friction, &PairProperties::friction},
    {"restitution", &Material::restitution, &PairProperties::restitution},
    {"restitution_tangential", &Material::restitution_tangential, &PairProperties::restitution_tangential},
    {"work_of_adhesion", &Material::work_of_adhesion, &PairProperties::work_of_adhesion},
    {"rolling_friction", &Material::rolling_friction, &PairProperties::rolling_friction},
    {"twisting_friction", &Material::twisting_friction, &PairProperties::twisting_friction},
    {"stiffness", nullptr, &PairProperties::stiffness},
    {"stiffness_tangential", nullptr, &PairProperties::stiffness_tangential},
    {"damping_time", nullptr, &PairProperties::damping_time},
    {"cohesion", nullptr, &PairProperties::cohesion},
    {"crush", nullptr, &PairProperties::crush},
    {"dilatancy", nullptr, &PairProperties::dilatancy},
};

bool gives(const Value& object, const char* key) {
  return object.option().child(key) != nullptr && object.has(key);
}

std::vector<std::string> names_of(const Materials& materials) {
  std::vector<std::string> names;
  for (const Material& material : materials.list) names.push_back(material.name);
  return names;
}

[[noreturn]] void refuse_pair(const std::string& pair, const Mark& mark, const Materials& materials) {
  // Blame the side that is unknown if the other is known; with one dash alone, the first unknown side.
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
    found.a = a, found.b = b;
    ++ways;
  }
  if (ways == 0) refuse_pair(pair, name.mark(), materials);
  if (ways > 1)
    throw InputError(fmt::format("{} can be cut into two materials in several ways; rename one", quote(pair)),
                     name.mark());
  return found;
}

}  // namespace

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
  for (const Property& property : kProperties)
    if (property.of_material != nullptr && gives(fields, property.name))
      material.*property.of_material = fields[property.name].number();
}

std::vector<PairChange> read_pairs(const Value& pairs, const Materials& materials) {
  std::vector<PairChange> changes;
  for (const Value::Entry& entry : pairs.entries()) {
    PairChange change = find_pair(entry.key, materials);
    for (const PairChange& other : changes)
      if (std::minmax(other.a, other.b) == std::minmax(change.a, change.b))
        throw InputError(fmt::format("the pair {} is given twice", quote(entry.name())), change.mark);
    for (const Property& property : kProperties)
      if (gives(entry.value, property.name))
        change.values.emplace_back(property.of_pair, entry.value[property.name].number());
    changes.push_back(std::move(change));
  }
  return changes;
}

std::vector<PairChange> overrides_of(const Materials& materials) {
  Materials plain = materials;
  plain.combine_all();
  std::vector<PairChange> changes;
  for (int a = 0; a < materials.size(); ++a)
    for (int b = a; b < materials.size(); ++b) {
      PairChange change{a, b, {}, {}};
      for (const Property& property : kProperties) {
        if (property.of_pair == nullptr) continue;
        const double value = materials.at(a, b).*property.of_pair;
        // What is not given is not a number.
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
