// Linear spring, dashpot and slider:
//   F_n = max(0, k_n δ − g_n v_n),   F_t = −k_t ξ − g_t v_t within μ F_n,   g = 2 ζ √(k m̄)  [CS79]
// Equations: laws/kernel.h; parts: laws/parts.h. Valid for δ much smaller than R.
#include "laws/composed.h"
#include "laws/laws.h"

namespace cairn {

ForceLawRow hooke_row() {
  using namespace declare;
  std::vector<Option> options = composed_options(NormalPart::hooke);
  options.insert(options.begin(),
                 number("stiffness", dim::stiffness, optional, "normal spring constant k_n of every contact")
                     .positive());
  return {.name = "hooke",
          .reference = "PZ17",
          .meaning = "linear spring and dashpot with tangential spring and Coulomb limit",
          .options = std::move(options),
          .make = [](const Value& o) { return make_composed(NormalPart::hooke, o); },
          .uses = composed_uses};
}

}  // namespace cairn
