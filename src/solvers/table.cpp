// Every solver there is, one line each. `cairn list solvers`, the schema, the reference page, the reader and
// the tests of agreement come from here.
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

}  // namespace cairn
