// Rigid contacts without memory.
//   frictionless  0 ≤ γ_n ⟂ u_n ≥ 0                                            [OK18]
//   cone          K_μ ∋ γ ⟂ u ∈ K*_μ: convex; a sliding contact lifts off with u_n = μ|u_t|   [PZ17]
//   coulomb       K_μ ∋ γ ⟂ u + μ|u_t| e_n ∈ K*_μ: Signorini's and Coulomb's laws exactly     [AB21]
// Cohesion c [N] shifts the cone: the contact holds c h in tension, and slides at μ (γ_n + c h).
#include <cmath>

#include "base/assert.h"
#include "laws/laws.h"

namespace cairn {
namespace {

using Names = std::vector<std::string>;

class Rigid : public RowLaw {
 public:
  enum class Friction { none, associated, exact };
  Rigid(Friction friction, double cohesion) : friction_(friction), cohesion_(cohesion) {
    CAIRN_ASSERT(cohesion >= 0);
  }

  ContactRow row(const RowInput& input) const override {
    check(input);
    const double mu = friction_ == Friction::none ? 0 : input.pair->friction;
    AdmissibleSet set = mu > 0 ? cone(mu, friction_ == Friction::exact ? mu : 0) : half_line();
    // No pull at a distance.
    const double own = input.pair->cohesion, cohesion = std::isnan(own) ? cohesion_ : own;
    if (input.gap <= 0) set.cohesion = cohesion * input.step;
    return {set, input.bias, {}};
  }

 private:
  Friction friction_;
  double cohesion_;
};

Option cohesion() {
  return declare::number("cohesion", dim::force, "0", "tension that a touching contact holds").non_negative();
}

}  // namespace

RowLawRow frictionless_row() {
  return {"frictionless",
          "OK18",
          "rigid contacts that only push",
          {},
          [](const Value&) -> std::unique_ptr<RowLaw> {
            return std::make_unique<Rigid>(Rigid::Friction::none, 0);
          },
          [](const Value&) -> Names {
            return {"restitution", "cohesion"};
          }};
}

RowLawRow cone_row() {
  return {"cone",
          "PZ17",
          "cone complementarity: convex friction, in which sliding bodies lift off by h mu v",
          {cohesion()},
          [](const Value& options) -> std::unique_ptr<RowLaw> {
            return std::make_unique<Rigid>(Rigid::Friction::associated, options["cohesion"].number());
          },
          [](const Value&) -> Names {
            return {"friction", "restitution", "cohesion"};
          }};
}

RowLawRow coulomb_row() {
  return {"coulomb",
          "AB21",
          "rigid contacts with exact Coulomb friction",
          {cohesion()},
          [](const Value& options) -> std::unique_ptr<RowLaw> {
            return std::make_unique<Rigid>(Rigid::Friction::exact, options["cohesion"].number());
          },
          [](const Value&) -> Names {
            return {"friction", "restitution", "cohesion"};
          }};
}

}  // namespace cairn
