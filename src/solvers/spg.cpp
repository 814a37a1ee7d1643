// Spectral projected gradient with a non-monotone line search (solvers/spectral.h).  [BMR00; TA12]
#include "solvers/solvers.h"
#include "solvers/spectral.h"

namespace cairn {

SolverRow spg_row() {
  using namespace declare;
  return {"spg",
          "TA12",
          "spectral projected gradient, non-monotone line search: cheap steps, good with a warm start",
          {integer("memory", "10", "costs of earlier steps that a new one may rise to").within(1, 32)},
          [](const Value& options) {
            return contact_solver("spg", std::make_unique<Spectral>(SpectralOptions{
                                             .memory = static_cast<int>(options["memory"].integer())}));
          }};
}

}  // namespace cairn
