// Whether the joints of a world can be met at all: Newton's steps from the present places to places without
// an error, with the motions left out.
//   S δ = −error,   x ← x + M⁻¹Gᵀδ;  turns of more than half a radian are shortened, steps that make it worse
//   halved
// Where that fails it is tried from places that are shaken a little: at a dead centre no step leads anywhere.
// Only rods of a given length can be off at the start; everything else coincides there by its definition.
#pragma once

#include <optional>

#include "base/threads.h"
#include "model/world.h"

namespace cairn {

// A rod that is off at the start and stays so.
struct Misfit {
  std::size_t joint = 0;
  double length = 0;  // the nearest to its own that was found [m]
};
std::optional<Misfit> find_misfit(const World& world, Threads& threads);

}  // namespace cairn
