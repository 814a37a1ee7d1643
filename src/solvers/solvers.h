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

// Variants of pgs that no scene can select. sweeps_alone() makes no direct steps; resting_pgs() solves the
// sticking contacts directly after the first sweep.
std::unique_ptr<ContactSolver> sweeps_alone();
std::unique_ptr<ContactSolver> resting_pgs();

// The iterations that a step of a run gives to `auto` if the scene does not say: about 100 000 visits of
// blocks, and 50 to 1000 sweeps. Tolerances for forces get 1000.
std::uint64_t iterations_of_a_step(std::size_t blocks, double tolerance);

}  // namespace cairn
