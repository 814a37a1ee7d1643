// Every solver there is, one line each. `cairn list solvers`, the schema, the reference page, the reader and
// the tests of agreement come from here.
#include <fmt/format.h>

#include "solvers/solvers.h"

namespace cairn {

const std::vector<SolverEntry>& solvers() {
  static const std::vector<SolverEntry> table{
      pgs_entry(),  nlgs_entry(),   jacobi_entry(),         apgd_entry(),          bb_entry(),
      spg_entry(),  newton_entry(), interior_point_entry(), primal_newton_entry(), continuation_entry(),
      auto_entry(),
  };
  return table;
}

std::string refusal(const SolverEntry& entry, const RowTraits& rows) {
  const auto can = [&](const SolverEntry& e) {
    return e.needs == Needs::compliance ? rows.compliance : e.needs == Needs::nothing || rows.cones;
  };
  if (can(entry)) return {};
  std::vector<std::string> able;
  for (const SolverEntry& e : solvers())
    if (can(e)) able.push_back(e.name);
  return fmt::format("solver {} {}; those that can: {}", entry.name,
                     entry.needs == Needs::compliance ? "needs compliant contacts (law compliant)"
                                                      : "knows cones alone, shifted or cut flat",
                     fmt::join(able, ", "));
}

}  // namespace cairn
