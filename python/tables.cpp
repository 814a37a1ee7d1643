// What `cairn list` and `cairn cite` know.
#include <pybind11/stl.h>

#include "base/version.h"
#include "module.h"
#include "scene/catalogue.h"
#include "text/expected.h"

namespace cairn::python {
namespace {

py::dict option_row(const Option& option) {
  py::dict row;
  row["name"] = option.name;
  row["meaning"] = option.meaning;
  row["expected"] = expected(option);
  row["bounds"] = bounds(option);
  row["presence"] = presence_text(option);
  return row;
}

py::list rows_of(const std::string& kind) {
  py::list rows;
  for (const CatalogueItem& item : catalogue_of(kind).items()) {
    py::dict row;
    row["name"] = item.name;
    row["meaning"] = item.meaning;
    row["reference"] = item.reference;
    py::list options, columns;
    for (const Option& option : item.options) options.append(option_row(option));
    for (const ColumnRow& column : item.columns) columns.append(column_text(column));
    row["options"] = options;
    row["columns"] = columns;
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bind_tables(py::module_& module) {
  module.attr("version") = std::string(version());
  module.attr("licence") = std::string(licence());
  module.def("kinds", &catalogue_names);
  module.def("rows", &rows_of);
  module.def("cite", &citations);
}

}  // namespace cairn::python
