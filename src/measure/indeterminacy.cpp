// How far equilibrium alone determines the forces of the closed contacts, and how far the solver's forces are
// from those that stiff elastic grains would have (solvers/compatible/indeterminacy.h,
// solvers/compatible/compatible.h).
//   self_stresses   components − rank: independent sets of forces that balance each other
//   mechanisms      freedoms − rank: motions that press no contact
//   unique          1 if there is no other set of forces than the present one, 0 if there is, nan: undecided
//   differences     |F_solver − F_compatible|: the largest over the largest F, and root mean squares
//   farthest        uids of the bodies whose contact has the largest difference
#include <algorithm>
#include <limits>

#include "measure/measures.h"

namespace cairn {
namespace {

class IndeterminacyOfStep final : public Measure {
 public:
  std::vector<Column> columns() const override {
    return {{"contacts", "1"},       {"components", "1"},      {"freedoms", "1"},
            {"rank", "1"},           {"self_stresses", "1"},   {"mechanisms", "1"},
            {"unique", "1"},         {"self_stressed", "1"},   {"max_difference", "1"},
            {"rms_difference", "1"}, {"max_over_solver", "1"}, {"farthest_a", "1"},
            {"farthest_b", "1"},     {"iterations", "1"},      {"balance", "1"}};
  }
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
  return {"indeterminacy",
          "OK18",
          "rank and self-stress of the contact network, whether its forces are unique, and how far the "
          "solver's are from the compatible ones; needs compatible_forces",
          {},
          make_measure<IndeterminacyOfStep>};
}

}  // namespace cairn
