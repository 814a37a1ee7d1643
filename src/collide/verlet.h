// Verlet lists [VE67]: all pairs of bodies whose surfaces are closer than a skin. A list holds until some
// surface has moved half the skin. Parts of bodies own the pairs, so that forces can be summed part by
// part without conflicts. One body of a pair lies in the owning part; the other may lie elsewhere and then
// has a slot (see SlotPlan).
//
// A list depends on the world at the moment of its building. A checkpoint therefore stores the poses at that
// moment, from which a resumed run lists the same pairs again. So its next new list comes at the same step as
// in a run that never stopped.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "collide/contact.h"
#include "collide/grid.h"
#include "collide/parts.h"
#include "model/world.h"

namespace cairn {

inline constexpr std::uint32_t kOwnPart = ~std::uint32_t{0};

// Local indices.
struct Pair {
  std::uint32_t a = 0, b = 0;
};

// Pairs grouped by the body that found them, both in local order. For two spheres, a is the finder; for
// general pairs, a has the smaller uid.
struct PairList {
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> begin;  // pairs of finder i: [begin[i], begin[i + 1])
  std::vector<CellImage> image;      // per pair: the image of b that meets a; empty if nothing repeats

  std::span<const Pair> of(std::uint32_t finder) const {
    return {pairs.data() + begin[finder], pairs.data() + begin[finder + 1]};
  }
};

// Where a pair's contribution goes if its body lies outside the owning part. Slots are laid out by receiving
// part, so that the receiver reads a contiguous range in a fixed order. A large body, such as a wall, meets
// many bodies of a part: all these pairs share one slot. The slots of each large body are contiguous.
struct SlotPlan {
  std::vector<std::uint32_t> slot;    // per pair; kOwnPart if both bodies are in the owning part
  std::vector<std::uint32_t> target;  // per slot: the receiving body
  std::vector<std::uint32_t> begin;   // per receiving leaf, then per large body

  // Bodies from `small` on are large. `elsewhere`, per pair: true if it needs no slot. Empty if every pair
  // may need one.
  void build(const PairList& list, const Parts& parts, std::size_t small,
             std::span<const std::uint8_t> elsewhere = {});
};

struct VerletList {
  PairList spheres;  // sphere with sphere: one contact, in closed form inside the force pass
  PairList general;  // everything else: contacts from the pair table
  double skin = 0;
  std::uint32_t small = 0;      // bodies [small, n) are the large ones
  Parts parts;                  // leaves of small bodies, and one part of the large ones
  RadiusRange radii;            // of the small bodies that were there when the list was built
  std::vector<Vec3> reference;  // centres when the list was built
  // Orientations at that time of the last bodies, from the first on that is not a sphere.
  std::vector<Quat> reference_turn;
  double reach = 0;        // farthest surface from any wall's origin: the lever of a tilting wall
  Edges reference_edge{};  // edges of the cell when the list was built

  // Keeps the bodies with these increasing indices, in everything but the pairs.
  void keep(std::span<const std::uint32_t> kept);
};

// Largest motion of any surface point of body i since the list was built; exact for spheres.
double moved(const World& world, const VerletList& list, std::uint32_t i);
// Largest motion of any periodic image against its body.
double moved_images(const Cell& cell, const VerletList& list);

// The largest distance of two centres at which bodies may touch, one of them free. The other is free too, or
// a ball. A periodic cell must be twice as wide.
double largest_reach(const World& world);
// True if i or j is a fixed or driven body that is not a ball. It may be as wide as the cell, like a floor;
// others meet only its nearest image along the periodic edges.
bool has_seams(const World& world, std::uint32_t i, std::uint32_t j);
CellImage nearest_image(const World& world, std::uint32_t i, std::uint32_t j);
// Images of b that are nearest to a now, or after the two have moved against each other by `margin`.
struct ImageRange {
  int low[3] = {}, high[3] = {};
  template <class F>
  void each(F&& f) const {
    for (int n2 = low[2]; n2 <= high[2]; ++n2)
      for (int n1 = low[1]; n1 <= high[1]; ++n1)
        for (int n0 = low[0]; n0 <= high[0]; ++n0) f(image_of(n0, n1, n2));
  }
};
ImageRange nearest_images(const World& world, const Place& a, const Place& b, double margin);

class ListBuilder {
 public:
  // Sorts the bodies of the world in space and lists all pairs. Returns the order used: order[k] is the
  // previous local index of body k.
  std::vector<std::uint32_t> build(World& world, Threads& threads, double skin, VerletList& list);
  // The two halves of it. Some bodies may leave in between, as long as those that stay have their pairs.
  static std::vector<std::uint32_t> sort(World& world, double skin, VerletList& list);
  void list_pairs(const World& world, Threads& threads, VerletList& list);
  // Lists the pairs of a list that lacks them, as they were at its reference poses. Bodies are in the order
  // of that list; some may have left since. The world is the same afterwards.
  void list_again(World& world, Threads& threads, VerletList& list);

 private:
  struct Neighbour {
    std::uint32_t body;
    CellImage image;
    auto operator<=>(const Neighbour&) const = default;
  };
  // The pairs found by one part: the other body of each pair, and the number of pairs of each finder.
  struct Found {
    std::vector<Neighbour> others;
    std::vector<std::uint32_t> count;
  };
  template <class IsFirst>
  static void join(const World& world, const std::vector<Found>& parts, PairList& list, IsFirst&& is_first);
  void find_pairs(const World& world, const VerletList& list, std::uint32_t begin, std::uint32_t end,
                  Found& spheres, Found& general) const;

  CellGrid grid_;
  bool has_small_seams_ = false;          // some body in the grid may be as wide as the cell
  std::vector<Found> spheres_, general_;  // per part
};

}  // namespace cairn
