// All impact solvers, one line each. `cairn list solvers`, the schema, the reference page and the reader use
// this table.
#include "solvers/impact/impact.h"

namespace cairn {

const Table<ImpactSolverRow>& impact_solvers() {
  static const Table<ImpactSolverRow> table("solver", {
                                                          etm_row(),
                                                          sqm_row(),
                                                          smm_row(),
                                                      });
  return table;
}

}  // namespace cairn
