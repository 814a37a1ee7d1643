// A world that is spread over several ranks. Each rank owns some leaves of small bodies (collide/order.h) and
// moves the bodies in them. It also has ghosts, which are copies of the bodies of other ranks that its own
// may meet before the next list of pairs, and all large bodies, which every rank moves alike.
//
// The local order of each rank is a part of one global order: ghosts stand among the own bodies, where they
// stand in the whole world. So the finder of a pair, the order of pairs, lanes and slots, and with them all
// sums over the pairs of an own leaf, are those of a program by itself. Sums over leaves are exact. Hence no
// bit depends on the number of ranks or on who owns which leaf.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ranks.h"
#include "collide/verlet.h"
#include "model/copies.h"
#include "model/world.h"
#include "territory/company.h"
#include "territory/partition.h"

namespace cairn {

class Territory {
 public:
  explicit Territory(const Company& company) : ranks_(company.ranks), partition_(company.partition) {}

  Ranks& ranks() const { return ranks_; }
  // True on the one rank that books what all ranks do alike.
  bool is_first() const { return ranks_.first(); }

  // Every rank has the whole world, sorted as the list says, and the poses of the list. Each then keeps its
  // own leaves, its ghosts and the large bodies, in the list too. The list has no pairs yet.
  void cut(World& world, VerletList& list);
  // Bodies leave: each rank keeps those with these increasing local indices.
  void keep(const World& world, std::span<const std::uint32_t> kept);
  // Places and motions of the ghosts, from their owners.
  void refresh(World& world);
  // The whole world on every rank, in the order of the last list. The memory of contacts has to be in
  // world.memory.
  void gather(World& world, const Parts& parts);
  // The whole list but for its pairs.
  VerletList whole(const VerletList& list);

  // True on one rank for every leaf, and for the part of the large bodies.
  bool counts(std::size_t part) const { return kinds_[part] == Kind::own; }
  bool is_ghost(std::size_t part) const { return kinds_[part] == Kind::ghost; }
  // Small and large bodies of all ranks.
  std::uint64_t bodies() const { return bodies_; }

 private:
  enum class Kind : std::uint8_t {
    own,
    ghost,
    echo
  };  // echo: the large ones, where another rank counts them
  // Local indices of bodies that a partner gets or sends, in order.
  struct Partner {
    int rank = 0;
    std::vector<std::uint32_t> out, in;
  };
  struct Leaves;

  // Values of bodies of all ranks in the order of the world, and its parts.
  template <class T>
  std::vector<T> in_order(const Parts& parts, std::span<const T> values, Parts& all_parts);
  void choose_owners(const Leaves& leaves);
  void keep_copies(std::span<const std::uint32_t> kept);
  void find_copies(const Leaves& leaves, const World& world, const VerletList& list);

  Ranks& ranks_;
  Partition& partition_;
  std::vector<int> owner_;           // of every leaf of the world
  std::vector<std::uint32_t> leaf_;  // per local leaf: its number in the world
  std::vector<Kind> kinds_;          // per local part
  std::vector<Partner> partners_;
  std::uint64_t bodies_ = 0;
};

}  // namespace cairn
