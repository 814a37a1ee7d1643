// A moment of a run as results show it: all bodies sorted by uid, and perhaps their contacts. SI, world axes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/world.h"

namespace cairn {

// n points from A to B; gap < 0 is overlap; the force acts on B.
struct FrameContacts {
  std::vector<std::array<Uid, 2>> bodies;  // A, B
  std::vector<Vec3> point, normal;
  std::vector<double> gap;
  std::vector<Vec3> force;
  // Of a method that finds compatible forces; else empty.
  std::vector<Vec3> compatible{};
  std::vector<std::int8_t> self_stressed{};
  std::vector<std::int32_t> bond{};  // Cohering of each; empty if the scene has no bonds
  std::vector<Vec3> ends{};          // of frames that were stored: link_ends(); else empty

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

// Radius for result files: of the ball, or for another free body of the smallest ball about its centre that
// holds it; 0 for walls, which are fixed or driven bodies that are not balls.
double shown_radius(const World& world, std::size_t local);

// The world as it is, without contacts. `groups` are indices into world.groups; none: all bodies.
Frame frame_of(const World& world, std::span<const int> groups = {});
// Those contacts that `is_wanted`, by their number.
FrameContacts chosen_contacts(const FrameContacts& contacts,
                              const std::function<bool(std::size_t)>& is_wanted);
// The contacts that have at least one body in the groups; none: all.
FrameContacts contacts_of_groups(const World& world, const FrameContacts& contacts,
                                 std::span<const int> groups);

// The ends of each contact's link of a force chain, A's then B's: the centre of a free body, of its image
// that is there if the contact lies across the periodic cell, else the contact point. 2 m points.
std::vector<Vec3> link_ends(const World& world, const FrameContacts& contacts);
// The part of each force along the normal [N], positive where the bodies push each other.
std::vector<double> normal_forces(const FrameContacts& contacts);

}  // namespace cairn
