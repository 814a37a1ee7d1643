#include "scene/catalogue.h"

#include <fmt/format.h>

#include "base/error.h"
#include "joints/joint.h"
#include "laws/force_law.h"
#include "laws/row_law.h"
#include "measure/measure.h"
#include "scene/colours.h"
#include "scene/scene.h"
#include "shapes/table.h"
#include "solvers/impact/impact.h"
#include "solvers/solver.h"
#include "step/methods.h"
#include "text/constants.h"
#include "text/formula.h"
#include "text/units.h"

namespace cairn {
namespace {

// Rows of any of the tables.
template <class Table>
CatalogueItems items_of(const Table& table) {
  CatalogueItems items;
  for (const auto& row : table) {
    items.push_back({row.name, row.meaning, row.reference, row.options});
    if constexpr (requires { row.columns; }) items.back().columns = row.columns;
  }
  return items;
}

// Laws of explicit methods, then of implicit ones.
CatalogueItems laws() {
  CatalogueItems items = items_of(force_laws());
  for (CatalogueItem& item : items_of(row_laws())) items.push_back(std::move(item));
  return items;
}

// Solvers of implicit methods, then of impacts.
CatalogueItems all_solvers() {
  CatalogueItems items = items_of(solvers());
  for (CatalogueItem& item : items_of(impact_solvers())) items.push_back(std::move(item));
  return items;
}

// The sections of a scene that say what there is at its edges.
CatalogueItems boundaries() {
  CatalogueItems items;
  const auto add = [&](std::initializer_list<const char*> path) {
    const Option* section = &scene_vocabulary();
    for (const char* name : path) section = section ? section->child(name) : nullptr;
    if (section) items.push_back({section->name, section->meaning, section->reference, section->children});
  };
  add({"domain"});
  add({"periodic"});
  add({"bodies", "body", "motion", "servo"});
  add({"inlet", "inlet"});
  return items;
}

CatalogueItems units() {
  CatalogueItems items;
  for (const UnitRow& unit : unit_rows()) items.push_back({unit.name, unit.meaning, "", {}});
  return items;
}

CatalogueItems colours() {
  CatalogueItems items;
  for (const NamedColour& colour : kColours)
    items.push_back({std::string(colour.name), std::string(colour.code), "", {}});
  return items;
}

// With the constants and the time.
CatalogueItems expression_words() {
  CatalogueItems items;
  const auto add = [&](std::string_view name, std::string_view meaning) {
    items.push_back({std::string(name), std::string(meaning), "", {}});
  };
  for (const NamedFunction& function : functions()) add(function.call, function.meaning);
  for (const NamedConstant& constant : kConstants) add(constant.name, constant.meaning);
  add("t", "the time [s], where a value may change with it");
  return items;
}

}  // namespace

const std::vector<CatalogueKind>& catalogue() {
  static const std::vector<CatalogueKind> table{
      {"methods", "how a step moves the bodies", [] { return items_of(methods()); }},
      {"laws", "what a contact may do", laws},
      {"solvers", "what finds the impulses of implicit methods, then of impacts", all_solvers},
      {"shapes", "what bodies look like", [] { return items_of(shape_table()); }},
      {"boundaries", "what happens at the edges of a scene", boundaries},
      {"joints", "what ties bodies together", [] { return items_of(joints()); }},
      {"measures", "what can be watched while a scene runs", [] { return items_of(measures()); }},
      {"units", "what may stand behind a number; they combine: kg/m3, N s/m, m/s^2", units},
      {"colours", "what bodies may have in pictures, besides any \"#rrggbb\"", colours},
      {"functions", "what expressions may call, and the constants they know", expression_words},
  };
  return table;
}

std::vector<std::string> catalogue_names() {
  std::vector<std::string> names;
  for (const CatalogueKind& kind : catalogue()) names.push_back(kind.name);
  return names;
}

const CatalogueKind& catalogue_of(const std::string& name) {
  for (const CatalogueKind& kind : catalogue())
    if (kind.name == name) return kind;
  throw InputError(fmt::format("there is no list of {}{}", quote(name), suggestion(name, catalogue_names())));
}

std::string presence_text(const Option& option) {
  if (option.presence.kind == Presence::kRequired) return "required";
  if (option.presence.kind == Presence::kOptional) return "optional";
  return "default " + option.presence.text;
}

}  // namespace cairn
