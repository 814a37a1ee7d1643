// One pass over the Verlet list computes the contact forces of all pairs and sums them per body.
//
// Bodies are divided into parts. A part handles the pairs it owns, in list order: it selects the touching
// ones, puts them into lanes, calls the law and adds forces to its own bodies at once. The share of a body of
// another part goes to a slot. After all parts are done, every leaf adds the slots addressed to it, in
// slot order. A large body may have a share from every part: these are summed exactly. The order never
// depends on threads, so the sums have the same bits on any number of threads.
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
#include "territory/territory.h"

namespace cairn {

// Load of contacts across the cell on each edge, −Σ n_k F with F on the image n of B [N], and its part
// without stored energy. Its scalar product with the edge rates is a power.
struct CellLoad {
  Edges total{}, lossy{};
  CellLoad& operator+=(const CellLoad& b) {
    for (std::size_t k = 0; k < total.size(); ++k) {
      total[k] += b.total[k];
      lossy[k] += b.lossy[k];
    }
    return *this;
  }
};

// Sum of the forces on a belt along its surface [N].
using BeltLoads = std::vector<Vec3>;

// m̄ of 1/m̄ = 1/m_A + 1/m_B [kg]. For two bodies that forces cannot move it is 0: laws then apply no
// dashpot, and the overlap counts as intended by the scene.
inline double reduced_mass(const Bodies& bodies, Pair pair) {
  const double inverse = bodies.inertia[pair.a].inverse_mass + bodies.inertia[pair.b].inverse_mass;
  return inverse > 0 ? 1 / inverse : 0;
}

// Memory of a contact besides its tangential spring, if its law keeps a history: rolling, and the depth to
// which the surfaces are pressed in [m].
struct ContactHistory : RollSpring {
  double dent = 0;
};

class ForcePass {
 public:
  // Contacts also store rolling springs and dents if the law keeps a history.
  explicit ForcePass(const ForceLaw& law) : rolling_(law.keeps_history()), dents_(law.keeps_dents()) {}

  Vectors vectors = best_vectors();
  // How the world is spread over ranks; none: it is all here.
  Territory* territory = nullptr;
  // Upper bound of the way by which any two surfaces have approached by turning since the list was built [m].
  double turned = 0;

  // Builds a new list; bodies are re-sorted and contact springs are kept.
  void rebuild(World& world, Threads& threads, double skin);
  // The same after bodies were added or removed; springs come from the memory of the world.
  // On several ranks all have the whole world before, and their own part of it afterwards.
  void restart(World& world, Threads& threads, double skin);
  // True if a body with a mark holds a contact. One mark per body.
  bool touches(std::span<const std::uint8_t> marked) const;
  // Keeps the bodies with these increasing indices, in the world too. The others touch nothing.
  void drop(World& world, std::span<const std::uint32_t> kept);
  // Writes the present contact forces into bodies.load; h = 0 leaves springs unchanged.
  void run(World& world, Threads& threads, const ForceLaw& law, double h,
           Recording recording = Recording::no);
  // Adds the shares that other parts left for bodies of `part`. Call once after run(), before loads are
  // used. On several ranks the large bodies come first, by all ranks together; those that are fixed only if
  // somebody looks at their loads.
  enum class Wanted { moving, all };
  void collect_large(Bodies& bodies, Wanted wanted);
  void collect(Bodies& bodies, std::size_t part);

  // Springs and dents of touching contacts, sorted by key, to and from the memory of the world.
  void remember(World& world) const;
  void recall(const World& world);

  const VerletList& list() const { return list_; }
  const Parts& parts() const { return list_.parts; }
  // Takes over a stored list; springs come from the memory of the world.
  void restore(const World& world, VerletList list, const ContactEnergy& energy, const CellLoad& cell_load,
               BeltLoads belt_loads);

  // Results of the last run(), on several ranks of the parts that count here.
  std::uint64_t contacts() const;
  double max_overlap() const;  // over the smaller radius
  // Stored: now; lost: during this pass. One sum is of all pairs of all ranks, others are per part.
  ContactEnergy energy() const;
  std::span<const ContactEnergy> energy_of_parts() const { return energies_; }
  const CellLoad& cell_load() const { return cell_load_; }     // of all ranks
  const BeltLoads& belt_loads() const { return belt_loads_; }  // likewise; one per belt
  std::vector<ContactForce> recorded() const;                  // sorted by key

