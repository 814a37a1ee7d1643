#include "collide/contacts.h"

#include <algorithm>
#include <tuple>

#include "base/assert.h"
#include "collide/passing.h"

namespace cairn {
namespace {

constexpr std::size_t kPairsPerChunk = 256;
constexpr double kApart = 0.01;  // of the radius: overlaps up to this, as at rest, count as apart

// Contact of two balls. If their centres coincide, the normal is z.
ContactPoint ball_contact(const Place& a, const Place& b, const Vec3& shift) {
  const Vec3 d = b.position + shift - a.position;
  const double distance = norm(d), gap = distance - a.radius - b.radius;
  const Vec3 n = distance > 0 ? d / distance : Vec3{0, 0, 1};
  return {a.position + (a.radius + 0.5 * gap) * n, n, gap, 0, 1 / a.radius, 1 / b.radius};
}

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
  spheres_ = list.spheres.pairs, general_ = list.general.pairs;
  uids_.resize(info.size());
  std::ranges::transform(info, uids_.begin(), &Info::uid);
  sorted_.clear();
  const auto note = [&](const std::vector<Pair>& pairs) {
    for (const Pair pair : pairs) {
      const auto [low, high] = std::minmax(uids_[pair.a], uids_[pair.b]);
      sorted_.push_back({low, high, static_cast<std::uint32_t>(sorted_.size())});
    }
  };
  note(spheres_), note(general_);
  std::ranges::sort(sorted_, {}, [](const PairKey& key) { return std::tie(key.a, key.b); });
}

void ContactFinder::find(const World& world, const VerletList& list, const PairMargin& margin,
                         Threads& threads, std::vector<Contact>& contacts, double ahead) {
  CAIRN_ASSERT(ahead >= 0);
  CAIRN_ASSERT(list.reference.size() == world.bodies.size());
  const Bodies& bodies = world.bodies;
  const std::size_t spheres = list.spheres.pairs.size(), pairs = spheres + list.general.pairs.size();
  // Each chunk of pairs finds its own contacts.
  chunks_.resize((pairs + kPairsPerChunk - 1) / kPairsPerChunk);
  parallel_for(threads, pairs, kPairsPerChunk, [&](std::size_t begin, std::size_t end, std::size_t c) {
    Chunk& chunk = chunks_[c];
    chunk.contacts.clear(), chunk.begin.clear();
    for (std::size_t p = begin; p < end; ++p) {
      chunk.begin.push_back(static_cast<std::uint32_t>(chunk.contacts.size()));
      const Meeting m =
          p < spheres ? meeting(world, list.spheres, p) : meeting(world, list.general, p - spheres);
      const Vec3 shift = m.image == kHere ? Vec3{} : world.cell.shift(m.image);
      const Vec3 rate = m.image == kHere ? Vec3{} : world.cell.shift_rate(m.image);
      const double reach = margin(m.a, m.b, rate);
      const double smaller = smaller_radius(bodies, m.a, m.b);
      const auto add = [&](const ContactPoint& point) {
        if (point.gap > reach) return;
        chunk.contacts.push_back({{bodies.info[m.a].uid, bodies.info[m.b].uid, point.feature},
                                  m.a,
                                  m.b,
                                  m.image,
                                  point.point,
                                  point.normal,
                                  point.gap,
                                  bar_curvature(point, smaller)});
      };
      if (p < spheres) {
        add(ball_contact(bodies.place[m.a], bodies.place[m.b], shift));
      } else {
        const PlacedShape a = placed(world, m.a), b = placed(world, m.b, shift);
        find_contacts(a, b, reach, chunk.points);
        if (ahead > 0) {
          const Motion &of_a = bodies.motion[m.a], &of_b = bodies.motion[m.b];
          const Passing passing{of_a, {of_b.velocity + rate, of_b.spin}, ahead, kApart * smaller};
          look_past(a, b, passing, reach, chunk.points, chunk.later);
        }
        for (const ContactPoint& point : chunk.points) add(point);
      }
    }
    chunk.begin.push_back(static_cast<std::uint32_t>(chunk.contacts.size()));
  });

  // All contacts in order of their keys, which does not depend on threads: pair by pair, and the contacts of
  // a pair are in order of their features.
  order_pairs(world, list);
  contacts.clear();
  for (const PairKey& key : sorted_) {
    const Chunk& chunk = chunks_[key.pair / kPairsPerChunk];
    const std::size_t k = key.pair % kPairsPerChunk;
    for (std::uint32_t i = chunk.begin[k]; i < chunk.begin[k + 1]; ++i) {
      const Contact& contact = chunk.contacts[i];
      CAIRN_ASSERT(contact.key.a < contact.key.b);
      CAIRN_ASSERT(contacts.empty() || contacts.back().key < contact.key);
      contacts.push_back(contact);
    }
  }
}

}  // namespace cairn
