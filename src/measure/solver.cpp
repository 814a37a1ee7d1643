// Iterations, residual and contact states of the solver in the last step of an implicit run.
#include "measure/measures.h"

namespace cairn {
namespace {

class SolverSample final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 9);
    const StepSolve& solve = sight.step.solve;
    values[0] = static_cast<double>(solve.iterations);
    values[1] = solve.residual;
    values[2] = solve.converged ? 0 : 1;
    values[3] = sight.step.max_overlap;
    values[4] = static_cast<double>(solve.open);
    values[5] = static_cast<double>(solve.stick);
    values[6] = static_cast<double>(solve.slip);
    values[7] = solve.velocity_error;
    values[8] = solve.natural_map;
  }
};

}  // namespace

MeasureRow solver_row() {
  return {
      "solver",
      "",
      "iterations and residual of the last step, whether it did not converge, largest overlap over radius; "
      "contacts that are open, stick and slip; estimate of the velocity error; the residual in impulses",
      {},
      {{"iterations", "1", "iterations of the last step"},
       {"residual", "1", "velocities by which contacts miss their laws, root mean square, relative"},
       {"unconverged", "1", "1 if the solve missed its tolerance, otherwise 0"},
       {"overlap", "1", "largest overlap over the smaller radius, positive where bodies overlap"},
       {"open stick slip", "1", "contacts without an impulse, inside and on their friction cone"},
       {"velocity_error", "m/s",
        "estimate of the error that the solve leaves in the velocities, root mean square by mass"},
       {"natural_map", "1", "the residual in the form of impulses, as `cairn solve` has it"}},
      make_measure<SolverSample>};
}

}  // namespace cairn
