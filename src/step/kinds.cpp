#include "step/kinds.h"

#include <map>

namespace cairn {

std::vector<Kind> kinds_of(const World& world) {
  const Bodies& bodies = world.bodies;
  std::map<std::pair<int, int>, Kind> kinds;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Info& info = bodies.info[i];
    Kind& kind = kinds[{info.group, info.material}];
    const double radius = bodies.place[i].radius;
    kind.group = info.group, kind.material = info.material;
    kind.smallest_radius = kind.count == 0 ? radius : std::min(kind.smallest_radius, radius);
    kind.largest_radius = std::max(kind.largest_radius, radius);
    kind.largest_inverse_mass = std::max(kind.largest_inverse_mass, bodies.inertia[i].inverse_mass);
    if (!is_immobile(info)) kind.largest_mass = std::max(kind.largest_mass, mass(bodies.inertia[i]));
    kind.free = kind.free || !is_immobile(info);
    ++kind.count;
  }
  std::vector<Kind> list;
  list.reserve(kinds.size());
  for (const auto& [key, kind] : kinds) list.push_back(kind);
  return list;
}

std::string pair_name(const World& world, const Kind& a, const Kind& b) {
  return world.groups[static_cast<std::size_t>(a.group)] + " - " +
         world.groups[static_cast<std::size_t>(b.group)];
}

}  // namespace cairn
