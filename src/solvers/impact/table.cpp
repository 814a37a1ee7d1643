// Every impact solver there is, one line each. `cairn list solvers`, the schema, the reference page and the
// reader come from here.
#include "solvers/impact/impact.h"

namespace cairn {

const std::vector<ImpactSolverEntry>& impact_solvers() {
  static const std::vector<ImpactSolverEntry> table{etm_entry(), sqm_entry(), smm_entry()};
  return table;
}

}  // namespace cairn
