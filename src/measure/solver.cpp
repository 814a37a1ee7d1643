// How the solver of an implicit run fared in the step of a row.
#include "measure/measures.h"

namespace cairn {
namespace {

class SolverWork final : public Measure {
 public:
  std::vector<Column> columns() const override {
    return {{"iterations", "1"}, {"residual", "1"}, {"unconverged", "1"}, {"overlap", "1"},
            {"open", "1"},       {"stick", "1"},    {"slip", "1"}};
  }
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 7);
    const StepSolve& solve = sight.step.solve;
    values[0] = static_cast<double>(solve.iterations), values[1] = solve.residual;
    values[2] = solve.converged ? 0 : 1, values[3] = sight.step.max_overlap;
    values[4] = static_cast<double>(solve.open), values[5] = static_cast<double>(solve.stick);
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
      make_measure<SolverWork>};
}

}  // namespace cairn
