// The account of impacts since the start: how many, and where their energy went. What contacts took up of the
// approach, less what they gave back, is lost to restitution; friction takes its own. The balance is the
// largest |energy before − energy after − lost|/energy before of a single impact: zero but for round-off.
#include "measure/measures.h"

namespace cairn {
namespace {

class Impacts final : public Measure {
 public:
  std::vector<Column> columns() const override {
    return {{"impacts", "1"},   {"contacts", "1"},      {"impulses", "1"},
            {"inelastic", "1"}, {"stored", "J"},        {"released", "J"},
            {"friction", "J"},  {"worst_balance", "1"}, {"completions", "1"}};
  }
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
      make_measure<Impacts>};
}

}  // namespace cairn
