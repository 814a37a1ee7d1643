// Pressure on a floor, cell by cell. The pressure of a cell of a grid in x and y is the downward force of the
// contacts in the cell over its area [Pa]. The total downward force [N] includes contacts beside the grid. In
// 2-D the cells are lengths along x of unit depth.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/surface_line.h"

namespace cairn {
namespace {

class FloorPressure final : public Measure {
 public:
  FloorPressure(const Value& options, const World& world)
      : floor_(read_group(options, world)), grid_(read_grid(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 1 + grid_.cells[0] * grid_.cells[1]);
    const Bodies& bodies = sight.world.bodies;
    const auto is_floor = [&](Uid uid) {
      const std::uint32_t i = bodies.local(uid);
      return i != kNoBody && bodies.info[i].group == floor_;
    };
    // Area of a cell.
    double area = 1;
    for (std::size_t k = 0; k < 2; ++k)
      area *= (grid_.high[k] - grid_.low[k]) / static_cast<double>(grid_.cells[k]);
    // Each contact with the floor adds to the total and to its cell. Contacts of the floor with itself
    // cancel.
    std::ranges::fill(values, 0);
    const bool in_plane = sight.world.dimension == 2;
    for (const ContactForce& contact : sight.contacts) {
      const bool is_a = is_floor(contact.key.a);
      if (is_a == is_floor(contact.key.b)) continue;
      const double down = is_a ? contact.force.z : -contact.force.z;
      values[0] += down;
      if (const std::size_t cell =
              cell_of(in_plane ? Vec3{contact.point.x, 0, contact.point.z} : contact.point);
          cell < values.size() - 1)
        values[1 + cell] += down / area;
    }
  }
  bool needs_contacts() const override { return true; }

 private:
  std::array<std::size_t, 2> repeats() const override { return grid_.cells; }
  // Index of the cell of a point; for a point outside the grid, the number of cells.
  std::size_t cell_of(const Vec3& point) const {
    std::size_t cell[2];
    for (std::size_t k = 0; k < 2; ++k) {
      const double share = (point[static_cast<int>(k)] - grid_.low[k]) / (grid_.high[k] - grid_.low[k]);
      if (!(share >= 0 && share < 1)) return grid_.cells[0] * grid_.cells[1];
      cell[k] = static_cast<std::size_t>(share * static_cast<double>(grid_.cells[k]));
    }
    return cell[1] * grid_.cells[0] + cell[0];
  }

  Group floor_;
  SurfaceGrid grid_;
};

}  // namespace

MeasureRow floor_pressure_row() {
  declare::Fields fields = grid_options();
  fields.insert(fields.begin(), group_option());
  return {"floor_pressure",
          "OK18",
          "downward contact force on a body, and its pressure in the cells of a grid in x and y",
          std::move(fields),
          {{"force", "N",
            "contact force on the body along -z, also beside the grid; positive where it is pressed down"},
           {"p_I_J", "Pa", "the same over the area of cell I along x and J along y, counted from 0"}},
          make_measure<FloorPressure>};
}

}  // namespace cairn
