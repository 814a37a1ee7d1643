// cairn list: everything that a scene can name.
#include <fmt/format.h>

#include "cairn/command.h"
#include "scene/catalogue.h"
#include "text/expected.h"

namespace cairn {
namespace {

struct ListRequest {
  std::vector<std::string> kinds;  // empty: all
};

void print_option(const Option& option) {
  const std::string limits = bounds(option);
  fmt::print("      {:<20} {}; {}{}{}\n", option.name, option.meaning, expected(option),
             limits.empty() ? "" : " " + limits, "; " + presence_text(option));
}

void print_kind(const CatalogueKind& kind) {
  fmt::print("{}: {}\n", kind.name, kind.meaning);
  const CatalogueItems items = kind.items();
  if (items.empty()) fmt::print("  none yet\n");
  for (const CatalogueItem& item : items) {
    fmt::print("  {:<22} {}{}\n", item.name, item.meaning,
               item.reference.empty() ? "" : fmt::format(" [{}]", item.reference));
    for (const Option& option : item.options) print_option(option);
    if (!item.columns.empty()) fmt::print("      columns\n");
    for (const ColumnRow& row : item.columns) fmt::print("        {}\n", column_text(row));
  }
}

int list(const ListRequest& request) {
  std::vector<CatalogueKind> wanted;
  for (const std::string& name : request.kinds) wanted.push_back(catalogue_of(name));
  if (wanted.empty()) wanted = catalogue();
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (k > 0) fmt::print("\n");
    print_kind(wanted[k]);
  }
  return kDone;
}

void add_options(const CommandOptions& app, ListRequest& request) {
  app.add_option("KIND", request.kinds, fmt::format("{} (default: all)", fmt::join(catalogue_names(), ", ")));
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
