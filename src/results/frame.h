// One moment of a run for the results: all bodies sorted by uid, and their contacts if wanted. SI, world
// axes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/world.h"

namespace cairn {

// The normal points from A to B; gap < 0 is overlap; the force acts on B [N].
struct FrameContacts {
  std::vector<std::array<Uid, 2>> bodies;  // A, B
  std::vector<Vec3> point, normal;
  std::vector<double> gap;
  std::vector<Vec3> force;
  // Empty unless the method finds compatible forces.
  std::vector<Vec3> compatible{};
  std::vector<std::int8_t> self_stressed{};
  std::vector<std::int32_t> bond{};  // Cohering of each contact; empty if the scene has no bonds
  std::vector<Vec3> ends{};          // link_ends(), in frames that are written or were read

  std::size_t size() const { return bodies.size(); }
};

struct Frame {
  double time = 0;
  std::uint64_t step = 0;
  std::optional<Edges> cell;  // of a periodic scene
  std::vector<Uid> uid;
  std::vector<Vec3> position;
  std::vector<Quat> orientation;
  std::vector<Vec3> velocity, angular_velocity;
  std::vector<double> radius;
  std::vector<std::int32_t> name_index;
  std::optional<FrameContacts> contacts;

  std::size_t size() const { return uid.size(); }
};

// Radius for result files [m]. A ball has its own radius. Another free body has the radius of the smallest
// ball about its centre that holds it. Walls (fixed or driven bodies that are not balls) have 0.
double shown_radius(const World& world, std::size_t local);

// The present world without contacts. `groups` are indices into world.groups; empty: all bodies.
Frame frame_of(const World& world, std::span<const int> groups = {});
// The contacts k for which is_wanted(k) is true.
FrameContacts chosen_contacts(const FrameContacts& contacts,
                              const std::function<bool(std::size_t)>& is_wanted);
// The contacts with at least one body in the groups; empty: all contacts.
FrameContacts contacts_of_groups(const World& world, const FrameContacts& contacts,
                                 std::span<const int> groups);

// The two ends of each contact's link in a force chain, first A's, then B's (2 m points). A free body's end
// is its centre, or the centre of the periodic image that touches. Other bodies have the contact point.
std::vector<Vec3> link_ends(const World& world, const FrameContacts& contacts);
// Normal part of each force [N]; positive where the bodies push each other.
std::vector<double> normal_forces(const FrameContacts& contacts);

}  // namespace cairn
