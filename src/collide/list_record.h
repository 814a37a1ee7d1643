// A Verlet list in a checkpoint. With it a resumed run makes the next list, and so sorts its bodies, at the
// same step as a run that never stopped: sums over bodies then have the same order, and the same bits.
#pragma once

#include "base/record.h"
#include "collide/verlet.h"

namespace cairn {

void put_list(Record& record, const VerletList& list);
// Of a world with that many bodies. Throws RunError if the stored list is not one of such a world.
[[nodiscard]] VerletList get_list(const Record& record, std::size_t bodies);

}  // namespace cairn
