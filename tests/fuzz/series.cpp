// series.csv as `cairn plot` and `cairn report` read it. All columns have the same length.
#include "fuzz/fuzz.h"
#include "results/series_table.h"

void cairn::fuzz::attack(const std::string& bytes) {
  const SeriesTable table = series_in(bytes, "fuzz.csv");
  if (table.columns.size() != table.values.size()) __builtin_trap();
  for (const auto& column : table.values)
    if (column.size() != table.values.front().size()) __builtin_trap();
}
