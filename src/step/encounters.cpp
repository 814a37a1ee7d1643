#include "step/encounters.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "step/assemble.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 32;
constexpr double kFresh = 0.5;  // approach, over the contact distance, after which points are out of date
constexpr double kLittle = 0.05, kNothing = 1e-9;  // shares of the contact distance
constexpr double kMoment = 0.01;  // of a step: shortest time between two looks at a touching pair

// Largest speed of a surface point relative to the centre. A sphere's rotation does not move its surface.
double surface_spin(const World& world, const Flights& flights, std::uint32_t i, double lever, double t) {
  if (!(world.bodies.info[i].flags & kTurned)) return 0;
  const double spin = norm(flights.motion(world, i, t).spin);
  return spin > 0 ? spin * std::min(world.bodies.place[i].radius, lever) : 0;
}

// Upper bound of the speed at which two points of the bodies approach, until the end of the step.
double closing_bound(const World& world, const Flights& flights, const Encounter& pair, double t) {
  const Bodies& bodies = world.bodies;
  const Motion a = flights.motion(world, pair.a, t), b = flights.motion(world, pair.b, t);
  const double left = flights.end() - t;
  const double apart =
      norm(flights.position(world, pair.a, t) - flights.position(world, pair.b, t) - pair.shift) +
      left * norm(b.velocity - a.velocity);
  return norm(b.velocity - a.velocity) +
         left * norm(flights.acceleration(pair.b) - flights.acceleration(pair.a)) +
         surface_spin(world, flights, pair.a, apart + bodies.place[pair.b].radius, t) +
         surface_spin(world, flights, pair.b, apart + bodies.place[pair.a].radius, t);
}

// The image of B nearest to A at time t.
CellImage image_at(const World& world, const Flights& flights, const Encounter& pair, double t) {
  const std::vector<Place>& place = world.bodies.place;
  if (!std::isfinite(place[pair.a].radius) || !std::isfinite(place[pair.b].radius)) return kHere;
  return world.cell.image_towards(flights.position(world, pair.b, t) - flights.position(world, pair.a, t));
}

// True if some point is within the contact distance.
bool touches(const Encounter& pair) {
  return std::ranges::any_of(pair.touches, [&](const Touch& touch) { return touch.gap <= pair.distance; });
}

double normal_acceleration(const Flights& flights, const Touch& touch) {
  return dot(touch.block.n, flights.acceleration(touch.block.b) - flights.acceleration(touch.block.a));
}

// The first time at which g + u t + ½ a t² falls below `level`; infinity if it never does.
double time_to(double g, double u, double a, double level) {
  const double d = g - level;
  const double discriminant = u * u - 2 * a * d;
  if (discriminant < 0) return kInfinity;
  const double root = std::sqrt(discriminant);
  // Smallest positive root of d + u t + ½ a t² = 0.
  if (u < 0) return 2 * d / (root - u);
  return a < 0 ? (u + root) / -a : kInfinity;
}

}  // namespace

Vec3 velocity_at(const World& world, const Flights& flights, const Touch& touch, double t) {
  const Motion a = flights.motion(world, touch.block.a, t), b = flights.motion(world, touch.block.b, t);
  return relative_velocity(touch.block, {a.velocity, 0, a.spin, 0}, {b.velocity, 0, b.spin, 0});
}

