#include "measure/velocities.h"

#include <cmath>

namespace cairn {
namespace {

constexpr double kFlat = 1e-12;  // squared width along an axis over the largest one, below which it is flat

}  // namespace

Chosen choose(const World& world, const std::optional<Region>& region, std::optional<Group> group) {
  const Bodies& bodies = world.bodies;
  const Cell& cell = world.cell;
  const bool repeats = cell.repeats();
  Vec3 middle = cell.centre;
  if (region)
    for (int k = 0; k < 3; ++k)
      if (std::isfinite(region->low[k]) && std::isfinite(region->high[k]))
        middle[k] = 0.5 * (region->low[k] + region->high[k]);
  Chosen chosen;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group)) continue;
    const Vec3& x = bodies.place[i].position;
    const Vec3 at = repeats ? middle + cell.nearest(x - middle) : x;
    if (region && !region->contains(at)) continue;
    chosen.body.push_back(i);
    chosen.position.push_back(at);
    const Vec3& v = bodies.motion[i].velocity;
    chosen.velocity.push_back(at == x ? v : v + cell.gradient * (at - x));
  }
  return chosen;
}

MeanFlow mean_flow(const World& world, const Chosen& chosen, FlowFit fit) {
  const Bodies& bodies = world.bodies;
  MeanFlow flow;
  for (std::size_t k = 0; k < chosen.body.size(); ++k) {
    const double m = mass(bodies.inertia[chosen.body[k]]);
    flow.mass += m;
    flow.centre += m * chosen.position[k];
    flow.velocity += m * chosen.velocity[k];
  }
  if (!(flow.mass > 0)) return flow;
  flow.centre = flow.centre / flow.mass;
  flow.velocity = flow.velocity / flow.mass;
  if (fit == FlowFit::mean) return flow;

  // Normal equations L S = C with S = Σ m d ⊗ d and C = Σ m (v − V) ⊗ d.
  Mat3 s = {{}, {}, {}}, c = {{}, {}, {}};
  for (std::size_t k = 0; k < chosen.body.size(); ++k) {
    const double m = mass(bodies.inertia[chosen.body[k]]);
    const Vec3 d = chosen.position[k] - flow.centre;
    const Vec3 v = chosen.velocity[k] - flow.velocity;
    s = s + m * outer(d, d);
    c = c + m * outer(v, d);
  }
  const double largest = std::max({s.row0.x, s.row1.y, s.row2.z});
  if (!(largest > 0)) return flow;
  // A flat axis gets a unit row and no gradient.
  Mat3 solvable = s;
  for (int k = 0; k < 3; ++k) {
    if (s.row(k)[k] > kFlat * largest) continue;
    Vec3& row = k == 0 ? solvable.row0 : k == 1 ? solvable.row1 : solvable.row2;
    row = {};
    for (Vec3* each : {&solvable.row0, &solvable.row1, &solvable.row2, &c.row0, &c.row1, &c.row2})
      (*each)[k] = 0;
    row[k] = largest;
  }
  const double scale = solvable.row0.x * solvable.row1.y * solvable.row2.z;
  if (std::abs(determinant(solvable)) > kFlat * scale) flow.gradient = c * inverse(solvable);
  return flow;
}

double shear_rate(const Mat3& gradient, int dimension) {
  const Mat3 d = 0.5 * (gradient + transpose(gradient));
  const double third = trace(d) / dimension;
  const Vec3 diagonal = Vec3{d.row0.x - third, dimension == 2 ? 0 : d.row1.y - third, d.row2.z - third};
  const double shear = d.row0.y * d.row0.y + d.row0.z * d.row0.z + d.row1.z * d.row1.z;
  return std::sqrt(2 * (norm2(diagonal) + 2 * shear));
}

}  // namespace cairn
