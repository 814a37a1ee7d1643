#include "collide/list_record.h"

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {

void put_list(Record& record, const VerletList& list) {
  CAIRN_ASSERT(list.small <= list.reference.size());
  record.put("list.skin", list.skin);
  record.put("list.small", list.small);
  record.put("list.parts", list.parts.begin);
  record.put("list.radii", list.radii);
  record.put("list.reach", list.reach);
  record.put("list.reference_edge", list.reference_edge);
  record.put("list.reference", list.reference);
  record.put("list.reference_turn", list.reference_turn);
}

VerletList get_list(const Record& record, const World& world) {
  VerletList list;
  list.skin = record.get<double>("list.skin");
  list.small = record.get<std::uint32_t>("list.small");
  list.parts.begin = record.get<std::vector<std::uint32_t>>("list.parts");
  list.radii = record.get<RadiusRange>("list.radii");
  list.reach = record.get<double>("list.reach");
  list.reference_edge = record.get<Edges>("list.reference_edge");
  list.reference = record.get<std::vector<Vec3>>("list.reference");
  list.reference_turn = record.get<std::vector<Quat>>("list.reference_turn");
  const std::size_t bodies = world.bodies.size();
  const auto is_listed = [&](const Place& place) {
    return place.radius >= list.radii.smallest && place.radius <= list.radii.largest;
  };
  const std::vector<std::uint32_t>& parts = list.parts.begin;
  const bool has_parts =
      !parts.empty() && parts.front() == 0 && parts.back() == bodies && std::ranges::is_sorted(parts);
  const bool fits =
      has_parts && list.small <= bodies && list.reference.size() == bodies &&
      list.reference_turn.size() <= bodies &&
      std::all_of(world.bodies.place.begin(), world.bodies.place.begin() + list.small, is_listed);
  if (!fits || !(list.skin >= 0))
    throw RunError("the checkpoint does not fit the scene: its list of pairs is of other bodies");
  return list;
}

VerletList get_list(const Record& record, World& world, Threads& threads) {
  VerletList list = get_list(record, world);
  ListBuilder().list_again(world, threads, list);
  return list;
}

}  // namespace cairn
