// Barzilai-Borwein: projected gradient whose step lengths alternate between sᵀs/sᵀy and sᵀy/yᵀy
// (solvers/spectral.h).  [BB88; PZ17]
#include "solvers/solvers.h"
#include "solvers/spectral.h"

namespace cairn {

SolverRow bb_row() {
  using namespace declare;
  return {"bb",
          "PZ17",
          "Barzilai-Borwein: projected gradient with alternating step lengths",
          {integer("memory", "10", "costs of earlier steps that a new one may rise to").within(1, 32)},
          [](const Value& options) {
            return contact_solver(
                "bb", std::make_unique<Spectral>(SpectralOptions{
                          .memory = static_cast<int>(options["memory"].integer()), .alternating = true}));
          }};
}

}  // namespace cairn
