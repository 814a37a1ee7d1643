#include "collide/verlet.h"

#include <algorithm>
#include <cmath>

#include "collide/order.h"

namespace cairn {
namespace {

bool is_round(const Info& info) { return (info.flags & kTurned) == 0; }

bool never_meet(const World& world, std::uint32_t i, std::uint32_t j) {
  const Info &p = world.bodies.info[i], &q = world.bodies.info[j];
  if (is_immobile(p) && is_immobile(q)) return true;
  if (world.apart.empty()) return false;
  const std::pair<int, int> groups = std::minmax<int>(p.group, q.group);
  return std::ranges::binary_search(world.apart, groups);
}

PlacedShape placed(const World& world, std::uint32_t i) {
  const Bodies& bodies = world.bodies;
  return {world.shapes[bodies.info[i].shape], bodies.place[i].position, bodies.orientation[i],
          bodies.place[i].radius};
}

bool bounding_spheres_near(const Place& p, const Place& q, double skin) {
  const double reach = p.radius + q.radius + skin;
  return norm2(q.position - p.position) < reach * reach;
}

// A body may be half through a thin round wall, and then its side changes: its bounding ball decides.
bool is_round_sheet(const Shape& shape) {
  const auto* drum = std::get_if<Drum>(&shape);
  return std::holds_alternative<Tube>(shape) || std::holds_alternative<Cup>(shape) ||
         std::holds_alternative<Funnel>(shape) || (drum != nullptr && !drum->is_solid_outside());
}

bool surfaces_near(const World& world, Pair pair, double skin) {
  const PlacedShape a = placed(world, pair.a), b = placed(world, pair.b);
  if (!can_collide(a.shape, b.shape)) return false;
  const Shape ball = Sphere{};
  const bool ball_a = is_round_sheet(b.shape), ball_b = is_round_sheet(a.shape);
  ContactPoints contacts;
  find_contacts({ball_a ? ball : a.shape, a.position, a.orientation, a.radius},
                {ball_b ? ball : b.shape, b.position, b.orientation, b.radius}, skin, contacts);
  return contacts.count > 0;
}

}  // namespace

void SlotPlan::build(const PairList& list, std::size_t bodies) {
  const std::size_t blocks = (bodies + kBodyBlock - 1) / kBodyBlock;
  slot.assign(list.pairs.size(), kOwnBlock);
  begin.assign(blocks + 1, 0);
  const auto foreign_body = [](std::uint32_t finder, Pair pair) {
    const std::uint32_t other = pair.a == finder ? pair.b : pair.a;
    return other / kBodyBlock == finder / kBodyBlock ? kNoBody : other;
  };
  const auto each = [&](auto&& visit) {
    for (std::uint32_t i = 0; i < bodies; ++i) {
      for (std::uint32_t p = list.begin[i]; p < list.begin[i + 1]; ++p) {
        const std::uint32_t other = foreign_body(i, list.pairs[p]);
        if (other != kNoBody) visit(p, other);
      }
    }
  };
  each([&](std::uint32_t, std::uint32_t other) { ++begin[other / kBodyBlock + 1]; });
  for (std::size_t b = 0; b < blocks; ++b) begin[b + 1] += begin[b];
  target.resize(begin[blocks]);
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  each([&](std::uint32_t p, std::uint32_t other) {
    slot[p] = next[other / kBodyBlock]++;
    target[slot[p]] = other;
  });
}

double moved(const World& world, const VerletList& list, std::uint32_t i) {
  const Bodies& bodies = world.bodies;
  const double shift = norm(bodies.place[i].position - list.reference[i]);
  if (is_round(bodies.info[i])) return shift;
  // A turning surface moves by its lever times the turn: of the axis alone if the shape is round about it.
  const Quat &now = bodies.orientation[i], &then = list.reference_turn[i];
  const double lever = std::min(bodies.place[i].radius, list.reach);
  double turn = norm(rotate(now, {0, 0, 1}) - rotate(then, {0, 0, 1}));
  if (!is_axisymmetric(world.shapes[bodies.info[i].shape])) {
    turn = 2 * norm((now * conjugate(then)).vector());  // 2 sin(angle/2): the chord per lever
  }
  return shift + lever * turn;
}

std::vector<std::uint32_t> ListBuilder::build(World& world, Threads& threads, double skin, VerletList& list) {
  SpatialOrder sorted = spatial_order(world);
  Bodies& bodies = world.bodies;
  bodies.reorder(sorted.order);
  const std::uint32_t n = static_cast<std::uint32_t>(bodies.size());

  list.skin = skin, list.small = sorted.small;
  list.reference.resize(n), list.reference_turn = bodies.orientation;
  Vec3 low = n > 0 ? bodies.place[0].position : Vec3{}, high = low;
  double largest = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    list.reference[i] = bodies.place[i].position;
    low = min(low, list.reference[i]), high = max(high, list.reference[i]);
    if (!is_wall(world.shapes[bodies.info[i].shape])) largest = std::max(largest, bodies.place[i].radius);
  }
  list.reach = norm(high - low) + largest;

