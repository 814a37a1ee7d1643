#include "results/frame.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace cairn {
namespace {

bool is_in(std::span<const int> groups, int group) {
  return groups.empty() || std::ranges::find(groups, group) != groups.end();
}

}  // namespace

double shown_radius(const World& world, std::size_t local) {
  const Info& info = world.bodies.info[local];
  const Shape& shape = world.shapes[info.shape];
  const bool is_ball = std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape);
  const double radius = world.bodies.place[local].radius;
  return std::isfinite(radius) && (is_ball || !is_immobile(info)) ? radius : 0;
}

Frame frame_of(const World& world, std::span<const int> groups) {
  Frame frame;
  frame.time = world.time;
  frame.step = world.step;
  if (world.cell.repeats()) frame.cell = world.cell.edge;
  const Bodies& bodies = world.bodies;
  for (const std::uint32_t i : bodies.by_uid()) {
    if (!is_in(groups, bodies.info[i].group)) continue;
    frame.uid.push_back(bodies.info[i].uid);
    frame.position.push_back(bodies.place[i].position);
    frame.orientation.push_back(bodies.orientation[i]);
    frame.velocity.push_back(bodies.motion[i].velocity);
    frame.angular_velocity.push_back(bodies.motion[i].spin);
    frame.radius.push_back(shown_radius(world, i));
    frame.name_index.push_back(bodies.info[i].group);
  }
  return frame;
}

FrameContacts chosen_contacts(const FrameContacts& contacts,
                              const std::function<bool(std::size_t)>& is_wanted) {
  FrameContacts kept;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!is_wanted(k)) continue;
    kept.bodies.push_back(contacts.bodies[k]);
    kept.point.push_back(contacts.point[k]);
    kept.normal.push_back(contacts.normal[k]);
    kept.gap.push_back(contacts.gap[k]);
    kept.force.push_back(contacts.force[k]);
    if (!contacts.bond.empty()) kept.bond.push_back(contacts.bond[k]);
    if (!contacts.ends.empty())
      kept.ends.insert(kept.ends.end(), &contacts.ends[2 * k], &contacts.ends[2 * k] + 2);
    if (contacts.compatible.empty()) continue;
    kept.compatible.push_back(contacts.compatible[k]);
    kept.self_stressed.push_back(contacts.self_stressed[k]);
  }
  return kept;
}

FrameContacts contacts_of_groups(const World& world, const FrameContacts& contacts,
                                 std::span<const int> groups) {
  const auto is_shown = [&](Uid uid) {
    const std::uint32_t local = world.bodies.local(uid);
    return local != kNoBody && is_in(groups, world.bodies.info[local].group);
  };
  return chosen_contacts(contacts, [&](std::size_t k) {
    return is_shown(contacts.bodies[k][0]) || is_shown(contacts.bodies[k][1]);
  });
}

std::vector<Vec3> link_ends(const World& world, const FrameContacts& contacts) {
  const Bodies& bodies = world.bodies;
  std::vector<Vec3> ends;
  ends.reserve(2 * contacts.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    for (const Uid uid : contacts.bodies[k]) {
      const std::uint32_t i = bodies.local(uid);
      const bool is_free = i != kNoBody && !is_immobile(bodies.info[i]);
      if (!is_free) {
        ends.push_back(contacts.point[k]);
        continue;
      }
      // The periodic image of the centre that is nearest to the contact point.
      const Vec3& centre = bodies.place[i].position;
      ends.push_back(centre + world.cell.shift(world.cell.image_towards(centre - contacts.point[k])));
    }
  }
  return ends;
}

std::vector<double> normal_forces(const FrameContacts& contacts) {
  std::vector<double> forces(contacts.size());
  for (std::size_t k = 0; k < forces.size(); ++k) forces[k] = dot(contacts.force[k], contacts.normal[k]);
  return forces;
}

}  // namespace cairn
