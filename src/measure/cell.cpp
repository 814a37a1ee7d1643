// The periodic cell: its volume and its strain ∫ L dt since the start, with L = ∂v/∂x of the deformation.
// Positive strains stretch the cell; xy is ∂v_x/∂y.
#include <algorithm>

#include "base/error.h"
#include "measure/measures.h"

namespace cairn {
namespace {

class CellMeasure final : public Measure {
 public:
  CellMeasure(const Value& options, const World& world) {
    if (!world.cell.repeats())
      throw InputError("measure cell needs a scene with a `periodic` cell", options.mark());
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 7);
    const Cell& cell = sight.world.cell;
    const Mat3& e = cell.strain;
    const double all[] = {cell.volume(), e.row0.x, e.row1.y, e.row2.z, e.row0.y, e.row0.z, e.row1.z};
    std::ranges::copy(all, values.begin());
  }
};

}  // namespace

MeasureRow cell_row() {
  return {
      "cell",
      "",
      "volume of the periodic cell, and its strain since the start",
      {},
      {{"volume", "m3", "volume of the cell"},
       {"xx yy zz", "1", "strain ∫ ∂v_x/∂x dt and so on since the start, positive where the cell stretches"},
       {"xy xz yz", "1", "shear strain ∫ ∂v_x/∂y dt and so on since the start"}},
      make_measure<CellMeasure>};
}

}  // namespace cairn
