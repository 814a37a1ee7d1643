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
SolverEntry primal_newton_entry();
SolverEntry continuation_entry();
SolverEntry auto_entry();

// With default options, for solvers that build on them.
std::unique_ptr<ContactSolver> plain_pgs();
std::unique_ptr<ContactSolver> sweeps_alone();  // pgs without direct steps
std::unique_ptr<ContactSolver> resting_pgs();   // solves the contacts that stick directly after one sweep
std::unique_ptr<ContactSolver> plain_apgd();
std::unique_ptr<ContactSolver> plain_newton();
std::unique_ptr<ContactSolver> plain_interior_point();
std::unique_ptr<ContactSolver> plain_spg();
std::unique_ptr<ContactSolver> plain_primal_newton();

}  // namespace cairn
