// Bodies that touch nothing leave a list of pairs in place: the pairs of the others, their order and their
// springs stay. A new list would cost nine steps.
#include <algorithm>

#include "base/assert.h"
#include "step/force_pass.h"

namespace cairn {
namespace {

// Keeps the elements with these increasing indices.
template <class T>
void keep(std::vector<T>& values, std::span<const std::uint32_t> kept) {
  if (values.empty()) return;
  for (std::size_t k = 0; k < kept.size(); ++k) values[k] = values[kept[k]];
  values.resize(kept.size());
}

// Bodies that stay: their old indices in order, and the new index of each old one, kNoBody if it leaves.
struct Staying {
  std::span<const std::uint32_t> old;
  std::vector<std::uint32_t> now;
};

// Returns the old indices of the pairs that stay.
std::vector<std::uint32_t> keep(PairList& list, const Staying& bodies) {
  PairList next;
  std::vector<std::uint32_t> kept;
  next.begin.assign(1, 0);
  for (const std::uint32_t i : bodies.old) {
    for (std::uint32_t p = list.begin[i]; p < list.begin[i + 1]; ++p) {
      const Pair pair{bodies.now[list.pairs[p].a], bodies.now[list.pairs[p].b]};
      if (pair.a == kNoBody || pair.b == kNoBody) continue;
      next.pairs.push_back(pair), kept.push_back(p);
    }
    next.begin.push_back(static_cast<std::uint32_t>(kept.size()));
  }
  keep(list.image, kept);
  list.pairs = std::move(next.pairs), list.begin = std::move(next.begin);
  return kept;
}

}  // namespace

void ForcePass::PairMemory::keep(std::span<const std::uint32_t> kept) {
  cairn::keep(springs, kept), cairn::keep(rolls, kept), cairn::keep(touching, kept);
}

bool ForcePass::touches(std::span<const std::uint8_t> marked) const {
  const auto is_marked = [&](Pair pair) { return marked[pair.a] != 0 || marked[pair.b] != 0; };
  const auto holds_marked = [&](const PairMemory& of, auto&& pair_of) {
    for (std::size_t p = 0; p < of.touching.size(); ++p)
      if (of.touching[p] && is_marked(pair_of(p))) return true;
    return false;
  };
  return holds_marked(spheres_, [&](std::size_t p) { return list_.spheres.pairs[p]; }) ||
         holds_marked(on_planes_.memory, [&](std::size_t q) { return on_planes_.pair(q); }) ||
         std::ranges::any_of(parts_, [&](const Part& part) {
           return std::ranges::any_of(part.springs, [&](const GeneralSpring& spring) {
             return is_marked(list_.general.pairs[spring.pair]);
           });
         });
}

void ForcePass::drop(World& world, std::span<const std::uint32_t> kept) {
  Staying bodies{kept, std::vector(world.bodies.size(), kNoBody)};
  for (std::size_t k = 0; k < kept.size(); ++k) bodies.now[kept[k]] = static_cast<std::uint32_t>(k);
  // Springs of the pair table in the order of the list, and pairs of spheres and planes.
  std::vector<GeneralSpring> springs;
  for (const Part& part : parts_) springs.insert(springs.end(), part.springs.begin(), part.springs.end());
  std::vector<std::uint32_t> on_planes;
  for (std::uint32_t q = 0; q < on_planes_.pairs.size(); ++q) {
    const Pair pair = on_planes_.pair(q);
    if (bodies.now[pair.a] != kNoBody && bodies.now[pair.b] != kNoBody) on_planes.push_back(q);
  }
  on_planes_.memory.keep(on_planes);
  // Pairs and their springs.
  const std::vector<std::uint32_t> spheres = keep(list_.spheres, bodies),
                                   general = keep(list_.general, bodies);
  spheres_.keep(spheres), keep(kinds_, spheres);
  list_.keep(kept);
  // Bodies, and their parts with the springs of the pair table.
  world.bodies.reorder(kept);
  divide(world);
  CAIRN_ASSERT(on_planes_.pairs.size() == on_planes.size());
  const std::vector<std::uint32_t>& begin = list_.general.begin;
  for (GeneralSpring& spring : springs) {
    const auto at = std::ranges::lower_bound(general, spring.pair);
    CAIRN_ASSERT(at != general.end() && *at == spring.pair);
    spring.pair = static_cast<std::uint32_t>(at - general.begin());
    const auto finder = std::ranges::upper_bound(begin, spring.pair) - begin.begin() - 1;
    parts_[list_.parts.of(static_cast<std::uint32_t>(finder))].springs.push_back(spring);
  }
}

}  // namespace cairn