  grid_.build({bodies.place.data(), sorted.small}, skin);
  const std::size_t blocks = (n + kBodyBlock - 1) / kBodyBlock;
  spheres_.resize(blocks), general_.resize(blocks);
  parallel_for(threads, n, kBodyBlock, [&](std::size_t begin, std::size_t end, std::size_t block) {
    find_pairs(world, list, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
               spheres_[block], general_[block]);
  });
  join(world, spheres_, list.spheres);
  join(world, general_, list.general);
  return std::move(sorted.order);
}

void ListBuilder::join(const World& world, const std::vector<Found>& blocks, PairList& list) {
  const auto& info = world.bodies.info;
  std::size_t total = 0;
  for (const Found& block : blocks) total += block.others.size();
  list.pairs.clear(), list.begin.assign(1, 0);
  list.pairs.reserve(total), list.begin.reserve(info.size() + 1);
  std::uint32_t finder = 0;
  for (const Found& block : blocks) {
    auto other = block.others.begin();
    for (const std::uint32_t count : block.count) {
      for (std::uint32_t k = 0; k < count; ++k, ++other) {
        list.pairs.push_back(info[finder].uid < info[*other].uid ? Pair{finder, *other}
                                                                 : Pair{*other, finder});
      }
      list.begin.push_back(list.begin.back() + count);
      ++finder;
    }
  }
}

void ListBuilder::find_pairs(const World& world, const VerletList& list, std::uint32_t begin,
                             std::uint32_t end, Found& spheres, Found& general) const {
  const Bodies& bodies = world.bodies;
  const std::uint32_t n = static_cast<std::uint32_t>(bodies.size());
  for (Found* found : {&spheres, &general}) found->others.clear(), found->count.clear();
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::size_t spheres_before = spheres.others.size(), general_before = general.others.size();
    const Place& place = bodies.place[i];
    const auto consider = [&](std::uint32_t j) {
      if (never_meet(world, i, j)) return;
      if (is_round(bodies.info[i]) && is_round(bodies.info[j])) {
        spheres.others.push_back(j);
      } else if (surfaces_near(world, {i, j}, list.skin)) {
        general.others.push_back(j);
      }
    };
    if (i < list.small) {
      grid_.for_each_candidate(i, place, [&](std::uint32_t j) {
        if (bounding_spheres_near(place, bodies.place[j], list.skin)) consider(j);
      });
    }
    for (std::uint32_t j = std::max(i + 1, list.small); j < n; ++j) {
      if (bounding_spheres_near(place, bodies.place[j], list.skin)) consider(j);
    }
    // In order of uid, and with their number.
    const auto finish = [&](Found& found, std::size_t before) {
      std::ranges::sort(found.others.begin() + static_cast<std::ptrdiff_t>(before), found.others.end(), {},
                        [&](std::uint32_t j) { return bodies.info[j].uid; });
      found.count.push_back(static_cast<std::uint32_t>(found.others.size() - before));
    };
    finish(spheres, spheres_before), finish(general, general_before);
  }
}

}  // namespace cairn
