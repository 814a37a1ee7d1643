#include "collide/verlet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "collide/near.h"
#include "collide/order.h"
#include "model/copies.h"

namespace cairn {
namespace {

bool is_round(const Info& info) { return (info.flags & kTurned) == 0; }

// True for pairs without contacts: groups kept apart, and two immobile bodies with no force between them. The
// pairs of two ghosts are listed elsewhere.
bool never_meet(const World& world, std::uint32_t i, std::uint32_t j) {
  const Info &p = world.bodies.info[i], &q = world.bodies.info[j];
  if (is_ghost(p) && is_ghost(q)) return true;
  const bool prescribed = is_immobile(p) && is_immobile(q);
  if (prescribed ? !world.pressing.has_force : world.apart.empty()) return prescribed;
  const std::pair<int, int> groups = std::minmax<int>(p.group, q.group);
  if (prescribed) return !std::ranges::binary_search(world.pressing.groups, groups);
  return std::ranges::binary_search(world.apart, groups);
}

bool bounding_spheres_near(const Place& p, const Place& q, const Vec3& shift, double skin) {
  const double reach = p.radius + q.radius + skin;
  return norm2(q.position + shift - p.position) < reach * reach;
}

// A body can be halfway through a thin round wall, and then its side changes. There its
// bounding ball decides.
bool is_round_sheet(const Shape& shape) {
  const auto* drum = std::get_if<Drum>(&shape);
  return std::holds_alternative<Tube>(shape) || std::holds_alternative<Cup>(shape) ||
         std::holds_alternative<Funnel>(shape) || (drum != nullptr && !drum->is_solid_outside());
}

// Both shapes for a look from afar: a body that meets a thin round wall is its bounding ball.
struct SeenFromAfar {
  Shape ball = Sphere{};
  PlacedShape a, b;
  SeenFromAfar(const PlacedShape& of_a, const PlacedShape& of_b)
      : a{is_round_sheet(of_b.shape) ? ball : of_a.shape, of_a.position, of_a.orientation, of_a.radius},
        b{is_round_sheet(of_a.shape) ? ball : of_b.shape, of_b.position, of_b.orientation, of_b.radius} {}
};

// True if the surfaces are closer than the skin.
bool surfaces_near(const World& world, Pair pair, const Vec3& shift, double skin) {
  // Shortcut for spheres and planes: every body is tested against every endless plane, mostly from afar.
  const Bodies& bodies = world.bodies;
  if (is_round(bodies.info[pair.a]) &&
      std::holds_alternative<Plane>(world.shapes[bodies.info[pair.b].shape])) {
    const Place &sphere = bodies.place[pair.a], &plane = bodies.place[pair.b];
    const Vec3 normal = z_axis(bodies.orientation[pair.b]);
    return dot(sphere.position - (plane.position + shift), normal) - sphere.radius < skin;
  }
  return cairn::surfaces_near(placed(world, pair.a), placed(world, pair.b, shift), skin);
}

// True for a shape whose contacts with others show its distance: a convex solid, or several.
bool shows_distance(const Shape& shape) {
  return is_convex(shape) || std::holds_alternative<Compound>(shape);
}

}  // namespace

bool surfaces_near(const PlacedShape& a, const PlacedShape& b, double margin) {
  if (!can_collide(a.shape, b.shape)) return false;
  const SeenFromAfar seen(a, b);
  return may_be_near(seen.a, seen.b, margin);
}

double least_gap(const PlacedShape& a, const PlacedShape& b, double sight, ContactPoints& contacts) {
  CAIRN_ASSERT(sight >= 0);
  if (!shows_distance(a.shape) && !shows_distance(b.shape)) return 0;
  const SeenFromAfar seen(a, b);
  find_contacts(seen.a, seen.b, sight, contacts);
  double gap = sight;
  for (const ContactPoint& contact : contacts) gap = std::min(gap, contact.gap);
  return std::max(gap, 0.0);
}

void SlotPlan::build(const PairList& list, const Parts& parts, std::size_t small,
                     std::span<const std::uint8_t> elsewhere) {
  const std::uint32_t bodies = parts.bodies();
  CAIRN_ASSERT(list.begin.size() == bodies + 1 && list.begin.back() == list.pairs.size() && small <= bodies);
  CAIRN_ASSERT(elsewhere.empty() || elsewhere.size() == list.pairs.size());
  const std::vector<std::uint32_t> part = parts.by_body();
  const std::size_t leaves = parts.count() - (small < bodies ? 1 : 0), receivers = leaves + bodies - small;
  slot.assign(list.pairs.size(), kOwnPart);
  begin.assign(receivers + 1, 0);
  // Calls visit(part of the finder, pair, other body, receiver) where the other body lies in another part.
  const auto each = [&](auto&& visit) {
    for (std::uint32_t i = 0; i < bodies; ++i) {
      for (std::uint32_t p = list.begin[i]; p < list.begin[i + 1]; ++p) {
        if (!elsewhere.empty() && elsewhere[p]) continue;
        const std::uint32_t other = list.pairs[p].a == i ? list.pairs[p].b : list.pairs[p].a;
        if (part[other] != part[i])
          visit(part[i], p, other, other < small ? part[other] : leaves + (other - small));
      }
    }
  };
  // The slot of each large body in the part that is looked at.
  struct LargeSlot {
    std::uint32_t finders = kNoBody, slot = 0;
  };
  std::vector<LargeSlot> large(bodies - small);
  const auto known = [&](std::uint32_t finders, std::uint32_t other) -> LargeSlot* {
    if (other < small || large[other - small].finders != finders) return nullptr;
    return &large[other - small];
  };
  // Count the slots of each receiver, then hand them out in the order of the pairs.
  each([&](std::uint32_t finders, std::uint32_t, std::uint32_t other, std::size_t receiver) {
    if (known(finders, other)) return;
    ++begin[receiver + 1];
    if (other >= small) large[other - small] = {finders, 0};
  });
  for (std::size_t r = 0; r < receivers; ++r) begin[r + 1] += begin[r];
  target.resize(begin[receivers]);
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  large.assign(large.size(), {});
  each([&](std::uint32_t finders, std::uint32_t p, std::uint32_t other, std::size_t receiver) {
    if (const LargeSlot* shared = known(finders, other)) {
      slot[p] = shared->slot;
      return;
    }
    slot[p] = next[receiver]++;
    target[slot[p]] = other;
    if (other >= small) large[other - small] = {finders, slot[p]};
  });
  CAIRN_ASSERT(std::equal(next.begin(), next.end(), begin.begin() + 1));
}

void VerletList::keep(std::span<const std::uint32_t> kept) {
  CAIRN_ASSERT(std::ranges::is_sorted(kept) && reference_turn.size() <= reference.size());
  const auto turned = static_cast<std::uint32_t>(reference.size() - reference_turn.size());
  const auto now = [&](std::uint32_t body) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(kept, body) - kept.begin());
  };
  small = now(small);
  for (std::uint32_t& first : parts.begin) first = now(first);
  std::size_t turning = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    reference[k] = reference[kept[k]];
    if (kept[k] >= turned) reference_turn[turning++] = reference_turn[kept[k] - turned];
  }
  reference.resize(kept.size());
  reference_turn.resize(turning);
}

