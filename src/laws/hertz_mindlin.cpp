// Elastic spheres  [HE82; MI49; MD53; PZ17 (2)], with a damping of constant restitution [TTI92]:
//   F_n = max(0, 4/3 E* √(R̄ δ) δ − g_n v_n),   F_t = −8 G* √(R̄ δ) ξ − g_t v_t within μ F_n
//   g = 2 √(5/6) β √(S m̄),   S_n = 2 E* √(R̄ δ),   S_t = 8 G* √(R̄ δ)
// R̄ follows from the curvatures of the two surfaces. If they have none (corner on plane), the smaller body
// gives R̄.
#include "laws/composed.h"
#include "laws/laws.h"

namespace cairn {

ForceLawRow hertz_mindlin_row() {
  return {
      .name = "hertz_mindlin",
      .reference = "PZ17",
      .meaning = "elastic spheres from Young's modulus and Poisson's ratio, with Mindlin's tangential spring",
      .options = composed_options(NormalPart::hertz),
      .make = [](const Value& o) { return make_composed(NormalPart::hertz, o); },
      .uses = composed_uses};
}

}  // namespace cairn
