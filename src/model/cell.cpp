#include "model/cell.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {

bool Cell::deforms() const {
  return is_steered != 0 || norm2(gradient.row0) > 0 || norm2(gradient.row1) > 0 || norm2(gradient.row2) > 0;
}

Vec3 Cell::widths() const {
  CAIRN_ASSERT(!repeats() || volume() != 0);
  // The rows of the inverse are the face normals divided by the widths.
  const Mat3 back = inverse(axes());
  return {1 / norm(back.row0), 1 / norm(back.row1), 1 / norm(back.row2)};
}

Vec3 Cell::nearest(const Vec3& d) const {
  if (!repeats()) return d;
  const Vec3 s = inverse(axes()) * d;
  Vec3 shortest = d;
  for (int k = 0; k < 3; ++k)
    if (periodic[k]) shortest -= std::floor(s[k] + 0.5) * edge[k];
  return shortest;
}

CellImage Cell::image_towards(const Vec3& d) const {
  if (!repeats()) return kHere;
  const Vec3 s = inverse(axes()) * d;
  int n[3];
  for (int k = 0; k < 3; ++k)
    n[k] = periodic[k] ? std::clamp(-static_cast<int>(std::floor(s[k] + 0.5)), -1, 1) : 0;
  return image_of(n[0], n[1], n[2]);
}

void Cell::deform(double h) {
  CAIRN_ASSERT(!(h < 0));
  const Mat3 convection = this->convection();
  // Half a step with the old rate, a new rate, half a step with that.
  for (int k = 0; k < 3; ++k) {
    edge[k] += 0.5 * h * edge_rate[k];
    edge_rate[k] += h * (convection * edge[k]);
    edge[k] += 0.5 * h * edge_rate[k];
  }
  strain = strain + h * gradient;
}

void Cell::reduce() {
  for (int k = 2; k > 0; --k) {
    for (int j = k - 1; j >= 0; --j) {
      if (!periodic[k] || !periodic[j]) continue;
      CAIRN_ASSERT(norm2(edge[j]) != 0);
      const double turns = std::floor(dot(edge[k], edge[j]) / norm2(edge[j]) + 0.5);
      edge[k] -= turns * edge[j];
      edge_rate[k] -= turns * edge_rate[j];
    }
  }
}

}  // namespace cairn
