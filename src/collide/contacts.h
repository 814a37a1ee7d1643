// All contacts of the present moment whose gap is below the margin of their pair, sorted by key, for steppers
// that solve for impulses.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/threads.h"
#include "collide/verlet.h"
#include "model/memory.h"

namespace cairn {

// A has the smaller uid. The normal points from A to the image of B that meets A.
struct Contact {
  ContactKey key;
  std::uint32_t a = 0, b = 0;  // local indices
  CellImage image = kHere;
  Vec3 point, normal;
  double gap = 0;
  double curvature = 0;  // 1/R̄ [1/m]; two balls: 1/R_A + 1/R_B (see bar_curvature)
};

// Pair p of a list. A is the body with the smaller uid; `image` is the image of B that A meets now. If one of
// them may be as wide as the cell (has_seams), it is the nearest image.
struct Meeting {
  std::uint32_t a = 0, b = 0;
  CellImage image = kHere;
};
Meeting meeting(const World& world, const PairList& list, std::size_t p);

// The gap up to which a pair of bodies has contacts [m].
using PairMargin = std::function<double(std::uint32_t a, std::uint32_t b, const Vec3& image_rate)>;

class ContactFinder {
 public:
  // If `ahead` > 0, contacts are those that the bodies may meet within the next `ahead` seconds
  // (collide/passing.h). No margin is above `most`; two balls farther apart are passed over.
  void find(const World& world, const VerletList& list, const PairMargin& margin, Threads& threads,
            std::vector<Contact>& contacts, double ahead = 0,
            double most = std::numeric_limits<double>::infinity());

 private:
  // A pair of the list, by its key.
  struct PairKey {
    Uid a, b;
    std::uint32_t pair;
  };
  // Contacts of consecutive pairs. Those of two balls are only counted: they are written where they belong,
  // once the contacts of all chunks before are known.
  struct Chunk {
    struct Met {
      std::uint32_t pair, contacts;
    };
    std::vector<Met> met;           // pairs with contacts, in order of their keys
    std::vector<Contact> contacts;  // of pairs that are not two balls
    ContactPoints points, later;
    std::size_t first = 0, count = 0;  // place among all contacts
  };
  struct Search {
    const World& world;
    const VerletList& list;
    const PairMargin& margin;
    double ahead, most;
  };
  void order_pairs(const World& world, const VerletList& list);
  static void meet_general(const Search& search, std::uint32_t pair, Chunk& chunk);
  void meet(const Search& search, std::size_t begin, std::size_t end, Chunk& chunk) const;
  static void write(const Search& search, const Chunk& chunk, std::span<Contact> contacts);

  std::vector<Chunk> chunks_;
  // The pairs of the list, spheres first, in order of their keys. This order is kept until the list or the
  // bodies change.
  std::vector<PairKey> sorted_;
  std::vector<Pair> spheres_, general_;
  std::vector<Uid> uids_;
};

}  // namespace cairn
