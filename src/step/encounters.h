// The pairs of bodies that may meet within a step, what is known of their contacts, and when each of them has
// to be looked at next. Times are since the beginning of the step.
//
// A look finds the contact points of a pair up to a reach beyond which nothing can touch before the end of
// the step. Between looks gaps change with the normal velocities at the points, g += u_n dt + ½ a_n dt².
// Contacts closer than the contact distance ε of the pair touch.
//   apart      next at the time of impact (collide/time_of_impact.h)
//   touching   at once if a touching point closes; else when a point that does not touch yet would be at ε/2,
//              or a touching one that gravity turns round is back where it is, or anything may have come
//              nearer by ε/2
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
  bool settled = false;  // an impact has dealt with it, as far as it could
};

struct Encounter {
  ContactKey key;  // of the pair: feature 0
  std::uint32_t a = 0, b = 0;
  CellImage image = kHere;
  Vec3 shift;
  double distance = 0;        // ε [m]
  double looked = 0;          // gaps and reach are of this time
  double reach = 0;           // points not listed are at least this far apart
  double fresh = 0;           // how much nearer anything may come before the points are out of date [m]
  double due = 0;             // when to look next; infinity: never in this step
  std::uint32_t gave_up = 0;  // searches for its time of impact that ended without an answer
  std::vector<Touch> touches;
};

class Encounters {
 public:
  // `distance`: at which bodies touch, over the smaller radius.
  explicit Encounters(double distance) : distance_(distance) {}

  // Touching points that close slower than this, and by next to nothing of the contact distance in a step,
  // are left to the next step.
  void overlook(double speed) { slow_ = speed; }
  double overlooked(const Flights& flights, double t, const Encounter& pair) const;
  // All pairs of the list, sorted by key. Call when the list is new.
  void list(const World& world, const VerletList& list);
  // Looks at all pairs at time t, as far as anything may come until the end of the step.
  void look_at_all(const World& world, const Flights& flights, double t, Threads& threads);
  // Plans all of them.
  void plan_all(const World& world, const Flights& flights, double t, Threads& threads);

  // Searches for a time of impact that gave up so far.
  std::uint64_t gave_up() const;

  std::size_t bodies() const { return begin_.size() - 1; }
  std::span<Encounter> pairs() { return pairs_; }
  std::span<const Encounter> pairs() const { return pairs_; }
  std::span<const std::uint32_t> of(std::uint32_t body) const {
    return {of_body_.data() + begin_[body], of_body_.data() + begin_[body + 1]};
  }

  void look(const World& world, const Flights& flights, double t, Encounter& pair) const;
  // Brings gaps and reach to time t with the present motions.
  void settle(const World& world, const Flights& flights, double t, Encounter& pair) const;
  // Whether a touching point closes at time t, by enough to count in this step.
  bool collides(const World& world, const Flights& flights, double t, const Encounter& pair,
                const Touch& touch) const;
  // When to look next, after the motions have changed at time t; may look at once. Puts the pair in the
  // queue.
  void plan(const World& world, const Flights& flights, double t, std::uint32_t pair);
  // Puts a pair, looked at without anything found, in the queue again: not before a moment has passed.
  void plan_later(const World& world, const Flights& flights, double t, std::uint32_t pair);

  // The pairs that are due first, in order of their keys, and when; none if that is after the end.
  double next(const Flights& flights, std::vector<std::uint32_t>& pairs);

 private:
  struct Entry {
    double due = 0;
    std::uint32_t pair = 0;
    auto operator<=>(const Entry&) const = default;  // the earliest first, then by key
  };
  void prepare(const World& world, const Flights& flights, double t, Encounter& pair) const;
  void find_due(const World& world, const Flights& flights, double t, Encounter& pair) const;
  void enqueue(std::uint32_t pair);

  double distance_, slow_ = 0;
  std::uint64_t gave_up_ = 0;  // of the lists before
  std::vector<Encounter> pairs_;
  std::vector<std::uint32_t> begin_{0}, of_body_;  // pairs of each mobile body, by key
  std::vector<Entry> queue_;                       // a heap; entries that are no longer true are skipped
};

// u of a contact point at time t.
Vec3 velocity_at(const World& world, const Flights& flights, const Touch& touch, double t);

}  // namespace cairn
