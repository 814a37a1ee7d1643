// The pressure on fixed and driven bodies as a map seen along gravity: their downward contact forces over the
// area of a grid cell [Pa]. The force on a ball counts at its centre, on other bodies at the contact point.
// Cells are squares of the given width, or as wide as the mean free body (2 x its shown radius). In 2-D a
// cell is one metre deep along y.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "draw/chart.h"
#include "results/frame.h"

namespace cairn {

struct FloorMap {
  HeatMap solver, compatible;  // both with one scale of colours
};

// Nothing if no contact touches a body that is `immobile` (one flag per body of the frame), if there is no
// gravity, or if neither `cell` nor a free body gives a width.
std::optional<FloorMap> floor_map(const Frame& frame, std::span<const std::uint8_t> immobile,
                                  const Vec3& gravity, int dimension, std::optional<double> cell);

}  // namespace cairn
