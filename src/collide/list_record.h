// Saves and loads a Verlet list in a checkpoint. A resumed run then builds its next list, and sorts its
// bodies, at the same step as a run that never stopped. Sums over bodies keep their order and so their bits.
#pragma once

#include "base/record.h"
#include "collide/verlet.h"

namespace cairn {

void put_list(Record& record, const VerletList& list);
// Loads the list of a world with that many bodies. Throws RunError if the stored list does not fit such a
// world.
[[nodiscard]] VerletList get_list(const Record& record, std::size_t bodies);

}  // namespace cairn