void Encounters::list(const World& world, const VerletList& list) {
  const Bodies& bodies = world.bodies;
  // Keep the count of the old list, then store all pairs sorted by key.
  gave_up_ = gave_up();
  pairs_.clear();
  for (const PairList* pairs : {&list.spheres, &list.general}) {
    for (std::size_t p = 0; p < pairs->pairs.size(); ++p) {
      Encounter pair;
      const Meeting m = meeting(world, *pairs, p);
      pair.a = m.a;
      pair.b = m.b;
      pair.image = m.image;
      pair.key = {bodies.info[pair.a].uid, bodies.info[pair.b].uid, 0};
      pair.distance = distance_ * smaller_radius(bodies, pair.a, pair.b);
      pairs_.push_back(std::move(pair));
    }
  }
  std::ranges::sort(pairs_, {}, &Encounter::key);
  for (const Encounter& pair : pairs_) CAIRN_ASSERT(pair.key.a < pair.key.b && pair.distance > 0);
  // The pairs of each mobile body.
  begin_.assign(bodies.size() + 1, 0);
  const auto for_each_mobile = [&](auto&& f) {
    for (std::uint32_t p = 0; p < pairs_.size(); ++p)
      for (const std::uint32_t i : {pairs_[p].a, pairs_[p].b})
        if (!is_immobile(bodies.info[i])) f(i, p);
  };
  for_each_mobile([&](std::uint32_t i, std::uint32_t) { ++begin_[i + 1]; });
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  of_body_.resize(begin_.back());
  std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
  for_each_mobile([&](std::uint32_t i, std::uint32_t p) { of_body_[at[i]++] = p; });
}

void Encounters::look_at_all(const World& world, const Flights& flights, double t, Threads& threads) {
  CAIRN_ASSERT(bodies() == world.bodies.size());
  parallel_for(threads, pairs_.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t p = begin; p < end; ++p) {
      Encounter& pair = pairs_[p];
      if (world.cell.repeats() && has_seams(world, pair.a, pair.b))
        pair.image = image_at(world, flights, pair, t);
      pair.shift = pair.image == kHere ? Vec3{} : world.cell.shift(pair.image);
      look(world, flights, t, pair);
    }
  });
}

void Encounters::plan_all(const World& world, const Flights& flights, double t, Threads& threads) {
  parallel_for(threads, pairs_.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t p = begin; p < end; ++p) prepare(world, flights, t, pairs_[p]);
  });
  queue_.clear();
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) enqueue(p);
}

void Encounters::look(const World& world, const Flights& flights, double t, Encounter& pair) const {
  const Flight a = flights.flight(world, pair.a, t, {}), b = flights.flight(world, pair.b, t, pair.shift);
  pair.looked = t;
  pair.fresh = kFresh * pair.distance;
  // Reach: beyond it nothing can touch before the end of the step.
  pair.touches.clear();
  pair.reach = closing_bound(world, flights, pair, t) * (flights.end() - t) + pair.distance;
  // Spheres around the bodies: no contact points within reach.
  const double radii = world.bodies.place[pair.a].radius + world.bodies.place[pair.b].radius;
  const double clear = norm(b.start.position - a.start.position) - radii;
  if (clear > pair.reach) {
    pair.reach = clear;
    return;
  }
  // Contact points within reach, with their frames.
  ContactPoints points;
  find_contacts(a.start, b.start, pair.reach, points);
  for (const ContactPoint& found : points) {
    Contact contact{{pair.key.a, pair.key.b, found.feature},
                    pair.a,
                    pair.b,
                    pair.image,
                    found.point,
                    found.normal,
                    found.gap};
    const Block block{pair.a,
                      pair.b,
                      0,
                      found.normal,
                      tangent(world, contact),
                      found.point - a.start.position,
                      found.point - b.start.position};
    pair.touches.push_back({block, found.point, found.gap, found.feature, false});
  }
}

void Encounters::settle(const World& world, const Flights& flights, double t, Encounter& pair) const {
  const double dt = t - pair.looked;
  if (dt == 0) return;
  const double nearer = dt * closing_bound(world, flights, pair, pair.looked);
  // Gaps follow the normal velocities and accelerations.
  pair.reach -= nearer;
  pair.fresh -= nearer;
  for (Touch& touch : pair.touches)
    touch.gap += dt * velocity_at(world, flights, touch, pair.looked).x +
                 0.5 * dt * dt * normal_acceleration(flights, touch);
  pair.looked = t;
}

void Encounters::prepare(const World& world, const Flights& flights, double t, Encounter& pair) const {
  settle(world, flights, t, pair);
  // Search contact points again if they are out of date or the reach is too short.
  const double bound = closing_bound(world, flights, pair, t);
  const bool stale = pair.fresh < 0.2 * kFresh * pair.distance && touches(pair);
  if (stale || pair.reach < bound * (flights.end() - t) + 0.5 * pair.distance) look(world, flights, t, pair);
  find_due(world, flights, t, pair);
}

