// Measure of bonds: how many hold, and how many have broken since the start.
#include <algorithm>

#include "measure/measures.h"

namespace cairn {
namespace {

class Bonds final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2);
    const auto is_intact = [](const PlasticRecord& record) {
      return record.state.cohering == Cohering::bond;
    };
    values[0] = static_cast<double>(std::ranges::count_if(sight.world.plastic, is_intact));
    values[1] = static_cast<double>(sight.world.broken_bonds);
  }
};

}  // namespace

MeasureRow bonds_row() {
  return {"bonds",
          "TA12",
          "bonds that hold, and those that have broken",
          {},
          {{"intact", "1", "bonds that hold"}, {"broken", "1", "bonds that broke since the start"}},
          make_measure<Bonds>};
}

}  // namespace cairn
