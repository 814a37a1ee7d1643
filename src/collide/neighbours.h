// A Verlet list for steppers that look for contacts up to a margin: it holds every pair whose surfaces are
// nearer than that, and is made anew when bodies may have come nearer unseen.
#pragma once

#include "base/record.h"
#include "collide/verlet.h"

namespace cairn {

class Neighbours {
 public:
  // Sorts the bodies of the world when a new list is made. Returns whether one was.
  bool ensure(World& world, Threads& threads, double margin);
  // Bodies were added, removed or moved from outside.
  void forget() { known_ = false; }
  const VerletList& list() const { return list_; }

  // For checkpoints.
  void save(Record& record) const;
  void load(const World& world, const Record& record);

 private:
  ListBuilder builder_;
  VerletList list_;
  bool known_ = false;
};

// Two bodies may meet in one image only: throws RunError if a periodic cell is not twice as wide as they
// reach.
void require_room(const World& world, double skin);

}  // namespace cairn
