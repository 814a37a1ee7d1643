// cairn list: prints everything that a scene can name, from the same tables that the reader of scenes uses.
#include <fmt/format.h>

#include "base/error.h"
#include "cairn/command.h"
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
#include "text/expected.h"
#include "text/formula.h"
#include "text/units.h"

namespace cairn {
namespace {

struct ListRequest {
  std::vector<std::string> kinds;  // empty: all
};

// One thing that a scene can name.
struct Item {
  std::string name, meaning, reference;
  std::vector<Option> options;
  std::vector<ColumnRow> columns = {};  // of a measure
};
using Items = std::vector<Item>;

// The rows of a table.
template <class Table>
Items items_of(const Table& table) {
  Items items;
  for (const auto& row : table) {
    items.push_back({row.name, row.meaning, row.reference, row.options});
    if constexpr (requires { row.columns; }) items.back().columns = row.columns;
  }
  return items;
}

// Laws of explicit methods, then of implicit ones.
Items laws() {
  Items items = items_of(force_laws());
  for (Item& item : items_of(row_laws())) items.push_back(std::move(item));
  return items;
}

// Solvers of implicit methods, then of impacts.
Items all_solvers() {
  Items items = items_of(solvers());
  for (Item& item : items_of(impact_solvers())) items.push_back(std::move(item));
  return items;
}

// The sections of a scene that describe its boundaries.
Items boundaries() {
  Items items;
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

Items units() {
  Items items;
  for (const UnitRow& unit : unit_rows()) items.push_back({unit.name, unit.meaning, "", {}});
  return items;
}

Items colours() {
  Items items;
  for (const NamedColour& colour : kColours)
    items.push_back({std::string(colour.name), std::string(colour.code), "", {}});
  return items;
}

// Functions, constants and the time.
Items expression_words() {
  Items items;
  const auto add = [&](std::string_view name, std::string_view meaning) {
    items.push_back({std::string(name), std::string(meaning), "", {}});
  };
  for (const NamedFunction& function : functions()) add(function.call, function.meaning);
  for (const NamedConstant& constant : kConstants) add(constant.name, constant.meaning);
  add("t", "the time [s], where a value may change with it");
  return items;
}

struct Kind {
  std::string name, meaning;
  Items (*items)();
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> table{
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

std::string default_of(const Option& option) {
  if (option.presence.kind == Presence::kRequired) return "required";
  if (option.presence.kind == Presence::kOptional) return "optional";
  return "default " + option.presence.text;
}

void print_option(const Option& option) {
  const std::string limits = bounds(option);
  fmt::print("      {:<20} {}; {}{}{}\n", option.name, option.meaning, expected(option),
             limits.empty() ? "" : " " + limits, "; " + default_of(option));
}

void print_kind(const Kind& kind) {
  fmt::print("{}: {}\n", kind.name, kind.meaning);
  const Items items = kind.items();
  if (items.empty()) fmt::print("  none yet\n");
  for (const Item& item : items) {
    fmt::print("  {:<22} {}{}\n", item.name, item.meaning,
               item.reference.empty() ? "" : fmt::format(" [{}]", item.reference));
    for (const Option& option : item.options) print_option(option);
    if (!item.columns.empty()) fmt::print("      columns\n");
    for (const ColumnRow& row : item.columns) fmt::print("        {}\n", column_text(row));
  }
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  return names;
}

const Kind& kind_called(const std::string& name) {
  for (const Kind& kind : kinds())
    if (kind.name == name) return kind;
  throw InputError(fmt::format("there is no list of {}{}", quote(name), suggestion(name, kind_names())));
}

int list(const ListRequest& request) {
  std::vector<Kind> wanted;
  for (const std::string& name : request.kinds) wanted.push_back(kind_called(name));
  if (wanted.empty()) wanted = kinds();
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (k > 0) fmt::print("\n");
    print_kind(wanted[k]);
  }
  return kDone;
}

void add_options(CLI::App& app, ListRequest& request) {
  app.add_option("KIND", request.kinds, fmt::format("{} (default: all)", fmt::join(kind_names(), ", ")));
}

}  // namespace

std::unique_ptr<Command> list_command(const Program& program) {
  return make_command<ListRequest>(
      program,
      {"list", "everything that a scene can name: methods, laws, units, functions and more",
       "Examples:\n"
       "  cairn list\n"
       "  cairn list laws shapes\n"
       "  cairn list units functions"},
      add_options, list);
}

}  // namespace cairn
