// Removal of bodies from a world.
#pragma once

#include "model/world.h"

namespace cairn {

// Removes the bodies for which leaves(info) is true, and the memory of their contacts.
template <class Leaves>
void remove_bodies(World& world, Leaves&& leaves) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i)
    if (!leaves(world.bodies.info[i])) kept.push_back(i);
  world.bodies.reorder(kept);
  const auto is_gone = [&](const auto& record) {
    return world.bodies.local(record.key.a) == kNoBody || world.bodies.local(record.key.b) == kNoBody;
  };
  std::erase_if(world.memory, is_gone);
  std::erase_if(world.plastic, is_gone);
}

}  // namespace cairn
