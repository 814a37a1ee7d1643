// One pass over the Verlet list: the contact forces of all pairs, summed per body.
//
// Bodies are cut into blocks. A block works on the pairs it owns, in list order: it picks the touching ones,
// lays them into lanes, calls the law, and adds forces to its own bodies at once. The share of a body of
// another block goes to a slot, and after all blocks are done every block adds the slots addressed to it, in
// slot order. Nothing depends on which thread did what, so the sums are the same bits on any number of
// threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "base/vectors.h"
#include "collide/verlet.h"
#include "laws/force_law.h"
#include "math/four.h"
#include "model/world.h"
#include "step/report.h"

namespace cairn {

// What contacts across the cell take per velocity of each edge, −Σ n_k F with F on the image n of B [N], and
// the part of it that no energy is stored for. Its scalar product with the edges' rates is a power.
struct CellLoad {
  Edges total{}, lossy{};
};

// m̄ of 1/m̄ = 1/m_A + 1/m_B [kg]. Two bodies that forces do not move have none: 0 stands for it, with which
// laws have no dashpot, and their overlap is the scene's own.
inline double reduced_mass(const Bodies& bodies, Pair pair) {
  const double inverse = bodies.inertia[pair.a].inverse_mass + bodies.inertia[pair.b].inverse_mass;
  return inverse > 0 ? 1 / inverse : 0;
}

class ForcePass {
 public:
  // Contacts also remember rolling if the law resists it.
  explicit ForcePass(const ForceLaw& law) : rolling_(law.resists_rolling()) {}

  Vectors vectors = best_vectors();

  // Lists all pairs anew (bodies are re-sorted); springs of contacts go on.
  void rebuild(World& world, Threads& threads, double skin);
  // The same after bodies were added or removed: springs come from the memory of the world.
  void restart(World& world, Threads& threads, double skin);
  // Contact forces of this moment into bodies.load; h = 0 leaves springs as they are.
  void run(World& world, Threads& threads, const ForceLaw& law, double h,
           Recording recording = Recording::no);
  // Adds the shares that other blocks left for bodies of `block`. Once after run(), before the loads are
  // used.
  void collect(Bodies& bodies, std::size_t block);

  // Springs of touching contacts, sorted by key: to and from the long-term store.
  void remember(const World& world, ContactMemory& memory) const;
  void recall(const World& world, const ContactMemory& memory);

  const VerletList& list() const { return list_; }
  std::uint32_t bodies_per_block() const { return sphere_shares_.plan.block; }  // bodies per block
  std::size_t blocks() const { return blocks_.size(); }
  // Takes over a stored list; springs come from the memory of the world.
  void restore(const World& world, VerletList list, const ContactEnergy& energy, const CellLoad& cell_load);

  // Of the last run().
  std::uint64_t contacts() const;
  double max_overlap() const;                              // over the smaller radius
  const ContactEnergy& energy() const { return energy_; }  // stored: now; lost: in this pass
  const CellLoad& cell_load() const { return cell_load_; }
  std::vector<ContactForce> recorded() const;  // sorted by key

 private:
  // What pairs of one list leave for bodies of other blocks.
  struct Shares {
    SlotPlan plan;
    std::vector<Load> share;  // per slot; zero until the next run()
    void prepare(const PairList& list, std::size_t bodies, std::span<const std::uint8_t> elsewhere = {});
    void collect(Bodies& bodies, std::size_t block);
  };
  // What a sphere pair remembers: its tangential spring, of the other body against the finder; and its
  // reduced mass, which does not change while the pair is listed.
  struct alignas(32) PairSpring {
    Vec3 spring;
    double mass = 0;
  };
  // What the pairs of one list remember, by their places in it.
  struct PairMemory {
    std::vector<PairSpring> springs;
    std::vector<RollSpring> rolls;       // empty without rolling
    std::vector<std::uint8_t> touching;  // in contact in the last pass

    RollSpring roll(std::size_t p) const { return rolls.empty() ? RollSpring{} : rolls[p]; }
    void forget(std::size_t p) {
      springs[p].spring = {};
      if (!rolls.empty()) rolls[p] = {};
    }
  };
  // A remembered spring of a contact from the pair table.
  struct GeneralSpring {
    std::uint32_t pair, feature;
    Vec3 spring;
    RollSpring roll;
  };
  // Spheres near endless planes: of the general pairs those that need no pair table. The plane is B.
  struct PlanePair {
    std::uint32_t sphere, plane;  // the body, and the place in `planes`
    int kind;                     // its materials
  };
  struct PlaneSide {
    std::uint32_t body;
    Vec3 normal;
  };
  struct PlaneList {
    std::vector<PlanePair> pairs;
    std::vector<std::uint32_t> begin;  // per block
    std::vector<PlaneSide> planes;
    PairMemory memory;
    std::vector<std::uint8_t> listed;  // per general pair: whether it is here
    Pair pair(std::size_t q) const { return {pairs[q].sphere, planes[pairs[q].plane].body}; }
  };
  // A spring of a sphere pair on its way from one list to the next; the other body by its old local index.
  struct CarriedSpring {
    std::uint32_t other;
    std::uint32_t pair;  // in the old list, for the rolling spring
    Vec3 spring;
  };
  struct Block {
    std::vector<GeneralSpring> springs, next;
    std::vector<Load> plane_load;  // per plane
    ContactPoints found;           // of one pair; kept so that it stops allocating
    std::vector<ContactForce> recorded;
    ContactEnergy energy;
    CellLoad cell_load;
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
  // Of every image: from a body to it, and how fast that grows; rows of four with a zero.
  struct alignas(32) ImageRow {
    double shift[4], rate[4];
  };
  // The contacts of a pass that go to the law together, by family of pairs. One driver, evaluate(), serves
  // all; a family has gather(), scatter() and met().
  struct SphereLanes;
  struct PlaneLanes;
  struct GeneralLanes;
  // One contact as it is recorded.
  struct Met {
    Pair pair;
    std::uint32_t feature = 0;
    Vec3 point;
  };

