// The impact stepper: bodies fly freely until two of them meet, collide in zero time, and fly on.
//   1. Touching contacts that hardly approach rest. One velocity-level problem, with Coulomb friction and
//      without restitution, holds them against gravity and loads for the step.
//   2. Everything else flies on parabolas to the earliest time of impact. There, the closing contacts and
//      all touching contacts connected to them form a group, which an impact solver resolves
//      (solvers/impact/impact.h).
//   3. A body with too many impacts in a step continues without restitution. If that does not end either, or
//      driven bodies leave no room, the rest of the step is solved at position level, u_n + Φ/h ≥ 0, round
//      by round.
// Bodies touch if they are closer than the contact distance. They fly until half of it is left, so nothing
// overlaps. Rotation can still cause a second-order overlap; it is pushed apart, without velocity, before it
// reaches the contact distance.  [TG14]
//
// Groups share no mobile body and are resolved in parallel.
#pragma once

#include <memory>
#include <vector>

#include "base/assert.h"
#include "collide/neighbours.h"
#include "solvers/impact/impact.h"
#include "solvers/solver.h"
#include "step/assemble.h"
#include "step/encounters.h"
#include "step/flights.h"
#include "step/impulse_book.h"
#include "step/push_apart.h"
#include "step/stepper.h"

namespace cairn {

// Share of the threshold. Slower approaches are left to the next step, in which the contacts rest.
inline constexpr double kSlow = 0.05;

struct ImpactMethod {
  std::unique_ptr<ImpactSolver> solver;
  std::unique_ptr<ContactSolver> rest;
  SolveLimits limits;          // for the contacts at rest
  double distance = 1e-3;      // contact distance over the smaller radius
  double threshold = -1;       // approach speed below which nothing bounces [m/s]; negative: 2 g h
  std::uint64_t impacts = 20;  // per body and step, before restitution is dropped
};

// Speed of the fastest point of body i [m/s]; rotation is ignored for infinite walls.
double surface_speed(const Bodies& bodies, std::size_t i);
// Ends the run: the speed of body i is not finite.
[[noreturn]] void refuse_infinite(const World& world, std::uint32_t i);

class ImpactStepper : public Stepper {
 public:
  explicit ImpactStepper(ImpactMethod method) : method_(std::move(method)), encounters_(method_.distance) {
    CAIRN_ASSERT(method_.solver && method_.rest && method_.distance > 0);
    clear_state(&problem_);
  }

  void start(World& world, Threads& threads, Recording recording = Recording::no) override;
  const StepState& step(World& world, Threads& threads, double h, StageTimes& times,
                        Recording recording = Recording::no) override;
  Energy energy() const override { return book_.energy(); }
  std::vector<ContactForce> look(World& world, Threads& threads) override;
  MethodFacts facts() const override { return {.books_loads = false}; }
  // All impacts are found, so nothing tunnels.
  std::vector<std::string> warnings(const World&, double, double) const override { return {}; }
  void save(Record& record) const override;
  void load(World& world, Threads& threads, const Record& record) override;

 private:
  // Contacts that collide together.
  struct Group {
    struct Member {
      std::uint32_t pair = 0, touch = 0;
      auto operator<=>(const Member&) const = default;
    };
    std::vector<Member> members;        // sorted
    std::vector<std::uint32_t> bodies;  // of the world, in the order of the members
    ImpactGroup problem;
    ImpactReport report;
    double before = 0;  // kinetic energy [J]
  };
  // An impulse of this step, world axes.
  struct Push {
    ContactKey key;
    Vec3 point, normal;
    double gap = 0;
    Vec3 impulse;  // [N s]
    Vec3 held;     // the part that holds resting contacts
    std::uint32_t a = 0, b = 0;
    Vec3 arm_a, arm_b;
  };

  // A body that flies straight for the rest of the step because something carries it. Gravity and loads do
  // not bend its path, but it still gets their velocity.
  struct Carried {
    Uid uid = 0;
    double until = 0;   // it has that velocity up to this time
    Vec3 from;          // its position when this began
    Vec3 acceleration;  // [m/s2]
    double work = 0;    // work already done on it [J]
  };

  void fly(World& world, Threads& threads, double h, StageTimes& times);
  double open_round(World& world, Threads& threads, double t, double h);
  void wrap_within(World& world);
  bool list_pairs(World& world, Threads& threads, double t, double margin);
  void separate(World& world, Threads& threads);
  void hold(World& world, Threads& threads, double h);
  void book_rest(const World& world, const std::vector<Motion>& before);
  bool collide(World& world, Threads& threads, double t, std::span<const std::uint32_t> due);
  void collect(const World& world, double t, std::span<const std::uint32_t> due);
  void grow(const World& world, double t, std::uint32_t seed);
  void pose(World& world, double t, Group& group);
  void settle(World& world, double t, Group& group);
  void book(const World& world, double t, const Group& group);
  void note_gain(const Group& group, double gained);
  void rest_in(World& world, double t, const Group& group);
  void make_up(World& world, double t);
  void complete(World& world, Threads& threads, double t, double end, double h);
  void finish(World& world, double h, Recording recording);
  void take_note(const World& world);
  std::vector<Vec3> local_accelerations(const World& world) const;
  void hold_contacts(World& world, Threads& threads, std::span<const Contact> contacts, Level level,
                     double h);
  void hold_exactly(const World& world, Threads& threads, std::span<const Contact> contacts, Level level,
                    double h, SolveReport& solved);
  double sinking(const World& world, std::span<const Contact> contacts, Level level, double h) const;

  ImpactMethod method_;
  Neighbours neighbours_;
  Encounters encounters_;
  Flights flights_;
  Assembler assembler_;
  ContactFinder finder_;
  PushApart apart_;
  ContactProblem problem_;
  ContactSolution solution_;
  std::vector<Contact> resting_;
  std::vector<Vec3> acceleration_;  // by uid
  std::vector<Carried> carried_;
  std::vector<std::uint32_t> impacts_;      // of each body in this step, by uid
  std::vector<std::uint32_t> mark_, role_;  // by local index: its group, and its number there
  std::vector<std::uint8_t> is_pair_marked_;
  std::vector<std::uint8_t> is_changed_;  // by local index: its motion changed
  std::vector<std::uint32_t> marked_pairs_, due_;
  std::vector<Group> groups_;
  std::size_t group_count_ = 0;
  bool jammed_ = false;  // some contacts of the last impact cannot stop closing
  std::vector<Push> pushes_;
  double threshold_ = 0, limit_ = 0;  // [m/s]: of bounces; largest surface speed in a round
  ImpulseBook book_;
  std::uint64_t given_up_before_ = 0;  // searches for a time of impact that gave up before the run was
                                       // resumed
  ImpactTotals totals_;
};

}  // namespace cairn
