// The pairs of bodies that may meet within a step, their known contact points, and the time of their next
// check. Times count from the beginning of the step.
//
// A look finds the contact points of a pair up to a reach, beyond which nothing can touch before the end of
// the step. Between looks, gaps change with the normal velocities at the points, g += u_n dt + ½ a_n dt².
// Points closer than the contact distance ε of the pair touch.
//   apart      next look at the time of impact (collide/time_of_impact.h)
//   touching   at once if a touching point closes. Else when another point would reach ε/2, when gravity has
//              brought a parting point back to its gap, or when anything may be nearer by ε/2.
#pragma once

#include <span>
#include <vector>

#include "base/threads.h"
#include "collide/contacts.h"
#include "collide/verlet.h"
#include "problem/kinematics.h"
#include "step/flights.h"

namespace cairn {

// One contact point of a pair.
struct Touch {
  Block block;  // bodies of the world
  Vec3 point;
  double gap = 0;
  std::uint32_t feature = 0;
  bool settled = false;  // an impact has resolved it as far as possible
};

struct Encounter {
  ContactKey key;  // of the pair: feature 0
  std::uint32_t a = 0, b = 0;
  CellImage image = kHere;
  Vec3 shift;
  double distance = 0;        // ε [m]
  double looked = 0;          // time of gaps and reach
  double reach = 0;           // points not listed are at least this far apart
  double fresh = 0;           // approach after which the points are out of date [m]
  double due = 0;             // time of the next look; infinity: not in this step
  std::uint32_t gave_up = 0;  // searches for a time of impact without an answer
  std::vector<Touch> touches;
};

class Encounters {
 public:
  // `distance`: contact distance over the smaller radius.
  explicit Encounters(double distance) : distance_(distance) {}

  // Closing points slower than `speed` are left to the next step, if they move by little of the contact
  // distance until then.
  void overlook(double speed) { slow_ = speed; }
  // The approach speed up to which a pair is left to the next step at time t: the one of overlook(), or less
  // if the rest of the step would bring the pair nearer by more than a little.
  double overlooked(const Flights& flights, double t, const Encounter& pair) const;
  // Takes all pairs of a new list, sorted by key.
  void list(const World& world, const VerletList& list);
  // Looks at all pairs at time t, up to the reach of the rest of the step.
  void look_at_all(const World& world, const Flights& flights, double t, Threads& threads);
  // Plans the next look at all pairs.
  void plan_all(const World& world, const Flights& flights, double t, Threads& threads);

  // Number of searches for a time of impact that gave up so far.
  std::uint64_t gave_up() const;

  std::size_t bodies() const { return begin_.size() - 1; }
  std::span<Encounter> pairs() { return pairs_; }
  std::span<const Encounter> pairs() const { return pairs_; }
  std::span<const std::uint32_t> of(std::uint32_t body) const {
    return {of_body_.data() + begin_[body], of_body_.data() + begin_[body + 1]};
  }

  void look(const World& world, const Flights& flights, double t, Encounter& pair) const;
  // Moves gaps and reach to time t with the present motions.
  void settle(const World& world, const Flights& flights, double t, Encounter& pair) const;
  // True if a touching point closes at time t fast enough to count in this step.
  bool collides(const World& world, const Flights& flights, double t, const Encounter& pair,
                const Touch& touch) const;
  // Plans the next look after the motions changed at time t, and puts the pair in the queue. May look at
  // once.
  void plan(const World& world, const Flights& flights, double t, std::uint32_t pair);
  // Queues a pair again after a look without result, with a minimum delay.
  void plan_later(const World& world, const Flights& flights, double t, std::uint32_t pair);

  // The pairs that are due first, in key order, and their time; none if it is after the end of the step.
  double next(const Flights& flights, std::vector<std::uint32_t>& pairs);

 private:
  struct Item {
    double due = 0;
    std::uint32_t pair = 0;
    auto operator<=>(const Item&) const = default;  // earliest first, then by key
  };
  void prepare(const World& world, const Flights& flights, double t, Encounter& pair) const;
  void find_due(const World& world, const Flights& flights, double t, Encounter& pair) const;
  void enqueue(std::uint32_t pair);

  double distance_, slow_ = 0;
  std::uint64_t gave_up_ = 0;  // of earlier lists
  std::vector<Encounter> pairs_;
  std::vector<std::uint32_t> begin_{0}, of_body_;  // pairs of each mobile body, by key
  std::vector<Item> queue_;                        // a heap; stale items are skipped
};

// u of a contact point at time t.
Vec3 velocity_at(const World& world, const Flights& flights, const Touch& touch, double t);

}  // namespace cairn
