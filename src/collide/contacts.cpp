#include "collide/contacts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/assert.h"
#include "collide/passing.h"

namespace cairn {
namespace {

constexpr std::size_t kPairsPerChunk = 256;
constexpr double kApart = 0.01;  // of the radius: overlaps up to this, as at rest, count as apart

// Contact of two balls. If their centres coincide, the normal is z.
double distance_of(const Place& a, const Place& b, const Vec3& shift) {
  return norm(b.position + shift - a.position);
}
ContactPoint ball_contact(const Place& a, const Place& b, const Vec3& shift) {
  const Vec3 d = b.position + shift - a.position;
  const double distance = distance_of(a, b, shift), gap = distance - a.radius - b.radius;
  const Vec3 n = distance > 0 ? d / distance : Vec3{0, 0, 1};
  return {a.position + (a.radius + 0.5 * gap) * n, n, gap, 0, 1 / a.radius, 1 / b.radius};
}

// A pair as it meets now: the shift of the image of B, and its rate.
struct Placed : Meeting {
  Vec3 shift, rate;

  Placed(const World& world, const Meeting& m) : Meeting(m) {
    if (image != kHere) {
      shift = world.cell.shift(image);
      rate = world.cell.shift_rate(image);
    }
  }
  Contact contact(const Bodies& bodies, const ContactPoint& point) const {
    return {{bodies.info[a].uid, bodies.info[b].uid, point.feature},
            a,
            b,
            image,
            point.point,
            point.normal,
            point.gap,
            bar_curvature(point, smaller_radius(bodies, a, b))};
  }
};

}  // namespace

Meeting meeting(const World& world, const PairList& list, std::size_t p) {
  const Pair pair = list.pairs[p];
  const CellImage image = list.image.empty() ? kHere : list.image[p];
  Meeting m{pair.a, pair.b, image};
  if (world.bodies.info[pair.a].uid > world.bodies.info[pair.b].uid) m = {pair.b, pair.a, opposite(image)};
  if (world.cell.repeats() && has_seams(world, m.a, m.b)) m.image = nearest_image(world, m.a, m.b);
  return m;
}

// Sorts the pairs by the uids of their bodies, if they are not those of the step before.
void ContactFinder::order_pairs(const World& world, const VerletList& list) {
  const auto same_pair = [](const Pair& p, const Pair& q) { return p.a == q.a && p.b == q.b; };
  const std::vector<Info>& info = world.bodies.info;
  if (std::ranges::equal(uids_, info, {}, {}, &Info::uid) &&
      std::ranges::equal(general_, list.general.pairs, same_pair) &&
      std::ranges::equal(spheres_, list.spheres.pairs, same_pair))
    return;
  spheres_ = list.spheres.pairs;
  general_ = list.general.pairs;
  uids_.resize(info.size());
  std::ranges::transform(info, uids_.begin(), &Info::uid);
  sorted_.clear();
  const auto note = [&](const std::vector<Pair>& pairs) {
    for (const Pair pair : pairs) {
      const auto [low, high] = std::minmax(uids_[pair.a], uids_[pair.b]);
      sorted_.push_back({low, high, static_cast<std::uint32_t>(sorted_.size())});
    }
  };
  note(spheres_);
  note(general_);
  std::ranges::sort(sorted_, {}, [](const PairKey& key) { return std::tie(key.a, key.b); });
}

// Contacts of a pair that is not two balls.
void ContactFinder::meet_general(const Search& search, std::uint32_t pair, Chunk& chunk) {
  const World& world = search.world;
  const Bodies& bodies = world.bodies;
  const std::size_t p = pair - search.list.spheres.pairs.size(), before = chunk.contacts.size();
  const Placed m(world, meeting(world, search.list.general, p));
  const double reach = search.margin(m.a, m.b, m.rate);
  const PlacedShape a = placed(world, m.a), b = placed(world, m.b, m.shift);
  find_contacts(a, b, reach, chunk.points);
  if (search.ahead > 0) {
    const Motion &of_a = bodies.motion[m.a], &of_b = bodies.motion[m.b];
    const Passing passing{
        of_a, {of_b.velocity + m.rate, of_b.spin}, search.ahead, kApart * smaller_radius(bodies, m.a, m.b)};
    look_past(a, b, passing, reach, chunk.points, chunk.later);
  }
  for (const ContactPoint& point : chunk.points)
    if (!(point.gap > reach)) chunk.contacts.push_back(m.contact(bodies, point));
  if (const std::size_t found = chunk.contacts.size() - before; found > 0)
    chunk.met.push_back({pair, static_cast<std::uint32_t>(found)});
}

// Finds which of the pairs [begin, end), by key, have contacts.
void ContactFinder::meet(const Search& search, std::size_t begin, std::size_t end, Chunk& chunk) const {
  const World& world = search.world;
  const Bodies& bodies = world.bodies;
  const PairList& balls = search.list.spheres;
  chunk.met.clear();
  chunk.contacts.clear();
  for (std::size_t k = begin; k < end; ++k) {
    const std::uint32_t p = sorted_[k].pair;
    if (p >= balls.pairs.size()) {
      meet_general(search, p, chunk);
      continue;
    }
    const Placed m(world, meeting(world, balls, p));
    const Place &a = bodies.place[m.a], &b = bodies.place[m.b];
    const double gap = distance_of(a, b, m.shift) - a.radius - b.radius;
    if (!(gap > search.most) && !(gap > search.margin(m.a, m.b, m.rate))) chunk.met.push_back({p, 1});
  }
  chunk.count = chunk.contacts.size();
  for (const Chunk::Met& met : chunk.met) chunk.count += met.pair < balls.pairs.size() ? 1 : 0;
}

// Writes the contacts of a chunk where they belong among all.
void ContactFinder::write(const Search& search, const Chunk& chunk, std::span<Contact> contacts) {
  const World& world = search.world;
  const PairList& balls = search.list.spheres;
  auto known = chunk.contacts.begin();
  auto next = contacts.begin();
  for (const auto [pair, count] : chunk.met) {
    if (pair < balls.pairs.size()) {
      const Placed m(world, meeting(world, balls, pair));
      const std::vector<Place>& place = world.bodies.place;
      *next++ = m.contact(world.bodies, ball_contact(place[m.a], place[m.b], m.shift));
      continue;
    }
    next = std::copy_n(known, count, next);
    known += count;
  }
  CAIRN_ASSERT(next == contacts.end());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    CAIRN_ASSERT(contacts[k].key.a < contacts[k].key.b);
    CAIRN_ASSERT(k == 0 || contacts[k - 1].key < contacts[k].key);
  }
}

void ContactFinder::find(const World& world, const VerletList& list, const PairMargin& margin,
                         Threads& threads, std::vector<Contact>& contacts, double ahead, double most) {
  CAIRN_ASSERT(ahead >= 0);
  CAIRN_ASSERT(list.reference.size() == world.bodies.size());
  order_pairs(world, list);
  // Each chunk of pairs finds its own contacts.
  const Search search{world, list, margin, ahead, most};
  chunks_.resize((sorted_.size() + kPairsPerChunk - 1) / kPairsPerChunk);
  parallel_for(
      threads, sorted_.size(), kPairsPerChunk,
      [&](std::size_t begin, std::size_t end, std::size_t c) { meet(search, begin, end, chunks_[c]); });
  // One after the other they make a list in order of keys, which does not depend on threads: the contacts of
  // a pair are in order of their features.
  std::size_t total = 0;
  for (Chunk& chunk : chunks_) chunk.first = std::exchange(total, total + chunk.count);
  contacts.resize(total);
  parallel_for(threads, chunks_.size(), 1, [&](std::size_t c, std::size_t, std::size_t) {
    write(search, chunks_[c], std::span(contacts).subspan(chunks_[c].first, chunks_[c].count));
  });
}

}  // namespace cairn
