// The rows of the table of solvers, one function per solver.
#pragma once

#include "solvers/solver.h"

namespace cairn {

SolverEntry pgs_entry();
SolverEntry jacobi_entry();
SolverEntry apgd_entry();
SolverEntry bb_entry();
SolverEntry spg_entry();

}  // namespace cairn
