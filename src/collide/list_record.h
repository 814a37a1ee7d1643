// A Verlet list in a checkpoint: all that its pairs follow from. They are listed again when it is loaded.
#pragma once

#include "base/record.h"
#include "collide/verlet.h"

namespace cairn {

void put_list(Record& record, const VerletList& list);
// Throws RunError if the list is of other bodies than those of the world.
[[nodiscard]] VerletList get_list(const Record& record, World& world, Threads& threads);
// The same without pairs.
[[nodiscard]] VerletList get_list(const Record& record, const World& world);

}  // namespace cairn