void Encounters::plan(const World& world, const Flights& flights, double t, std::uint32_t p) {
  CAIRN_ASSERT(p < pairs_.size());
  prepare(world, flights, t, pairs_[p]);
  enqueue(p);
}

bool Encounters::collides(const World& world, const Flights& flights, double t, const Encounter& pair,
                          const Touch& touch) const {
  if (touch.gap > pair.distance || touch.settled) return false;
  return -velocity_at(world, flights, touch, t).x > overlooked(flights, t, pair);
}

double Encounters::overlooked(const Flights& flights, double t, const Encounter& pair) const {
  const double left = flights.end() - t;
  return left > 0 ? std::max(std::min(slow_, kLittle * pair.distance / left), kNothing * pair.distance / left)
                  : kInfinity;
}

void Encounters::plan_later(const World& world, const Flights& flights, double t, std::uint32_t p) {
  Encounter& pair = pairs_[p];
  find_due(world, flights, t, pair);
  pair.due = std::max(pair.due, t + kMoment * flights.end());
  enqueue(p);
}

void Encounters::find_due(const World& world, const Flights& flights, double t, Encounter& pair) const {
  pair.due = kInfinity;
  if (pair.touches.empty()) return;
  // Apart: due at the time of impact, if there is one.
  const double left = flights.end() - t;
  double nearest = kInfinity;
  for (const Touch& touch : pair.touches) nearest = std::min(nearest, touch.gap);
  if (nearest > pair.distance) {
    if (nearest - 0.5 * pair.distance > closing_bound(world, flights, pair, t) * left) return;
    const ImpactSearch search =
        time_of_impact(flights.flight(world, pair.a, t, {}), flights.flight(world, pair.b, t, pair.shift),
                       left, pair.distance);
    if (search.impact) pair.due = t + search.impact->time;
    if (search.gave_up) ++pair.gave_up;
    return;
  }
  // Touching. A contact point not listed, with another normal, may approach unseen by half the contact
  // distance.
  const double bound = closing_bound(world, flights, pair, t);
  if (bound * left > pair.fresh) pair.due = t + std::max(pair.fresh, 0.0) / bound;
  // Each point: due when it comes near, at once if it collides, or when gravity has brought it back.
  for (const Touch& touch : pair.touches) {
    const double u = velocity_at(world, flights, touch, t).x, a = normal_acceleration(flights, touch);
    double wait = kInfinity;
    if (touch.gap > pair.distance)
      wait = time_to(touch.gap, u, a, 0.5 * pair.distance);
    else if (collides(world, flights, t, pair, touch))
      wait = 0;
    else if (a < 0)
      wait = std::max(-2 * std::max(u, 0.0) / a, kMoment * flights.end());
    pair.due = std::min(pair.due, t + wait);
  }
}

void Encounters::enqueue(std::uint32_t p) {
  if (pairs_[p].due == kInfinity) return;
  queue_.push_back({pairs_[p].due, p});
  std::ranges::push_heap(queue_, std::ranges::greater{});
}

std::uint64_t Encounters::gave_up() const {
  std::uint64_t sum = gave_up_;
  for (const Encounter& pair : pairs_) sum += pair.gave_up;
  return sum;
}

double Encounters::next(const Flights& flights, std::vector<std::uint32_t>& pairs) {
  pairs.clear();
  double time = kInfinity;
  // Skip stale items; collect all pairs with the earliest time.
  while (!queue_.empty()) {
    const Item first = queue_.front();
    const bool stale = first.due != pairs_[first.pair].due;
    if (!stale && (first.due > flights.end() || first.due > time)) break;
    std::ranges::pop_heap(queue_, std::ranges::greater{});
    queue_.pop_back();
    if (stale || (!pairs.empty() && pairs.back() == first.pair)) continue;
    time = first.due;
    pairs.push_back(first.pair);
  }
  return time;
}

}  // namespace cairn
