// Decides if the joints of a world can be satisfied at all. Newton steps lead from the present places to
// places without error; velocities are ignored.
//   S δ = −error,   x ← x + M⁻¹Gᵀδ
// Turns of more than half a radian are shortened, and steps that increase the error are halved. If this
// fails, it is tried from slightly shaken places, because at a dead centre no step leads anywhere. Only rods
// with a given length can be wrong at the start; all other joints fit by definition.
#pragma once

#include <optional>

#include "base/threads.h"
#include "model/world.h"

namespace cairn {

// A rod that is wrong at the start and stays wrong.
struct Misfit {
  std::size_t joint = 0;
  // The length nearest to its own that it can have while all other joints fit [m]; none if they never do.
  std::optional<double> reach;
};
// The worst such rod, or none.
std::optional<Misfit> find_misfit(const World& world, Threads& threads);

}  // namespace cairn
