// The contacts of a moment, as steppers that solve for impulses want them: all gaps below the margin of their
// pair, sorted by key.
#pragma once

#include <functional>
#include <vector>

#include "base/threads.h"
#include "collide/verlet.h"
#include "model/memory.h"

namespace cairn {

// A has the smaller uid; n points from A to B, and B stands for the image that meets A.
struct Contact {
  ContactKey key;
  std::uint32_t a = 0, b = 0;  // local indices
  CellImage image = kHere;
  Vec3 point, normal;
  double gap = 0;
  double curvature = 0;  // 1/R̄ [1/m]: of two balls 1/R_A + 1/R_B; the smaller radius where none has any
};

// Pair p of a list with A the body of the smaller uid, and the image of B that A meets now: the nearest one
// where B may be as wide as the cell (has_seams).
struct Meeting {
  std::uint32_t a = 0, b = 0;
  CellImage image = kHere;
};
Meeting meeting(const World& world, const PairList& list, std::size_t p);

// Up to which gap a pair of bodies is a contact [m].
using PairMargin = std::function<double(std::uint32_t a, std::uint32_t b, const Vec3& image_rate)>;

class ContactFinder {
 public:
  // With a step `ahead` [s], contacts are those that bodies may meet within it (collide/passing.h).
  void find(const World& world, const VerletList& list, const PairMargin& margin, Threads& threads,
            std::vector<Contact>& contacts, double ahead = 0);

 private:
  struct Chunk {
    std::vector<Contact> contacts;
    ContactPoints points, later;
  };
  struct Entry {
    ContactKey key;
    std::uint32_t chunk, at;
  };
  std::vector<Chunk> chunks_;
  std::vector<Entry> entries_;
};

}  // namespace cairn