double moved(const World& world, const VerletList& list, std::uint32_t i) {
  const Bodies& bodies = world.bodies;
  CAIRN_ASSERT(i < list.reference.size());
  const double shift = norm(bodies.place[i].position - list.reference[i]);
  if (is_round(bodies.info[i])) return shift;
  // A turning surface moves by its lever times the turn. An axisymmetric shape moves only if its axis turns.
  const std::size_t spheres = list.reference.size() - list.reference_turn.size();
  const Quat &now = bodies.orientation[i], &then = list.reference_turn[i - spheres];
  const double lever = std::min(bodies.place[i].radius, list.reach);
  double turn = norm(rotate(now, {0, 0, 1}) - rotate(then, {0, 0, 1}));
  if (!is_axisymmetric(world.shapes[bodies.info[i].shape])) {
    turn = 2 * norm((now * conjugate(then)).vector());  // 2 sin(angle/2): the chord per lever
  }
  return shift + lever * turn;
}

double moved_images(const Cell& cell, const VerletList& list) {
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    if (cell.periodic[k]) sum += norm(cell.edge[k] - list.reference_edge[k]);
  return sum;
}

double largest_reach(const World& world) {
  double free = 0, any = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Info& info = world.bodies.info[i];
    const double radius = world.bodies.place[i].radius;
    if (!is_immobile(info)) free = std::max(free, radius);
    if (!is_immobile(info) || is_round(info)) any = std::max(any, radius);
  }
  return free + any;
}

