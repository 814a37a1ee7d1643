// Everything that a scene can name, kind by kind, straight from the tables that scenes are read by.
#pragma once

#include <string>
#include <vector>

#include "text/option.h"

namespace cairn {

// One thing that a scene can name.
struct CatalogueItem {
  std::string name, meaning, reference;
  std::vector<Option> options;
  std::vector<ColumnRow> columns = {};  // of a measure
};
using CatalogueItems = std::vector<CatalogueItem>;

struct CatalogueKind {
  std::string name, meaning;
  CatalogueItems (*items)();
};

const std::vector<CatalogueKind>& catalogue();
std::vector<std::string> catalogue_names();
// Throws InputError with the nearest name if there is no such kind.
const CatalogueKind& catalogue_of(const std::string& kind);

// "required", "optional", "default 1e-6"
std::string presence_text(const Option& option);

// BibTeX of cairn and of the works behind the names: results folders, names that a scene may give, or keys
// such as PZ17. Throws InputError for a name that is none of them.
std::string citations(const std::vector<std::string>& names);

}  // namespace cairn
