#include "scene/overlap.h"

#include <algorithm>
#include <cmath>

#include "collide/grid.h"
#include "scene/entry.h"
#include "scene/obstacles.h"
#include "scene/relax.h"

namespace cairn {
namespace {

constexpr double kLarge = 16;  // bodies this many times larger than the median are compared with all others

PlacedShape placed(const World& world, std::uint32_t i) {
  const Bodies& bodies = world.bodies;
  return {world.shapes[bodies.info[i].shape], bodies.place[i].position, bodies.orientation[i],
          bodies.place[i].radius};
}

bool may_meet(const World& world, std::uint32_t i, std::uint32_t j) {
  const Info &p = world.bodies.info[i], &q = world.bodies.info[j];
  return !(is_immobile(p) && is_immobile(q)) && collide(world, p.group, q.group);
}

// Deepest overlap of two bodies; 0 if there is none.
double depth_of(const World& world, std::uint32_t i, std::uint32_t j) {
  const Place &p = world.bodies.place[i], &q = world.bodies.place[j];
  const double reach = p.radius + q.radius, distance2 = norm2(q.position - p.position);
  if (distance2 >= reach * reach || !may_meet(world, i, j)) return 0;
  const PlacedShape a = placed(world, i), b = placed(world, j);
  if (is_ball(a.shape) && is_ball(b.shape)) return reach - std::sqrt(distance2);
  if (!can_collide(a.shape, b.shape)) return 0;
  ContactPoints contacts;
  find_contacts(a, b, 0, contacts);
  double depth = 0;
  for (int k = 0; k < contacts.count; ++k) depth = std::max(depth, -contacts.point[k].gap);
  return depth;
}

double median_radius(const Bodies& bodies) {
  std::vector<double> radii;
  for (const Place& place : bodies.place)
    if (std::isfinite(place.radius)) radii.push_back(place.radius);
  if (radii.empty()) return 0;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  return *middle;
}

}  // namespace

void for_each_overlap(const World& world,
                      const std::function<void(std::uint32_t, std::uint32_t, double depth)>& f) {
  const Bodies& bodies = world.bodies;
  const double limit = kLarge * median_radius(bodies);
  std::vector<std::uint32_t> small, large;
  std::vector<Place> places;
  for (const std::uint32_t i : bodies.by_uid()) {
    const bool is_small = bodies.place[i].radius <= limit;
    (is_small ? small : large).push_back(i);
    if (is_small) places.push_back(bodies.place[i]);
  }
  const auto consider = [&](std::uint32_t i, std::uint32_t j) {
    if (bodies.info[j].uid < bodies.info[i].uid) std::swap(i, j);
    if (const double depth = depth_of(world, i, j); depth > 0) f(i, j, depth);
  };
  CellGrid grid;
  grid.build(places, 0);
  for (std::uint32_t k = 0; k < small.size(); ++k) {
    grid.for_each_candidate(k, places[k], [&](std::uint32_t other) { consider(small[k], small[other]); });
    for (const std::uint32_t j : large) consider(small[k], j);
  }
  for (std::size_t k = 0; k < large.size(); ++k)
    for (std::size_t other = k + 1; other < large.size(); ++other) consider(large[k], large[other]);
}

double smaller_radius(const World& world, std::uint32_t i, std::uint32_t j) {
  const auto radius = [&](std::uint32_t k) {
    const Info& info = world.bodies.info[k];
    const bool wall = is_immobile(info) && (info.flags & kTurned);
    return wall ? kInfinity : world.bodies.place[k].radius;
  };
  return std::min(radius(i), radius(j));
}

double relax_groups(World& world, const std::vector<std::uint8_t>& relaxing, int dimension) {
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

  const Vec3 far{kInfinity, kInfinity, kInfinity};
  Obstacles walls(dimension == 2 ? Shape(Disc{}) : Shape(Sphere{}), {-far, far});
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (!is_ball(world.shapes[bodies.info[i].shape])) walls.add(placed(world, i));
  const RelaxReport report =
      relax(places, movable, dimension, [&](const Place& p) { return walls.pushed_out(p); });
  for (std::size_t k = 0; k < balls.size(); ++k) bodies.place[balls[k]] = places[k];
  return report.overlap;
}

}  // namespace cairn
