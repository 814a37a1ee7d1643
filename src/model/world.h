// Everything that exists at time t.
#pragma once

#include <cstdint>
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

// Quasi-static help for explicit runs: global slows every free body at the rate [1/s]; local takes the
// fraction alpha of each force component that drives the motion (Cundall).
struct Damping {
  double global = 0;
  double local = 0;
};

struct World {
  Bodies bodies;
  std::vector<Shape> shapes;
  std::vector<std::string> groups;  // names of the scene entries; a body's group points here
  Materials materials;
  ContactMemory memory;

  Vec3 gravity;
  Damping damping;
  Cell cell;  // repeats along no edge unless the scene says so
  std::vector<Drive> drives;
  std::vector<AppliedLoad> loads;
  std::vector<BodySpring> springs;
  std::vector<Joint> joints;               // those with a body that was removed do nothing
  int dimension = 3;  // 2: motion in the x-z plane; the depth along y is one metre
  std::vector<std::pair<int, int>> apart;  // pairs of groups that do not collide, sorted, first <= second

  std::uint64_t step = 0;
  double time = 0;

  PlasticMemory plastic;             // sorted by key
  std::vector<BondKind> bond_kinds;  // of the scene and its events
  std::uint64_t broken_bonds = 0;    // so far
};

// One number for the whole mechanical state: time, bodies in uid order, contact memory, joints.
std::uint64_t state_hash(const World& world);

}  // namespace cairn