bool has_seams(const World& world, std::uint32_t i, std::uint32_t j) {
  const auto is_wide = [&](const Info& info) { return is_immobile(info) && !is_round(info); };
  return is_wide(world.bodies.info[i]) || is_wide(world.bodies.info[j]);
}

CellImage nearest_image(const World& world, std::uint32_t i, std::uint32_t j) {
  const Place &a = world.bodies.place[i], &b = world.bodies.place[j];
  const bool endless = !std::isfinite(a.radius) || !std::isfinite(b.radius);
  return endless ? kHere : world.cell.image_towards(b.position - a.position);
}

ImageRange nearest_images(const World& world, const Place& a, const Place& b, double margin) {
  CAIRN_ASSERT(margin >= 0);
  ImageRange range;
  if (!world.cell.repeats() || !std::isfinite(a.radius) || !std::isfinite(b.radius)) return range;
  const Cell& cell = world.cell;
  const Vec3 s = inverse(cell.axes()) * (b.position - a.position), widths = cell.widths();
  for (int k = 0; k < 3; ++k) {
    if (!cell.periodic[k]) continue;
    const auto image_at = [](double x) { return std::clamp(-static_cast<int>(std::floor(x + 0.5)), -1, 1); };
    range.low[k] = image_at(s[k] + margin / widths[k]);
    range.high[k] = image_at(s[k] - margin / widths[k]);
  }
  return range;
}

namespace {

// The cell of a world during one search.
struct SearchedCell {
  const Cell& cell;
  Mat3 to_fraction;
  Vec3 widths;
  explicit SearchedCell(const Cell& of) : cell(of) {
    if (cell.repeats()) {
      to_fraction = inverse(cell.axes());
      widths = cell.widths();
    }
  }
  // Images in which a body at x may meet another whose centre is nearer than `reach`: across the faces that x
  // is near.
  ImageRange images_in_reach(const Vec3& x, double reach) const {
    ImageRange range;
    if (!cell.repeats()) return range;
    const Vec3 s = to_fraction * (x - cell.centre);
    for (int k = 0; k < 3; ++k) {
      if (!cell.periodic[k]) continue;
      range.low[k] = (s[k] + 0.5) * widths[k] < reach ? -1 : 0;
      range.high[k] = (0.5 - s[k]) * widths[k] < reach ? 1 : 0;
    }
    return range;
  }
};

}  // namespace

std::vector<std::uint32_t> ListBuilder::build(World& world, Threads& threads, double skin, VerletList& list) {
  std::vector<std::uint32_t> order = sort(world, skin, list);
  list_pairs(world, threads, list);
  return order;
}

