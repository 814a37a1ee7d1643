// One pass over the Verlet list: the contact forces of all pairs, summed per body.
//
// Bodies are cut into blocks. A block works on the pairs it owns, in list order: it picks the touching ones,
// lays them into lanes, calls the law, and adds forces to its own bodies at once. The share of a body of
// another block goes to a slot, and after all blocks are done every block adds the slots addressed to it, in
// slot order. Nothing depends on which thread did what, so the sums are the same bits on any number of
// threads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "collide/verlet.h"
#include "laws/force_law.h"
#include "model/world.h"
#include "step/report.h"

namespace cairn {

enum class Recording { no, contacts };

class ForcePass {
 public:
  // `rolling`: whether contacts also remember rolling (ForceLaw::resists_rolling).
  explicit ForcePass(bool rolling) : rolling_(rolling) {}

  // Lists all pairs anew (bodies are re-sorted); springs of contacts go on.
  void rebuild(World& world, Threads& threads, double skin);
  // The same after bodies were added or removed: springs come from the memory of the world.
  void restart(World& world, Threads& threads, double skin);
  // Contact forces of this moment into bodies.load; h = 0 leaves springs as they are.
  void run(World& world, Threads& threads, const ForceLaw& law, double h,
           Recording recording = Recording::no);
  // Adds the shares that other blocks left for bodies of `block`. After run(), before the loads are used.
  void collect(Bodies& bodies, std::size_t block) const;

  // Springs of touching contacts, sorted by key: to and from the long-term store.
  void remember(const World& world, ContactMemory& memory) const;
  void recall(const World& world, const ContactMemory& memory);

  const VerletList& list() const { return list_; }
  // Takes over a stored list; springs come from the memory of the world.
  void restore(const World& world, VerletList list, const ContactEnergy& energy);

  // Of the last run().
  std::uint64_t contacts() const;
  double max_overlap() const;                              // over the smaller radius
  const ContactEnergy& energy() const { return energy_; }  // stored: now; lost: in this pass
  std::vector<ContactForce> recorded() const;              // sorted by key

 private:
  // What pairs of one list leave for bodies of other blocks.
  struct Shares {
    SlotPlan plan;
    std::vector<Load> share;           // per slot
    std::vector<std::uint8_t> active;  // per slot: in contact in the last pass
    void prepare(const PairList& list, std::size_t bodies);
    void collect(Bodies& bodies, std::size_t block) const;
  };
  // A remembered spring of a contact from the pair table.
  struct GeneralSpring {
    std::uint32_t pair, feature;
    Vec3 spring;
    RollSpring roll;
  };
  // A spring of a sphere pair on its way from one list to the next; the other body by its old local index.
  struct CarriedSpring {
    std::uint32_t other;
    std::uint32_t pair;  // in the old list, for the rolling spring
    Vec3 spring;
  };
  struct Block {
    std::vector<GeneralSpring> springs, next;
    ContactPoints found;  // of one pair; kept so that it stops allocating
    std::vector<ContactForce> recorded;
    ContactEnergy energy;
    std::uint64_t contacts = 0;
    double max_overlap = 0;
  };
  // What a block works with while it runs.
  struct Task {
    World& world;
    const ForceLaw& law;
    double h;
    Recording recording;
    Block& block;
    std::uint32_t home;  // number of the block
  };
  struct SphereLanes;
  struct GeneralLanes;

  void prepare(std::size_t bodies);
  void pack_springs();
  void unpack_springs(Threads& threads, const std::vector<std::uint32_t>& order);
  void sphere_pairs(const Task& task);
  bool still_holds(const Task& task, std::uint32_t pair, double distance2) const;
  void release(std::uint32_t pair);
  void evaluate(const Task& task, SphereLanes& lanes);
  void general_pairs(const Task& task);
  void evaluate(const Task& task, GeneralLanes& lanes);
  // Adds to the load of a body of the block, or to the slot of the pair.
  static void add(const Task& task, Shares& shares, std::uint32_t pair, std::uint32_t body,
                  const Load& share);

  ListBuilder builder_;
  VerletList list_;
  Shares sphere_shares_, general_shares_;
  bool rolling_;
  std::vector<Vec3> springs_;           // per sphere pair
  std::vector<RollSpring> rolls_;       // per sphere pair; empty without rolling
  std::vector<std::uint8_t> touching_;  // per sphere pair: in contact in the last pass
  std::vector<Block> blocks_;
  ContactEnergy energy_;
  std::vector<CarriedSpring> carried_;  // touching sphere pairs of the list before, by finder
  std::vector<std::uint32_t> carried_begin_;
  std::vector<RollSpring> carried_rolls_;  // per old pair; empty without rolling
};

}  // namespace cairn