 private:
  // Shares that the pairs of one list leave for bodies of other parts.
  struct Shares {
    SlotPlan plan;
    std::vector<Load> share;  // per slot; zero until the next run()
    // Per slot: 1 if some contact has written to it. Most listed pairs do not touch. The element after the
    // last slot stands for kOwnPart.
    std::vector<std::uint8_t> used;
    void prepare(const VerletList& list, const PairList& pairs, std::span<const std::uint8_t> elsewhere = {});
    void collect(Bodies& bodies, std::size_t leaf);
  };
  // Memory of a sphere pair: its tangential spring, of the other body relative to the finder, and its reduced
  // mass, which is constant while the pair is listed.
  struct alignas(32) PairSpring {
    Vec3 spring;
    double mass = 0;
  };
  // Memory of the pairs of one list, by index.
  struct PairMemory {
    std::vector<PairSpring> springs;
    std::vector<ContactHistory> rolls;   // empty without a history
    std::vector<std::uint8_t> touching;  // in contact in the last pass

    ContactHistory roll(std::size_t p) const { return rolls.empty() ? ContactHistory{} : rolls[p]; }
    void keep(std::span<const std::uint32_t> kept);
    void forget(std::size_t p) {
      springs[p].spring = {};
      if (!rolls.empty()) rolls[p] = {};
    }
  };
  // The spring of a contact from the pair table.
  struct GeneralSpring {
    std::uint32_t pair, feature;
    Vec3 spring;
    ContactHistory roll;
  };
  // Spheres near infinite planes: general pairs that need no pair table. The plane is B.
  struct PlanePair {
    std::uint32_t sphere, plane;  // body index; index in `planes`
    int kind;                     // material pair
  };
  struct PlaneSide {
    std::uint32_t body;
    Vec3 normal;
  };
  struct PlaneList {
    std::vector<PlanePair> pairs;
    std::vector<std::uint32_t> begin;  // per part
    std::vector<PlaneSide> planes;
    PairMemory memory;
    std::vector<std::uint8_t> listed;  // per general pair: true if it is in this list
    Pair pair(std::size_t q) const { return {pairs[q].sphere, planes[pairs[q].plane].body}; }
  };
  // A sphere pair's spring on its way to the next list; the other body by its old local index.
  struct CarriedSpring {
    std::uint32_t other;
    std::uint32_t pair;  // index in the old list, for the rolling spring
    Vec3 spring;
  };
  struct Part {
    std::vector<GeneralSpring> springs, next;
    std::vector<Load> plane_load;  // per plane
    ContactPoints found;           // of one pair; kept to avoid allocations
    std::vector<ContactForce> recorded;
    ContactEnergy energy;
    CellLoad cell_load;
    BeltLoads belt_loads;
    std::uint64_t contacts = 0;
    double max_overlap = 0;
  };
  // The data of a running part.
  struct Task {
    World& world;
    const ForceLaw& law;
    double h;
    Recording recording;
    Part& part;
    std::uint32_t home;        // index of the part
    std::uint32_t begin, end;  // its bodies
    bool has(std::uint32_t body) const { return body >= begin && body < end; }
  };
  // For every image: its shift from the body and the rate of the shift, as rows of four with a zero.
  struct alignas(32) ImageRow {
    double shift[4], rate[4];
  };
  // Contacts that go to the law together, by family of pairs. One function, evaluate(), serves all families;
  // each has gather(), scatter() and met().
  struct SphereLanes;
  struct PlaneLanes;
  struct GeneralLanes;
  // A contact for the record.
  struct Met {
    Pair pair;
    std::uint32_t feature = 0;
    Vec3 point;
  };