  void prepare(const World& world);
  template <class PairOf>
  void prepare(const World& world, std::size_t pairs, PairOf&& pair_of, PairMemory& memory) const;
  void pack_springs();
  void unpack_springs(Threads& threads, const std::vector<std::uint32_t>& order);
  void sphere_pairs(const Task& task);
  template <bool kRepeats>
  CAIRN_INLINE void find_touching(const Task& task, SphereLanes& lanes);
  bool meet_or_part(const Task& task, std::uint32_t pair, double distance2);
  static bool holds(const Task& task, Pair pair, double curvature, double gap);
  void add_jump(const Task& task, std::uint32_t pair, double curvature);
  void add_plane_jump(const Task& task, std::uint32_t pair, double gap);
  static double pull_of(const Task& task, Pair pair, double curvature);
  // A pull begins and ends with a jump somewhere between two passes, whose kicks take the pair for touching
  // half of that step. It was a share s of it: the pass that sees the change adds s − ½ of the pull, so that
  // the impulse is that of the time in contact and the energy is right to second order. What a contact
  // reports is its law without that. Contacts of the pair table go without: one that is gone has no normal.
  static double jump_share(double h, double gap, double parting) {
    const double way = h * parting;
    if ((gap < 0) != (way < 0) || way == 0) return 0;
    return std::clamp(gap < 0 ? gap / way : 1 - gap / way, 0.0, 1.0) - 0.5;
  }
  // Lanes to the law and back onto the bodies.
  template <class Lanes>
  void evaluate(const Task& task, Lanes& lanes);
  // Returns overlaps over the smaller radius.
  CAIRN_INLINE static Four lay_out(SphereLanes& lanes, int k, const Four& radius_a);
  void gather(const Task& task, SphereLanes& lanes);
  void scatter(const Task& task, const SphereLanes& lanes);
  Met met(const World& world, const SphereLanes& lanes, int k) const;
  CAIRN_INLINE void gather_rows(const Task& task, SphereLanes& lanes);
  CAIRN_INLINE void scatter_rows(const Task& task, const SphereLanes& lanes);
  void scatter_rolling(const Task& task, const SphereLanes& lanes);
  static void add_cell_load(CellLoad& load, CellImage image, const Vec3& force, const Vec3& kept);
  void list_planes(const World& world);
  void plane_pairs(const Task& task);
  void gather(const Task& task, PlaneLanes& lanes) const;
  void scatter(const Task& task, const PlaneLanes& lanes);
  Met met(const World& world, const PlaneLanes& lanes, int k) const;
  void general_pairs(const Task& task);
  void choose_image(const World& world, std::uint32_t pair);
  // Of the image of b in a general pair.
  Vec3 image_shift(std::uint32_t pair) const;
  Vec3 image_rate(std::uint32_t pair) const;
  void gather(const Task& task, GeneralLanes& lanes) const;
  void scatter(const Task& task, const GeneralLanes& lanes);
  Met met(const World& world, const GeneralLanes& lanes, int k) const;
  // Where the share of a body goes: its load, or the slot of the pair if it is not of the owning block.
  static Load& target(Shares& shares, std::uint32_t pair, Load& own) {
    const std::uint32_t slot = shares.plan.slot[pair];
    return slot == kOwnBlock ? own : shares.share[slot];
  }

  ListBuilder builder_;
  VerletList list_;
  Shares sphere_shares_, general_shares_;
  bool rolling_;
  PairMemory spheres_;
  std::vector<std::uint32_t> kinds_;  // per sphere pair: its materials; empty if there is only one material
  PlaneList on_planes_;
  std::vector<Block> blocks_;
  std::array<ImageRow, kImages> images_{};
  bool deforms_ = false;
  ContactEnergy energy_;
  CellLoad cell_load_;
  std::vector<CarriedSpring> carried_;  // touching sphere pairs of the list before, by finder
  std::vector<std::uint32_t> carried_begin_;
  std::vector<RollSpring> carried_rolls_;  // per old pair; empty without rolling
};

}  // namespace cairn
