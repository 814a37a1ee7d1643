// Worlds for tests of what a run writes.
#pragma once

#include <cmath>

#include "base/random.h"
#include "model/world.h"

namespace cairn {

inline Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

inline Uid add_body(World& world, Random& random, std::uint32_t shape, std::uint16_t flags) {
  Bodies::Body body;
  body.place = {random_vector(random), bounding_radius(world.shapes[shape])};
  if (std::holds_alternative<Sphere>(world.shapes[shape])) body.place.radius = random.uniform(0.1, 0.2);
  body.orientation = unit(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
  body.motion = {random_vector(random), random_vector(random)};
  const auto positive = [](const Vec3& v) { return Vec3{std::abs(v.x), std::abs(v.y), std::abs(v.z)}; };
  if ((flags & (kFixed | kDriven)) == 0)
    body.inertia = {random.uniform(1, 2), positive(random_vector(random))};
  body.load =
      make_load(random_vector(random), random_vector(random), random_vector(random), random_vector(random));
  body.info.shape = shape;
  body.info.material = static_cast<std::uint16_t>(random.next() % world.materials.list.size());
  body.info.group = static_cast<std::uint16_t>(shape == 0 ? 0 : 1);
  body.info.flags = flags;
  return world.bodies.add(body);
}

// Spheres, a fixed box and a plane; local order shuffled, a body removed, some contact memory.
inline World sample_world(std::size_t spheres, std::uint64_t seed) {
  Random random(seed);
  World world;
  world.shapes = {Sphere{}, Box{{0.5, 0.25, 0.125}}, Plane{}};
  world.groups = {"beads", "wälle"};
  world.materials.list.resize(2);
  world.materials.list[0] = {.name = "glass", .density = 2500, .friction = 0.5};
  world.materials.list[1] = {.name = "wall", .restitution = 0.1};
  world.materials.combine_all();
  world.materials.set(0, 1, {.friction = 0.75, .restitution = 0.2});
  add_body(world, random, 1, kFixed | kTurned);
  for (std::size_t k = 0; k < spheres; ++k) add_body(world, random, 0, 0);
  add_body(world, random, 2, kFixed | kTurned);

  // Body 1 goes, the others turn around.
  std::vector<std::uint32_t> order;
  for (auto k = static_cast<std::uint32_t>(world.bodies.size()); k-- > 0;) {
    if (k != 1) order.push_back(k);
  }
  world.bodies.reorder(order);
  for (Uid a = 2; a + 1 < spheres; ++a) {
    world.memory.push_back({{a, a + 1, static_cast<std::uint32_t>(a % 3)},
                            random_vector(random),
                            {random_vector(random), random.uniform(-1, 1)}});
  }
  world.gravity = {0, 0.1, -9.81};
  world.damping = {.global = 0.3, .local = 0.7};
  world.step = 4711;
  world.time = 0.1 * 4711;
  return world;
}

}  // namespace cairn
