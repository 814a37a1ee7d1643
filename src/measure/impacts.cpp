// The impacts since the start: their number and their energies. Contacts store energy during the approach and
// release a part of it; the difference is lost to restitution. Friction is counted separately. The balance is
// the largest |energy before − energy after − lost|/energy before of a single impact; it is zero up to
// round-off.
#include "measure/measures.h"

namespace cairn {
namespace {

class Impacts final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 9);
    const ImpactTotals& totals = sight.step.impacts;
    const double all[] = {static_cast<double>(totals.impacts),
                          static_cast<double>(totals.contacts),
                          static_cast<double>(totals.impulses),
                          static_cast<double>(totals.inelastic),
                          totals.stored,
                          totals.released,
                          totals.friction,
                          totals.worst_balance,
                          static_cast<double>(totals.completions)};
    std::ranges::copy(all, values.begin());
  }
};

}  // namespace

MeasureRow impacts_row() {
  return {
      "impacts",
      "TG14",
      "impacts of an impact run since the start: groups of contacts, contacts, impulses, groups that had to "
      "end without restitution, energy taken up, given back and rubbed off, worst balance of energy, steps "
      "ended at once",
      {},
      {{"impacts", "1", "groups of contacts that collided together"},
       {"contacts", "1", "contacts in them that got an impulse"},
       {"impulses", "1", "impulses, applied one after the other"},
       {"inelastic", "1", "groups that ended without restitution because it took too long"},
       {"stored released", "J", "energy that contacts took up of the approach, and gave back"},
       {"friction", "J", "energy lost to friction, positive"},
       {"worst_balance", "1", "largest |energy before − after − lost| over energy before of any impact"},
       {"completions", "1", "steps whose rest was solved for at once, without restitution"}},
      make_measure<Impacts>};
}

}  // namespace cairn
