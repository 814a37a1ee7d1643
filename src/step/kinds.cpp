#include "step/kinds.h"

#include <map>

namespace cairn {
namespace {

// How many contacts a shape other than a ball has with a flat face.
int corners_of(const Shape& shape) {
  if (std::visit([]<class T>(const T&) { return is_smooth<T>(); }, shape)) return 1;
  return std::holds_alternative<Capsule>(shape) ? 2 : 4;
}

// Levers are half the edges of the bounds about the centre of mass; the axes are principal.
void add_levers(const Shape& shape, const Inertia& inertia, Kind& kind) {
  const Bounds bounds = local_bounds(shape);
  const Vec3 h = max(bounds.high, -bounds.low), gain = inertia.inverse_moments / inertia.inverse_mass;
  for (int i = 0; i < 3; ++i) {
    const double j2 = h[(i + 1) % 3] * h[(i + 1) % 3], k2 = h[(i + 2) % 3] * h[(i + 2) % 3];
    kind.rocking = std::max(kind.rocking, gain[i] * std::max(j2, k2));
    kind.twisting = std::max(kind.twisting, gain[i] * (j2 + k2));
  }
  kind.is_round = false;
}

}  // namespace

std::vector<Kind> kinds_of(const World& world) {
  const Bodies& bodies = world.bodies;
  std::map<std::pair<int, int>, Kind> kinds;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Info& info = bodies.info[i];
    Kind& kind = kinds[{info.group, info.material}];
    const double radius = bodies.place[i].radius;
    kind.group = info.group;
    kind.material = info.material;
    kind.smallest_radius = kind.count == 0 ? radius : std::min(kind.smallest_radius, radius);
    kind.largest_radius = std::max(kind.largest_radius, radius);
    kind.largest_inverse_mass = std::max(kind.largest_inverse_mass, bodies.inertia[i].inverse_mass);
    if (!is_immobile(info)) kind.largest_mass = std::max(kind.largest_mass, mass(bodies.inertia[i]));
    kind.free = kind.free || !is_immobile(info);
    ++kind.count;
    if (!(info.flags & kTurned)) continue;
    const Shape& shape = world.shapes[info.shape];
    kind.corners = std::max(kind.corners, corners_of(shape));
    if (!is_immobile(info)) add_levers(shape, bodies.inertia[i], kind);
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
