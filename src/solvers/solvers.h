// The rows of the table of solvers, one function per solver.
#pragma once

#include "solvers/solver.h"

namespace cairn {

SolverRow pgs_row();
SolverRow nlgs_row();
SolverRow jacobi_row();
SolverRow apgd_row();
SolverRow bb_row();
SolverRow spg_row();
SolverRow newton_row();
SolverRow interior_point_row();
SolverRow primal_newton_row();
SolverRow continuation_row();
SolverRow auto_row();

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
