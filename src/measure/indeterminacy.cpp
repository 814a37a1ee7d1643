// How far equilibrium alone determines the forces of the closed contacts, and how far the solver's forces
// differ from those of stiff elastic grains (solvers/compatible/indeterminacy.h,
// solvers/compatible/compatible.h).
//   self_stresses   components − rank: independent sets of forces that balance each other
//   mechanisms      freedoms − rank: motions that press no contact
//   unique          1 if no other set of forces is in balance, 0 if another one is, NaN if undecided
//   differences     |F_solver − F_compatible|: the largest over the largest F, and root mean squares
//   farthest        uids of the two bodies whose contact has the largest difference
#include <algorithm>
#include <limits>

#include "measure/measures.h"

namespace cairn {
namespace {

class IndeterminacyOfStep final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 15);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    if (!sight.step.forces) return;
    const StepForces& f = *sight.step.forces;
    const auto number = [](std::uint64_t n) { return static_cast<double>(n); };
    const double found[] = {number(f.contacts),
                            number(f.components),
                            number(f.freedoms),
                            number(f.rank),
                            number(f.self_stresses()),
                            number(f.mechanisms()),
                            f.unique,
                            number(f.self_stressed),
                            f.max_difference,
                            f.rms_difference,
                            f.max_solver_force > 0 ? f.max_force / f.max_solver_force : 0,
                            number(f.farthest.a),
                            number(f.farthest.b),
                            number(f.iterations),
                            f.balance};
    std::ranges::copy(found, values.begin());
  }
  bool needs_contacts() const override { return true; }
};

}  // namespace

MeasureRow indeterminacy_row() {
  return {
      "indeterminacy",
      "OK18",
      "rank and self-stress of the contact network, whether its forces are unique, and how far the "
      "solver's are from the compatible ones; needs compatible_forces",
      {},
      {{"contacts components freedoms rank", "1",
        "closed contacts, components of their forces, freedoms of their bodies, and rank of the equations of "
        "balance"},
       {"self_stresses", "1", "components − rank: independent sets of forces that balance each other"},
       {"mechanisms", "1", "freedoms − rank: motions that press no contact"},
       {"unique", "1",
        "1 if no other forces are in balance too, 0 if others are, empty if that is undecided"},
       {"self_stressed", "1", "contacts whose force equilibrium alone does not determine"},
       {"max_difference", "1", "largest |F_solver − F_compatible| over the largest compatible force"},
       {"rms_difference", "1", "root mean square of that difference over the one of the compatible forces"},
       {"max_over_solver", "1", "largest compatible force over the solver's largest"},
       {"farthest_a farthest_b", "1", "uids of the two bodies whose contact has the largest difference"},
       {"iterations", "1", "iterations that found the compatible forces"},
       {"balance", "1", "force missing from their balance, over all forces"}},
      make_measure<IndeterminacyOfStep>};
}

}  // namespace cairn
