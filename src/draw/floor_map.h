// What fixed and driven bodies carry, as a map of pressure seen along gravity: the downward contact forces on
// them over the area of a cell [Pa]. A ball's forces act at its centre, those of other bodies where they
// touch. Cells are squares as wide as the mean free ball, or as asked for; in 2-D they are as wide as that
// and one metre deep.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "draw/chart.h"
#include "results/frame.h"

namespace cairn {

struct FloorMap {
  HeatMap solver, compatible;  // one scale of colours
};

// None if nothing touches a body that is `immobile` (per body of the frame), or there is no gravity.
std::optional<FloorMap> floor_map(const Frame& frame, std::span<const std::uint8_t> immobile,
                                  const Vec3& gravity, int dimension, std::optional<double> cell);

}  // namespace cairn
