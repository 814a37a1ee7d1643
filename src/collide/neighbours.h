// A Verlet list for steppers that look for contacts up to a margin. It holds every pair whose surfaces are
// nearer than the margin. It is rebuilt once bodies may have come nearer without being listed.
#pragma once

#include "base/record.h"
#include "collide/verlet.h"

namespace cairn {

class Neighbours {
 public:
  // Rebuilds the list, and sorts the bodies of the world, if need be. Returns true if it did.
  bool ensure(World& world, Threads& threads, double margin);
  // Call this after bodies were added, removed or moved from outside.
  void forget() { known_ = false; }
  const VerletList& list() const { return list_; }

  // For checkpoints.
  void save(Record& record) const;
  void load(World& world, Threads& threads, const Record& record);

 private:
  ListBuilder builder_;
  VerletList list_;
  bool known_ = false;
};

// Throws RunError if a periodic cell is narrower than twice the reach of its bodies: two bodies may meet
// in one image only.
void require_room(const World& world, double skin);

}  // namespace cairn