std::vector<std::uint32_t> ListBuilder::sort(World& world, double skin, VerletList& list) {
  CAIRN_ASSERT(!(skin < 0));
  for (const Info& info : world.bodies.info) CAIRN_ASSERT(info.shape < world.shapes.size());
  SpatialOrder sorted = spatial_order(world);
  Bodies& bodies = world.bodies;
  bodies.reorder(sorted.order);
  const std::uint32_t n = static_cast<std::uint32_t>(bodies.size());

  // Reference poses, and the farthest that any surface is from any other.
  list.skin = skin;
  list.small = sorted.small;
  list.reference_edge = world.cell.edge;
  list.parts = std::move(sorted.parts);
  list.reference.resize(n);
  const auto turned = std::ranges::find_if_not(bodies.info, is_round) - bodies.info.begin();
  list.reference_turn.assign(bodies.orientation.begin() + turned, bodies.orientation.end());
  Vec3 low = n > 0 ? bodies.place[0].position : Vec3{}, high = low;
  double largest = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    list.reference[i] = bodies.place[i].position;
    low = min(low, list.reference[i]);
    high = max(high, list.reference[i]);
    if (!is_wall(world.shapes[bodies.info[i].shape])) largest = std::max(largest, bodies.place[i].radius);
  }
  list.reach = norm(high - low) + largest;

  list.radii = radii_of({bodies.place.data(), sorted.small});
  return std::move(sorted.order);
}

// The places of the list are those of the world while its pairs are found.
void ListBuilder::list_again(World& world, Threads& threads, VerletList& list) {
  Bodies& bodies = world.bodies;
  const std::size_t n = bodies.size(), turned = n - list.reference_turn.size();
  CAIRN_ASSERT(list.reference.size() == n && list.reference_turn.size() <= n && list.small <= n);
  CAIRN_ASSERT(list.parts.bodies() == n);
  const auto exchange_poses = [&] {
    for (std::size_t i = 0; i < n; ++i) std::swap(bodies.place[i].position, list.reference[i]);
    for (std::size_t i = turned; i < n; ++i)
      std::swap(bodies.orientation[i], list.reference_turn[i - turned]);
    std::swap(world.cell.edge, list.reference_edge);
  };
  exchange_poses();
  list_pairs(world, threads, list);
  exchange_poses();
}

void ListBuilder::list_pairs(const World& world, Threads& threads, VerletList& list) {
  const Bodies& bodies = world.bodies;
  // Each part of bodies finds its own pairs.
  has_small_seams_ = false;
  for (std::uint32_t i = 0; world.cell.repeats() && i < list.small; ++i)
    has_small_seams_ = has_small_seams_ || has_seams(world, i, i);
  grid_.build({bodies.place.data(), list.small}, list.skin, list.radii);
  CAIRN_ASSERT(list.parts.bodies() == bodies.size());
  spheres_.resize(list.parts.count());
  general_.resize(list.parts.count());
  list.parts.each(threads, [&](std::uint32_t begin, std::uint32_t end, std::size_t part) {
    find_pairs(world, list, begin, end, spheres_[part], general_[part]);
  });
  join(world, spheres_, list.spheres, [](std::uint32_t, std::uint32_t) { return true; });
  join(world, general_, list.general,
       [&](std::uint32_t i, std::uint32_t j) { return bodies.info[i].uid < bodies.info[j].uid; });
  // The memory is needed between lists.
  std::vector<Found>().swap(spheres_), std::vector<Found>().swap(general_);
  grid_ = {};
}

// Joins the pairs of all parts into one list. is_first(finder, other) is true if the finder becomes a.
template <class IsFirst>
void ListBuilder::join(const World& world, const std::vector<Found>& parts, PairList& list,
                       IsFirst&& is_first) {
  const bool repeats = world.cell.repeats();
  std::size_t total = 0;
  for (const Found& part : parts) total += part.others.size();
  list.pairs.clear();
  list.begin.assign(1, 0);
  list.image.clear();
  list.pairs.reserve(total);
  list.begin.reserve(world.bodies.size() + 1);
  list.image.reserve(repeats ? total : 0);
  std::uint32_t finder = 0;
  for (const Found& part : parts) {
    auto other = part.others.begin();
    for (const std::uint32_t count : part.count) {
      for (std::uint32_t k = 0; k < count; ++k, ++other) {
        CAIRN_ASSERT(other->body != finder && other->body < world.bodies.size());
        const bool first = is_first(finder, other->body);
        list.pairs.push_back(first ? Pair{finder, other->body} : Pair{other->body, finder});
        if (repeats) list.image.push_back(first ? other->image : opposite(other->image));
      }
      list.begin.push_back(list.begin.back() + count);
      ++finder;
    }
  }
  CAIRN_ASSERT(finder == world.bodies.size() && list.pairs.size() == total);
  CAIRN_ASSERT(list.image.size() == (repeats ? total : 0));
}

