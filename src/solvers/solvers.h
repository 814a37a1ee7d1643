// The rows of the table of solvers, one function per solver.
#pragma once

#include "solvers/solver.h"

namespace cairn {

SolverEntry pgs_entry();
SolverEntry nlgs_entry();
SolverEntry jacobi_entry();
SolverEntry apgd_entry();
SolverEntry bb_entry();
SolverEntry spg_entry();
SolverEntry newton_entry();
SolverEntry interior_point_entry();

// Gauss-Seidel with its default options, for solvers that build on it.
std::unique_ptr<ContactSolver> plain_pgs();

}  // namespace cairn
