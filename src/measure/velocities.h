// Sums over the velocities of the free bodies in a part of space: their mean, their mean gradient, and the
// fluctuations about either.
//   V = Σ m v/Σ m                         mean velocity
//   min over V, L of Σ m |v − V − L (x − X)|²   gives the mean gradient L = ∂v/∂x, X being the centre of mass
#pragma once

#include <optional>
#include <vector>

#include "math/symmetric3.h"
#include "measure/measure.h"
#include "measure/selection.h"

namespace cairn {

// The indices of the free bodies that count, with place and velocity of each. In a periodic cell it is the
// image next to the middle of the region or of the cell.
struct Chosen {
  std::vector<std::uint32_t> body;
  std::vector<Vec3> position, velocity;
};
// Free bodies with their centre in the region, those of the group only; without a region all of them.
Chosen choose(const World& world, const std::optional<Region>& region, std::optional<Group> group);

struct MeanFlow {
  double mass = 0;
  Vec3 centre, velocity;
  Mat3 gradient = {{}, {}, {}};  // zero if the bodies do not determine it

  Vec3 at(const Vec3& x) const { return velocity + gradient * (x - centre); }
};
enum class FlowFit { mean, gradient };
// Axes along which the bodies have no width get no gradient.
MeanFlow mean_flow(const World& world, const Chosen& chosen, FlowFit fit);

// √(2 D' : D') of the rate of deformation D' without its trace [1/s]; |∂v_x/∂z| in simple shear.
double shear_rate(const Mat3& gradient, int dimension);

}  // namespace cairn
