// Linear contacts that flow and stick [LUD08]: k_1 loads, a steeper k_2 unloads and reloads, −k_c pulls until
// the bodies part. laws/plastic.h has the equations.
#include "laws/composed.h"
#include "laws/laws.h"

namespace cairn {

std::vector<Option> plastic_options() {
  using namespace declare;
  return {
      number("plasticity", dim::none, "0.8", "1 − k_1/k_2: how much steeper a contact unloads than it loads")
          .within(kLeastPlasticity, kMostPlasticity),
      number("adhesive_ratio", dim::none, "0",
             "k_c/k_1: slope of the branch on which a contact that parts pulls")
          .non_negative()};
}

ForceLawRow luding_row() {
  using namespace declare;
  std::vector<Option> options = composed_options(NormalPart::luding), plastic = plastic_options();
  plastic.push_back(number("plastic_depth", dim::none, "0.05",
                           "overlap over 2 R̄ that is left without force once k_2 is at its largest")
                        .positive());
  options.insert(options.begin(), plastic.begin(), plastic.end());
  options.insert(
      options.begin(),
      number("stiffness", dim::stiffness, required, "k_1 of a contact that is pressed").positive());
  return {.name = "luding",
          .reference = "LUD08",
          .meaning = "linear elasto-plastic contacts that stick: k_1 loads, k_2 unloads, k_c pulls",
          .options = std::move(options),
          .make = [](const Value& o) { return make_composed(NormalPart::luding, o); },
          .uses = composed_uses};
}

}  // namespace cairn
