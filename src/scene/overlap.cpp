#include "scene/overlap.h"

#include <algorithm>
#include <cmath>

#include "collide/grid.h"
#include "pack/obstacles.h"
#include "pack/relax.h"
#include "scene/entry.h"

namespace cairn {
namespace {

constexpr double kRoundOff = 1e-9;  // of the smaller size; bodies placed to touch overlap by less
constexpr double kLarge = 16;       // times the median radius; larger bodies are compared with all others

bool may_meet(const World& world, std::uint32_t i, std::uint32_t j) {
  const Info &p = world.bodies.info[i], &q = world.bodies.info[j];
  return !(is_immobile(p) && is_immobile(q)) && collide(world, p.group, q.group);
}

// The deepest overlap of two bodies, with the second one shifted; depth 0 if they do not overlap.
Overlap overlap_of(const World& world, std::uint32_t i, std::uint32_t j, const Vec3& shift) {
  const Place &p = world.bodies.place[i], &q = world.bodies.place[j];
  const double reach = p.radius + q.radius, distance2 = norm2(q.position + shift - p.position);
  if (distance2 >= reach * reach || !may_meet(world, i, j)) return {};
  const PlacedShape a = placed(world, i), b = placed(world, j, shift);
  if (!can_collide(a.shape, b.shape)) return {};
  ContactPoints contacts;
  find_contacts(a, b, 0, contacts);
  Overlap deepest;
  for (const ContactPoint& contact : contacts)
    if (-contact.gap > deepest.depth) deepest = {-contact.gap, contact.normal};
  return deepest;
}

// The shift that brings a body into the periodic cell.
Vec3 into_cell(const World& world, std::uint32_t i) {
  const Place& place = world.bodies.place[i];
  if (!std::isfinite(place.radius)) return {};
  const Vec3 d = place.position - world.cell.centre;
  return world.cell.nearest(d) - d;
}

// The cell itself and its neighbours along the periodic axes.
std::vector<CellImage> images_of(const Cell& cell) {
  std::vector<CellImage> images;
  for (int k = 0; k < kImages; ++k) {
    const bool n[] = {k % 3 != 1, k / 3 % 3 != 1, k / 9 != 1};
    if ((!n[0] || cell.periodic[0]) && (!n[1] || cell.periodic[1]) && (!n[2] || cell.periodic[2]))
      images.push_back(static_cast<CellImage>(k));
  }
  return images;
}

}  // namespace

void for_each_overlap(const World& world,
                      const std::function<void(std::uint32_t, std::uint32_t, const Overlap&)>& f) {
  // Small bodies go to a grid; large ones are compared with all others.
  const Bodies& bodies = world.bodies;
  const double limit =
      kLarge * median_radius(bodies, [&](std::size_t i) { return std::isfinite(bodies.place[i].radius); });
  std::vector<std::uint32_t> small, large;
  std::vector<Place> places;
  std::vector<Vec3> inside(bodies.size());  // from each body to its place in the cell
  for (const std::uint32_t i : bodies.by_uid()) {
    const bool is_small = bodies.place[i].radius <= limit;
    (is_small ? small : large).push_back(i);
    inside[i] = into_cell(world, i);
    if (is_small) places.push_back({bodies.place[i].position + inside[i], bodies.place[i].radius});
  }
  CellGrid grid;
  grid.build(places, 0);
  // Pairs in the cell itself and across its faces. Endless walls do not repeat.
  for (const CellImage image : images_of(world.cell)) {
    const Vec3 across = world.cell.shift(image);
    const auto consider = [&](std::uint32_t i, std::uint32_t j) {
      const bool endless = !std::isfinite(bodies.place[i].radius) || !std::isfinite(bodies.place[j].radius);
      if (endless && image != kHere) return;
      Vec3 shift = endless ? Vec3{} : across + inside[j] - inside[i];
      if (bodies.info[j].uid < bodies.info[i].uid) {
        std::swap(i, j);
        shift = -shift;
      }
      if (const Overlap found = overlap_of(world, i, j, shift); found.depth > 0) f(i, j, found);
    };
    for (std::uint32_t k = 0; k < small.size(); ++k) {
      const Place seen{places[k].position - across, places[k].radius};
      grid.for_each_candidate(k, seen, [&](std::uint32_t other) { consider(small[k], small[other]); });
      for (const std::uint32_t j : large) consider(small[k], j);
    }
    for (std::size_t k = 0; k < large.size(); ++k)
      for (std::size_t other = k + 1; other < large.size(); ++other) consider(large[k], large[other]);
  }
}

double smaller_size(const World& world, std::uint32_t i, std::uint32_t j) {
  const auto size = [&](std::uint32_t k) {
    const Info& info = world.bodies.info[k];
    if (!(info.flags & kTurned)) return world.bodies.place[k].radius;
    return is_immobile(info) ? kInfinity : 0.5 * thickness(world.shapes[info.shape]);
  };
  return std::min(size(i), size(j));
}

OverlapSummary overlaps_of(const World& world) {
  OverlapSummary summary;
  for_each_overlap(world, [&](std::uint32_t i, std::uint32_t j, const Overlap& found) {
    const double share = found.depth / smaller_size(world, i, j);
    if (share < kRoundOff) return;
    ++summary.pairs;
    if (share > summary.share) {
      summary.i = i;
      summary.j = j;
      summary.depth = found.depth;
      summary.share = share;
    }
  });
  return summary;
}

namespace {

// Pushes spheres and discs apart, all together.
double relax_balls(World& world, const std::vector<std::uint8_t>& relaxing, int dimension) {
  Bodies& bodies = world.bodies;
  std::vector<std::uint32_t> balls;
  std::vector<Place> places;
  std::vector<std::uint8_t> movable;
  bool any = false;
  for (const std::uint32_t i : bodies.by_uid()) {
    const Info& info = bodies.info[i];
    if (!is_ball(world.shapes[info.shape])) continue;
    balls.push_back(i);
    places.push_back(bodies.place[i]);
    movable.push_back(relaxing[info.group] != 0 && !is_immobile(info));
    any |= movable.back() != 0;
  }
  if (!any) return 0;

  // All other bodies are obstacles.
  const Vec3 far{kInfinity, kInfinity, kInfinity};
  Obstacles walls(dimension == 2 ? Shape(Disc{}) : Shape(Sphere{}), {-far, far});
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (!is_ball(world.shapes[bodies.info[i].shape])) walls.add(placed(world, i));
  const RelaxReport report =
      relax(places, movable, dimension, [&](const Place& p) { return walls.pushed_out(p); });
  for (std::size_t k = 0; k < balls.size(); ++k) bodies.place[balls[k]] = places[k];
  return report.overlap;
}

// Pushes other bodies apart, pair by pair along the normal of the deepest point, a little more than needed.
double relax_others(World& world, const std::vector<std::uint8_t>& relaxing, int dimension) {
  constexpr int kPasses = 500;
  constexpr double kEnough = 1e-3, kMore = 1.01;
  Bodies& bodies = world.bodies;
  const auto is_movable = [&](std::uint32_t k) {
    return relaxing[bodies.info[k].group] != 0 && !is_immobile(bodies.info[k]);
  };
  const auto is_other = [&](std::uint32_t k) {
    return is_movable(k) && (bodies.info[k].flags & kTurned) != 0;
  };
  // Passes over all pairs until the largest overlap is small enough.
  const bool any = std::ranges::any_of(bodies.by_uid(), is_other);
  double largest = 0;
  for (int pass = 0; any && pass < kPasses; ++pass) {
    largest = 0;
    for_each_overlap(world, [&](std::uint32_t i, std::uint32_t j, const Overlap& found) {
      if (!is_other(i) && !is_other(j)) return;
      largest = std::max(largest, found.depth / smaller_size(world, i, j));
      Vec3 push = kMore * found.depth * found.normal;
      if (dimension == 2) push.y = 0;
      const double share = is_movable(i) && is_movable(j) ? 0.5 : 1;
      if (is_movable(i)) bodies.place[i].position -= share * push;
      if (is_movable(j)) bodies.place[j].position += share * push;
    });
    if (largest <= kEnough) break;
  }
  return largest;
}

}  // namespace

double relax_groups(World& world, const std::vector<std::uint8_t>& relaxing, int dimension) {
  const double balls = relax_balls(world, relaxing, dimension);
  return std::max(balls, relax_others(world, relaxing, dimension));
}

}  // namespace cairn
