// Container: the inside of a box with half lengths `half`, origin at its middle. Faces are numbered 0 ... 5:
// -x, +x, -y, +y, -z, +z, and each is a feature of its own. With all faces closed everything outside is
// solid, so that a body is pushed back from any depth. With an open face bodies may get outside: then the
// closed faces are thin sheets that bodies meet from both sides and at the rims.
#pragma once

#include <cstdint>

#include "shapes/geometry.h"

namespace cairn {

struct Container {
  static constexpr bool kWall = true, kAxisymmetric = false;
  Vec3 half;
  std::uint8_t open = 0;  // bit f set: face f is missing

  bool is_open(int face) const { return (open >> face & 1) != 0; }
  Container scaled(double f) const { return {f * half, open}; }
  Bounds bounds() const { return {-half, half}; }
  double bounding_radius() const { return norm(half); }
  double thickness() const { return open == 0 ? kInfinity : 0; }
  Surface surface(double extent) const;
};

}  // namespace cairn