  void divide(const World& world);
  bool is_of_large(std::size_t part) const {
    return part + 1 == list_.parts.count() && list_.small < list_.parts.bodies();
  }
  bool counts(std::size_t part) const { return territory == nullptr || territory->counts(part); }
  template <class T, class OfPart>
  T over_parts(std::size_t parts, OfPart&& of_part) const;
  std::span<const Load> shares_of_large(const Bodies& bodies, std::uint32_t body);
  void prepare(const World& world);
  template <class PairOf>
  void prepare(const World& world, std::size_t pairs, PairOf&& pair_of, PairMemory& memory) const;
  void pack_springs();
  void unpack_springs(Threads& threads, const std::vector<std::uint32_t>& order);
  void sphere_pairs(const Task& task);
  template <bool kRepeats, bool kReaches>
  CAIRN_INLINE void find_touching(const Task& task, SphereLanes& lanes);
  bool meet_or_part(const Task& task, std::uint32_t pair, double distance2);
  static bool holds(const Task& task, Pair pair, double curvature, double gap);
  enum class Change { meets, parts };
  void add_jump(const Task& task, std::uint32_t pair, double curvature, Change change);
  void add_plane_jump(const Task& task, std::uint32_t pair, double gap, Change change);
  static ForceLaw::Jump jump_of(const Task& task, Pair pair, double curvature, Change change);
  // A pull starts and ends with a jump between two passes, while the kicks count the pair as touching for
  // half of that step. The true share is s, so the pass that sees the change adds s − ½ of the pull. The
  // impulse then matches the time in contact, and energy is second order. Reported forces omit this term.
  // Contacts of the pair table omit it too, because a contact that is gone has no normal.
  // `gap` counts from the jump.
  static double jump_share(double h, double gap, double parting) {
    const double way = h * parting;
    if ((gap < 0) != (way < 0) || way == 0) return 0;
    return std::clamp(gap < 0 ? gap / way : 1 - gap / way, 0.0, 1.0) - 0.5;
  }
  // Sends the lanes to the law, and the results to the bodies.
  template <class Lanes>
  void evaluate(const Task& task, Lanes& lanes);
  // Returns overlaps over the smaller radius.
  CAIRN_INLINE static Four lay_out(SphereLanes& lanes, int k, const Four& radius_a);
  void prefetch(const Task& task, const SphereLanes& lanes) const;
  void gather(const Task& task, SphereLanes& lanes);
  void scatter(const Task& task, const SphereLanes& lanes);
  Met met(const World& world, const SphereLanes& lanes, int k) const;
  CAIRN_INLINE void gather_rows(const Task& task, SphereLanes& lanes);
  CAIRN_INLINE void scatter_rows(const Task& task, const SphereLanes& lanes);
  void scatter_rolling(const Task& task, const SphereLanes& lanes);
  static void add_cell_load(CellLoad& load, CellImage image, const Vec3& force, const Vec3& kept);
  static void add_belt_load(const Task& task, std::uint32_t body, const Vec3& normal, const Vec3& force);
  void list_planes(const World& world);
  void plane_pairs(const Task& task);
  void gather(const Task& task, PlaneLanes& lanes) const;
  void scatter(const Task& task, const PlaneLanes& lanes);
  Met met(const World& world, const PlaneLanes& lanes, int k) const;
  void general_pairs(const Task& task);
  void choose_image(const World& world, std::uint32_t pair);
  // A general pair without contact: none can come until its bodies have approached by some way.
  struct Wait {
    Vec3 between;      // x_B − x_A when it was looked at
    double until = 0;  // the way, plus the value of `turned` at that time if it matters [m]
  };
  Wait seen(const World& world, std::uint32_t pair) const;  // now, until now
  bool waits(const World& world, std::uint32_t pair) const;
  enum class Before { apart, met };  // a pair in the last pass
  void look(const World& world, std::uint32_t pair, Before before, double tearing, ContactPoints& found);
  // Shift and rate of the image of b in a general pair.
  Vec3 image_shift(std::uint32_t pair) const;
  Vec3 image_rate(std::uint32_t pair) const;
  void gather(const Task& task, GeneralLanes& lanes) const;
  void scatter(const Task& task, const GeneralLanes& lanes);
  Met met(const World& world, const GeneralLanes& lanes, int k) const;
  // Target of a body's share: its load, or the pair's slot if another part owns the body.
  static Load& target(Shares& shares, std::uint32_t pair, Load& own) {
    const std::uint32_t slot = shares.plan.slot[pair];
    if (slot == kOwnPart) return own;
    shares.used[slot] = 1;
    return shares.share[slot];
  }

  ListBuilder builder_;
  VerletList list_;
  Shares sphere_shares_, general_shares_;
  bool rolling_, dents_;
  PairMemory spheres_;
  std::vector<std::uint32_t> kinds_;  // per sphere pair: its material pair; empty if there is one material
  PlaneList on_planes_;
  std::vector<Wait> waits_;  // per general pair; saves work only, so that no checkpoint has it
  std::vector<Part> parts_;
  std::vector<Load> large_terms_;  // of one body; kept to avoid allocations
  std::array<ImageRow, kImages> images_{};
  bool deforms_ = false;
  std::vector<ContactEnergy> energies_;  // per part of the last run()
  CellLoad cell_load_;
  BeltLoads belt_loads_;
  std::vector<CarriedSpring> carried_;  // touching sphere pairs of the last list, by finder
  std::vector<std::uint32_t> carried_begin_;
  std::vector<ContactHistory> carried_rolls_;  // per old pair; empty without a history
};

}  // namespace cairn
