// Elasto-plastic contacts of Edinburgh [THA14]: Hertz's δ^{3/2} along k_1, steeper k_2 when released, −k_c at
// the end; `adhesion: cohesion` gives the constant pull f_0. laws/plastic.h has the equations.
#include "laws/composed.h"
#include "laws/laws.h"

namespace cairn {

ForceLawRow edinburgh_row() {
  std::vector<Option> options = composed_options(NormalPart::edinburgh), plastic = plastic_options();
  options.insert(options.begin(), plastic.begin(), plastic.end());
  return {
      .name = "edinburgh",
      .reference = "THA14",
      .meaning = "elasto-plastic contacts of powders: Hertz's curve loads, a steeper one unloads and pulls",
      .options = std::move(options),
      .make = [](const Value& o) { return make_composed(NormalPart::edinburgh, o); },
      .uses = composed_uses};
}

}  // namespace cairn