void ListBuilder::find_pairs(const World& world, const VerletList& list, std::uint32_t begin,
                             std::uint32_t end, Found& spheres, Found& general) const {
  const Bodies& bodies = world.bodies;
  const Cell& cell = world.cell;
  const SearchedCell searched(cell);
  const std::uint32_t n = static_cast<std::uint32_t>(bodies.size());
  for (Found* found : {&spheres, &general}) {
    found->others.clear();
    found->count.clear();
  }
  // Every body lists its pairs: small bodies ask the grid, and all bodies are tested against the large ones.
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::size_t spheres_before = spheres.others.size(), general_before = general.others.size();
    const Place& place = bodies.place[i];
    const auto is_listed = [&](std::uint32_t j) {
      const auto from = general.others.begin() + static_cast<std::ptrdiff_t>(general_before);
      return std::ranges::find(from, general.others.end(), j, &Neighbour::body) != general.others.end();
    };
    // One of the two may be as wide as the cell: list the pair once, with its nearest image.
    const auto consider_seams = [&](std::uint32_t j) {
      if (is_listed(j) || never_meet(world, i, j)) return;
      bool near = false;
      nearest_images(world, place, bodies.place[j], list.skin).each([&](CellImage image) {
        const Vec3 shift = cell.shift(image);
        near = near || (bounding_spheres_near(place, bodies.place[j], shift, list.skin) &&
                        surfaces_near(world, {i, j}, shift, list.skin));
      });
      if (near) general.others.push_back({j, nearest_image(world, i, j)});
    };
    // Two bodies whose bounding spheres are near.
    const auto consider_near = [&](std::uint32_t j, CellImage image, const Vec3& shift) {
      if (never_meet(world, i, j)) return;
      if (is_round(bodies.info[i]) && is_round(bodies.info[j])) {
        spheres.others.push_back({j, image});
      } else if (surfaces_near(world, {i, j}, shift, list.skin)) {
        general.others.push_back({j, image});
      }
    };
    const auto consider = [&](std::uint32_t j, CellImage image, const Vec3& shift) {
      if (cell.repeats() && has_seams(world, i, j)) return consider_seams(j);
      if (bounding_spheres_near(place, bodies.place[j], shift, list.skin)) consider_near(j, image, shift);
    };
    if (i < list.small) {
      const double reach = place.radius + grid_.largest_radius() + list.skin;
      searched.images_in_reach(place.position, reach).each([&](CellImage image) {
        const Vec3 shift = cell.shift(image);
        const Place seen{place.position - shift, place.radius};
        if (has_small_seams_)
          grid_.for_each_candidate(i, seen, [&](std::uint32_t j) { consider(j, image, shift); });
        else
          grid_.for_each_near(i, place, shift, [&](std::uint32_t j) { consider_near(j, image, shift); });
      });
    }
    for (std::uint32_t j = std::max(i + 1, list.small); j < n && !is_ghost(bodies.info[i]); ++j) {
      const CellImage image = nearest_image(world, i, j);
      consider(j, image, cell.shift(image));
    }
    // Sort by local index, and note how many this body found.
    const auto finish = [&](Found& found, std::size_t before) {
      std::ranges::sort(found.others.begin() + static_cast<std::ptrdiff_t>(before), found.others.end());
      found.count.push_back(static_cast<std::uint32_t>(found.others.size() - before));
    };
    finish(spheres, spheres_before);
    finish(general, general_before);
  }
}

}  // namespace cairn
