// The box that free bodies should stay in.
#pragma once

#include <algorithm>
#include <vector>

#include "base/sum.h"
#include "model/world.h"

namespace cairn {

inline bool is_inside(const Bounds& domain, const Vec3& x) {
  return x.x >= domain.low.x && x.y >= domain.low.y && x.z >= domain.low.z && x.x <= domain.high.x &&
         x.y <= domain.high.y && x.z <= domain.high.z;
}

// The free bodies outside the domain, sorted by uid.
inline std::vector<Uid> bodies_outside(const World& world, const Bounds& domain, Threads& threads) {
  const Bodies& bodies = world.bodies;
  const auto is_out = [&](std::size_t i) -> std::uint64_t {
    return !is_immobile(bodies.info[i]) && !is_inside(domain, bodies.place[i].position);
  };
  std::vector<Uid> outside;
  if (total<std::uint64_t>(threads, bodies.size(), is_out) == 0) return outside;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (is_out(i)) outside.push_back(bodies.info[i].uid);
  std::ranges::sort(outside);
  return outside;
}

}  // namespace cairn
