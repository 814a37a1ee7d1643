// Everything that exists at time t.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/bodies.h"
#include "model/cell.h"
#include "model/drive.h"
#include "model/joint.h"
#include "model/materials.h"
#include "model/memory.h"
#include "shapes/shape.h"

namespace cairn {

// Damping for quasi-static explicit runs. `global` slows every free body at a rate [1/s]; `local` removes the
// fraction alpha of each force component along the motion [PC04].
struct Damping {
  double global = 0;
  double local = 0;
};

// Pairs of groups of fixed and driven bodies that may press on each other, with at least one of them driven;
// sorted, first < second. Such bodies pass through each other unless the method has a force for them.
struct Pressing {
  std::vector<std::pair<int, int>> groups;
  bool has_force = false;
};

struct World {
  Bodies bodies;
  std::vector<Shape> shapes;
  std::vector<std::string> groups;  // names of the scene entries; Info::group is an index here
  Materials materials;
  ContactMemory memory;

  int dimension = 3;  // 2: motion in the x-z plane; the depth along y is one metre
  Vec3 gravity;
  Damping damping;
  Cell cell;  // periodic only if the scene says so
  std::optional<CellServo> cell_servo;
  std::vector<Drive> drives;
  std::vector<Belt> belts;  // of bodies with the flag kBelt
  std::vector<AppliedLoad> loads;
  std::vector<BodySpring> springs;
  std::vector<Joint> joints;               // joints of removed bodies do nothing
  std::vector<std::pair<int, int>> apart;  // pairs of groups that do not collide, sorted, first <= second
  Pressing pressing;

  std::uint64_t step = 0;
  double time = 0;

  PlasticMemory plastic;             // sorted by key
  std::vector<BondKind> bond_kinds;  // of the scene and its events
  std::uint64_t broken_bonds = 0;    // so far
};

// The shape of body i at its place, moved by `shift` to one of its images.
inline PlacedShape placed(const World& world, std::size_t i, const Vec3& shift = {}) {
  const Bodies& bodies = world.bodies;
  return {world.shapes[bodies.info[i].shape], bodies.place[i].position + shift, bodies.orientation[i],
          bodies.place[i].radius};
}
// The index of the two bodies' materials in tables of pairs (Materials::index).
inline int material_pair(const World& world, std::size_t i, std::size_t j) {
  return world.materials.index(world.bodies.info[i].material, world.bodies.info[j].material);
}

// The number of the belt of a body; the number of all belts if it has none or moves freely now.
std::size_t belt_of(const World& world, std::uint32_t i);
// The part of belts in the velocity of the surface of body b relative to that of body a, where the normal is
// n.
Vec3 belt_rate(const World& world, std::uint32_t a, std::uint32_t b, const Vec3& n);

// Asserts that a world is consistent: arrays, indices and sorted lists. Numerical trouble, such as a velocity
// that is not finite, is no broken contract: the steppers report it.
void check(const World& world);

// A hash of the whole mechanical state: time, bodies, cell, contact memory, plastic state, joints. It is the
// sum (mod 2^64) of the hashes of single records, so that the order of bodies and contacts does not matter.
std::uint64_t state_hash(const World& world);

}  // namespace cairn
