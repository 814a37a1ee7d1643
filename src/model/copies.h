// Marks of bodies in a world that is spread over several ranks (territory/). They are no part of the state.
#pragma once

#include "model/bodies.h"

namespace cairn {

inline constexpr std::uint16_t kGhost = 1024;  // another rank moves it and sends its motion
inline constexpr std::uint16_t kEcho = 2048;   // every rank moves it alike, and rank 0 counts it

inline bool is_ghost(const Info& info) { return (info.flags & kGhost) != 0; }
// True on one rank for every body: energies and numbers of all ranks add up to those of the whole world.
inline bool is_counted(const Info& info) { return (info.flags & (kGhost | kEcho)) == 0; }

}  // namespace cairn
