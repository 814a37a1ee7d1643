// The bodies of a world: arrays of small records, one array per use, all in the same local order. The local
// order is spatial (broad phase) and may change between steps; a body's uid never changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "math/quat.h"
#include "math/vec3.h"

namespace cairn {

using Uid = std::uint64_t;
inline constexpr std::uint32_t kNoBody = std::numeric_limits<std::uint32_t>::max();

// Position of the centre, and radius of the bounding sphere about it (for a sphere its own radius).
struct alignas(32) Place {
  Vec3 position;
  double radius = 0;
};

// Velocity of the centre [m/s] and angular velocity [rad/s], both in world axes.
struct Motion {
  Vec3 velocity, spin;
};

// Inverse mass [1/kg] and inverse principal moments [1/(kg m²)], in body axes; zero for a body that
// forces do not move.
struct Inertia {
  double inverse_mass = 0;
  Vec3 inverse_moments;
};

// Sum of the forces [N] and torques about the centre [N m] of contacts and springs, in world axes. The kept
// part is no loss in the energy budget: it has a potential or is booked elsewhere. The layout is three rows
// of four numbers, each of which moves as one. The kept torque, which contacts of spheres do not have, fills
// the last column.
struct alignas(32) Load {
  Vec3 force;
  double kept_torque_x = 0;
  Vec3 torque;
  double kept_torque_y = 0;
  Vec3 kept_force;
  double kept_torque_z = 0;

  Vec3 kept_torque() const { return {kept_torque_x, kept_torque_y, kept_torque_z}; }
  Load& operator+=(const Load& b) {
    force += b.force;
    torque += b.torque;
    kept_force += b.kept_force;
    kept_torque_x += b.kept_torque_x;
    kept_torque_y += b.kept_torque_y;
    kept_torque_z += b.kept_torque_z;
    return *this;
  }
};
// A force F and a torque M; the parts K of F and T of M are no loss.
inline Load make_load(const Vec3& f, const Vec3& m, const Vec3& k, const Vec3& t) {
  return {f, t.x, m, t.y, k, t.z};
}

// Locked degrees of freedom, in world axes, and how the body moves.
enum Flag : std::uint16_t {
  kLockX = 1,
  kLockY = 2,
  kLockZ = 4,  // translation
  kLockSpinX = 8,
  kLockSpinY = 16,
  kLockSpinZ = 32,  // rotation
  kFixed = 64,      // never moves
  kDriven = 128,    // moves as prescribed (model/drive.h)
  kTurned = 256,    // not a sphere: orientation and gyroscopic torque matter
  kBelt = 512,      // its surface moves along itself (model/drive.h)
};
inline constexpr std::uint16_t kLockPlane = kLockY | kLockSpinX | kLockSpinZ;  // 2-D: the x-z plane

struct Info {
  Uid uid = 0;
  std::uint32_t shape = 0;     // index into World::shapes
  std::uint16_t material = 0;  // index into Materials
  std::uint16_t group = 0;     // index into World::groups: the body's scene entry
  std::uint16_t flags = 0;
};

inline bool is_immobile(const Info& info) { return (info.flags & (kFixed | kDriven)) != 0; }

struct Bodies;

// Somebody outside who looks at the arrays of bodies while they change, such as a viewer or a script.
class BodiesOnlooker {
 public:
  virtual ~BodiesOnlooker() = default;
  // True while it looks at any of the arrays.
  virtual bool looks() const = 0;
  // The bodies have a new order, number or memory. `old` has the arrays that were looked at, and may be kept.
  virtual void replaced(Bodies old) = 0;
};

// Belongs to one set of bodies: a copy has no onlooker.
struct OnlookerOf {
  BodiesOnlooker* who = nullptr;
  OnlookerOf() = default;
  OnlookerOf(const OnlookerOf&) {}
  OnlookerOf& operator=(const OnlookerOf&) { return *this; }

  bool looks() const { return who != nullptr && who->looks(); }
};

struct Bodies {
  std::vector<Place> place;
  std::vector<Quat> orientation;
  std::vector<Motion> motion;
  std::vector<Inertia> inertia;
  std::vector<Load> load;
  std::vector<Info> info;
  std::vector<std::uint32_t> local_of_uid;  // kNoBody for removed bodies
  OnlookerOf onlooker{};

  std::size_t size() const { return place.size(); }

  // All data of one body, for adding and inspecting.
  struct Body {
    Place place;
    Quat orientation;
    Motion motion;
    Inertia inertia;
    Load load;
    Info info;
  };
  // Adds a body, gives it the next uid and returns that.
  Uid add(Body body);
  Body get(std::size_t local) const;
  std::uint32_t local(Uid uid) const { return uid < local_of_uid.size() ? local_of_uid[uid] : kNoBody; }

  // order[k] is the old local index of the body that becomes k. Bodies not in `order` are removed for good.
  void reorder(std::span<const std::uint32_t> order);
  // Asserts that all arrays have the same size and that every uid leads to its own body.
  void check() const;
  // Local indices in the order of uids.
  std::vector<std::uint32_t> by_uid() const;
};

// The smaller radius of two bodies, the length that overlaps are compared with [m].
inline double smaller_radius(const Bodies& bodies, std::size_t i, std::size_t j) {
  return std::min(bodies.place[i].radius, bodies.place[j].radius);
}
// The median radius of the bodies i for which counts(i) is true [m]: the upper of two middle ones; 0
// if there are none.
template <class Counts>
double median_radius(const Bodies& bodies, Counts&& counts) {
  std::vector<double> radii;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (counts(i)) radii.push_back(bodies.place[i].radius);
  if (radii.empty()) return 0;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  return *middle;
}
// The median radius of the free bodies.
double median_radius(const Bodies& bodies);

inline double mass(const Inertia& inertia) { return inertia.inverse_mass > 0 ? 1 / inertia.inverse_mass : 0; }

}  // namespace cairn
