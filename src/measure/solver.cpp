// Iterations, residual and contact states of the solver in the last step of an implicit run.
#include "measure/measures.h"

namespace cairn {
namespace {

class SolverWork final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 7);
    const StepSolve& solve = sight.step.solve;
    values[0] = static_cast<double>(solve.iterations);
    values[1] = solve.residual;
    values[2] = solve.converged ? 0 : 1;
    values[3] = sight.step.max_overlap;
    values[4] = static_cast<double>(solve.open);
    values[5] = static_cast<double>(solve.stick);
    values[6] = static_cast<double>(solve.slip);
  }
};

}  // namespace

MeasureRow solver_row() {
  return {
      "solver",
      "",
      "iterations and residual of the last step, whether it did not converge, largest overlap over radius; "
      "contacts that are open, stick and slip",
      {},
      {{"iterations", "1", "iterations of the last step"},
       {"residual", "1", "natural map, relative, at the end of the solve"},
       {"unconverged", "1", "1 if the solve missed its tolerance, otherwise 0"},
       {"overlap", "1", "largest overlap over the smaller radius, positive where bodies overlap"},
       {"open stick slip", "1", "contacts without an impulse, inside and on their friction cone"}},
      make_measure<SolverWork>};
}

}  // namespace cairn
