#include "collide/list_record.h"

#include <algorithm>
#include <string>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

void require(bool fits) {
  if (!fits) throw RunError("the checkpoint does not fit the scene: its list of pairs is of other bodies");
}

void put_pairs(Record& record, const std::string& name, const PairList& list) {
  record.put(name + ".pairs", list.pairs);
  record.put(name + ".image", list.image);
  record.put(name + ".begin", list.begin);
}

PairList get_pairs(const Record& record, const std::string& name, std::size_t bodies) {
  PairList list{record.get<std::vector<Pair>>(name + ".pairs"),
                record.get<std::vector<std::uint32_t>>(name + ".begin"),
                record.get<std::vector<CellImage>>(name + ".image")};
  require(list.begin.size() == bodies + 1 && list.begin.front() == 0 && std::ranges::is_sorted(list.begin) &&
          list.begin.back() == list.pairs.size());
  require(std::ranges::all_of(list.pairs, [&](Pair pair) { return pair.a < bodies && pair.b < bodies; }));
  require(list.image.empty() || list.image.size() == list.pairs.size());
  return list;
}

}  // namespace

void put_list(Record& record, const VerletList& list) {
  CAIRN_ASSERT(list.small <= list.reference.size());
  CAIRN_ASSERT(list.spheres.begin.size() == list.reference.size() + 1);
  put_pairs(record, "list.spheres", list.spheres);
  put_pairs(record, "list.general", list.general);
  record.put("list.skin", list.skin);
  record.put("list.small", list.small);
  record.put("list.reach", list.reach);
  record.put("list.reference_edge", list.reference_edge);
  record.put("list.reference", list.reference);
  record.put("list.reference_turn", list.reference_turn);
}

VerletList get_list(const Record& record, std::size_t bodies) {
  VerletList list;
  list.spheres = get_pairs(record, "list.spheres", bodies);
  list.general = get_pairs(record, "list.general", bodies);
  list.skin = record.get<double>("list.skin");
  list.small = record.get<std::uint32_t>("list.small");
  list.reach = record.get<double>("list.reach");
  list.reference_edge = record.get<Edges>("list.reference_edge");
  list.reference = record.get<std::vector<Vec3>>("list.reference");
  list.reference_turn = record.get<std::vector<Quat>>("list.reference_turn");
  require(list.small <= bodies && list.reference.size() == bodies && list.reference_turn.size() <= bodies);
  return list;
}

}  // namespace cairn
