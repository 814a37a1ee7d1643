#include "step/force_pass.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/assert.h"
#include "base/pair_sum.h"
#include "base/sum.h"
#include "math/four.h"

namespace cairn {
namespace {

ContactKey key_of(const Bodies& bodies, Pair pair, std::uint32_t feature) {
  return {bodies.info[pair.a].uid, bodies.info[pair.b].uid, feature};
}

// A sphere pair runs from its finder to the other body; stored records run from the smaller uid to the
// larger.
Pair by_uid(const Bodies& bodies, Pair pair) {
  return bodies.info[pair.a].uid < bodies.info[pair.b].uid ? pair : Pair{pair.b, pair.a};
}
ContactHistory turned_round(const ContactHistory& roll) { return {{-roll.roll, roll.twist}, roll.dent}; }

// The records of one pair of bodies.
std::span<const ContactRecord> records_of(const ContactMemory& memory, const Bodies& bodies, Pair pair) {
  const ContactKey first = key_of(bodies, pair, 0), last = key_of(bodies, pair, ~std::uint32_t{0});
  const auto begin = std::ranges::lower_bound(memory, first, {}, &ContactRecord::key);
  const auto end = std::ranges::upper_bound(begin, memory.end(), last, {}, &ContactRecord::key);
  return {begin, end};
}

}  // namespace

void ForcePass::Shares::prepare(const VerletList& list, const PairList& pairs,
                                std::span<const std::uint8_t> elsewhere) {
  plan.build(pairs, list.parts, list.small, elsewhere);
  share.assign(plan.target.size(), {});
  used.assign(plan.target.size() + 1, 0);
}

// Adds the shares addressed to bodies of this leaf, and clears them. A load never becomes −0, so that
// leaving out a share of zeros changes no bit.
void ForcePass::Shares::collect(Bodies& bodies, std::size_t leaf) {
  Load* const load = bodies.load.data();
  const std::uint32_t *const target = plan.target.data(), end = plan.begin[leaf + 1];
  const auto add = [&](std::uint32_t s) {
    double *to = &load[target[s]].force.x, *from = &share[s].force.x;
    for (int row = 0; row < 12; row += 4) {
      store4(to + row, load4(to + row) + load4(from + row));
      store4(from + row, Four{});
    }
    used[s] = 0;
  };
  std::uint32_t s = plan.begin[leaf];
  while (s < end) {
    // Skip eight unused slots at once.
    std::uint64_t eight = 1;
    if (s + 8 <= end) std::memcpy(&eight, used.data() + s, sizeof eight);
    const std::uint32_t next = std::min(s + 8, end);
    if (eight == 0) {
      s = next;
      continue;
    }
    for (; s < next; ++s)
      if (used[s]) add(s);
  }
}

void ForcePass::collect(Bodies& bodies, std::size_t part) {
  CAIRN_ASSERT(part < parts_.size());
  if (!is_of_large(part)) {
    sphere_shares_.collect(bodies, part);
    general_shares_.collect(bodies, part);
    return;
  }
  for (std::uint32_t body = list_.small; body < bodies.size() && territory == nullptr; ++body)
    bodies.load[body] = exact_sum(shares_of_large(bodies, body));
}

// The terms of the load of a large body: its own, the shares addressed to it, and those of planes.
std::span<const Load> ForcePass::shares_of_large(const Bodies& bodies, std::uint32_t body) {
  std::vector<Load>& terms = large_terms_;
  terms.clear();
  if (counts(parts_.size() - 1)) terms.push_back(bodies.load[body]);
  const std::size_t receiver = sphere_shares_.plan.begin.size() - 1 - (bodies.size() - body);
  for (Shares* of : {&sphere_shares_, &general_shares_}) {
    for (std::uint32_t s = of->plan.begin[receiver]; s < of->plan.begin[receiver + 1]; ++s) {
      if (of->used[s]) terms.push_back(std::exchange(of->share[s], {}));
      of->used[s] = 0;
    }
  }
  const auto plane = std::ranges::find(on_planes_.planes, body, &PlaneSide::body) - on_planes_.planes.begin();
  if (static_cast<std::size_t>(plane) == on_planes_.planes.size()) return terms;
  for (std::size_t part = 0; part < parts_.size(); ++part)
    if (counts(part)) terms.push_back(parts_[part].plane_load[static_cast<std::size_t>(plane)]);
  return terms;
}

void ForcePass::collect_large(Bodies& bodies, Wanted wanted) {
  if (territory == nullptr) return;
  using Components = std::array<double, sizeof(Load) / sizeof(double)>;
  constexpr std::size_t kComponents = std::tuple_size_v<Components>;
  std::vector<std::uint32_t> summed;
  std::vector<ExactSum> sums;
  for (std::uint32_t body = list_.small; body < bodies.size(); ++body) {
    const std::span<const Load> terms = shares_of_large(bodies, body);
    if (wanted == Wanted::moving && (bodies.info[body].flags & kFixed)) continue;
    summed.push_back(body);
    sums.resize(sums.size() + kComponents);
    for (const Load& term : terms)
      for (std::size_t c = 0; c < kComponents; ++c)
        sums[sums.size() - kComponents + c] += std::bit_cast<Components>(term)[c];
  }
  if (summed.empty()) return;
  combine(territory->ranks(), sums);
  for (std::size_t k = 0; k < summed.size(); ++k) {
    Components load;
    for (std::size_t c = 0; c < kComponents; ++c) load[c] = sums[k * kComponents + c].value();
    bodies.load[summed[k]] = std::bit_cast<Load>(load);
  }
}

// The exact sum of of_part(k), k < parts, over all ranks.
template <class T, class OfPart>
T ForcePass::over_parts(std::size_t parts, OfPart&& of_part) const {
  if (territory == nullptr) return exact_total<T>(parts, of_part);
  using Components = std::array<double, sizeof(T) / sizeof(double)>;
  std::array<ExactSum, std::tuple_size_v<Components>> sums;
  for (std::size_t k = 0; k < parts; ++k)
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += std::bit_cast<Components>(of_part(k))[c];
  combine(territory->ranks(), sums);
  Components total;
  for (std::size_t c = 0; c < sums.size(); ++c) total[c] = sums[c].value();
  return std::bit_cast<T>(total);
}

template <class PairOf>
void ForcePass::prepare(const World& world, std::size_t pairs, PairOf&& pair_of, PairMemory& memory) const {
  memory.springs.resize(pairs);
  for (std::size_t p = 0; p < pairs; ++p) memory.springs[p] = {{}, reduced_mass(world.bodies, pair_of(p))};
  memory.rolls.assign(rolling_ ? pairs : 0, {});
  memory.touching.assign(pairs, 0);
}

// Cuts bodies and pairs into parts without springs of the pair table.
void ForcePass::divide(const World& world) {
  CAIRN_ASSERT(list_.parts.bodies() == world.bodies.size());
  sphere_shares_.prepare(list_, list_.spheres);
  parts_.resize(list_.parts.count());
  list_planes(world);
  general_shares_.prepare(list_, list_.general, on_planes_.listed);
  waits_.assign(list_.general.pairs.size(), {});
  for (Part& part : parts_) {
    part.springs.clear();
    part.plane_load.resize(on_planes_.planes.size());
  }
}

void ForcePass::prepare(const World& world) {
  const std::vector<Pair>& pairs = list_.spheres.pairs;
  divide(world);
  prepare(
      world, on_planes_.pairs.size(), [&](std::size_t q) { return on_planes_.pair(q); }, on_planes_.memory);
  prepare(
      world, pairs.size(), [&](std::size_t p) { return pairs[p]; }, spheres_);
  kinds_.resize(world.materials.size() > 1 ? pairs.size() : 0);
  for (std::size_t p = 0; p < kinds_.size(); ++p)
    kinds_[p] = static_cast<std::uint32_t>(material_pair(world, pairs[p].a, pairs[p].b));
}

void ForcePass::rebuild(World& world, Threads& threads, double skin) {
  // Contacts of the pair table are few and go through the sorted memory. Sphere pairs are many and are
  // matched through the old list.
  pack_springs();
  remember(world);
  const std::vector<std::uint32_t> order = builder_.build(world, threads, skin, list_);
  prepare(world);
  recall(world);
  unpack_springs(threads, order);
}

void ForcePass::restart(World& world, Threads& threads, double skin) {
  ListBuilder::sort(world, skin, list_);
  if (territory != nullptr) territory->cut(world, list_);
  builder_.list_pairs(world, threads, list_);
  prepare(world);
  recall(world);
}

void ForcePass::restore(const World& world, VerletList list, const ContactEnergy& energy,
                        const CellLoad& cell_load, BeltLoads belt_loads) {
  CAIRN_ASSERT(list.reference.size() == world.bodies.size());
  const bool is_booked_here = territory == nullptr || territory->is_first();
  energies_ = {is_booked_here ? energy : ContactEnergy{}};
  cell_load_ = cell_load;
  belt_loads_ = std::move(belt_loads);
  list_ = std::move(list);
  prepare(world);
  recall(world);
}

// Keeps the springs of touching sphere pairs, by finder.
void ForcePass::pack_springs() {
  const PairList& list = list_.spheres;
  carried_.clear();
  carried_begin_.assign(1, 0);
  for (std::uint32_t i = 0; i + 1 < list.begin.size(); ++i) {
    for (std::uint32_t p = list.begin[i]; p < list.begin[i + 1]; ++p) {
      const Pair pair = list.pairs[p];
      if (spheres_.touching[p]) carried_.push_back({pair.b, p, spheres_.springs[p].spring});
    }
    carried_begin_.push_back(static_cast<std::uint32_t>(carried_.size()));
  }
  std::swap(carried_rolls_, spheres_.rolls);
  std::ranges::fill(spheres_.touching, 0);
  // The memory is needed while the list is built.
  std::vector<PairSpring>().swap(spheres_.springs);
  std::vector<Load>().swap(sphere_shares_.share);
}

// Gives the kept springs to the new pairs; `order` maps new local indices to old ones.
void ForcePass::unpack_springs(Threads& threads, const std::vector<std::uint32_t>& order) {
  const auto find = [&](std::uint32_t finder, std::uint32_t other) -> const CarriedSpring* {
    for (std::uint32_t c = carried_begin_[finder]; c < carried_begin_[finder + 1]; ++c) {
      if (carried_[c].other == other) return &carried_[c];
    }
    return nullptr;
  };
  const auto& pairs = list_.spheres.pairs;
  CAIRN_ASSERT(carried_begin_.size() <= order.size() + 1);
  parallel_for(threads, pairs.size(), 4096, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t p = begin; p < end; ++p) {
      const std::uint32_t a = order[pairs[p].a], b = order[pairs[p].b];
      // The finder may have changed; then the spring changes its sign.
      const CarriedSpring *same = find(a, b), *old = same ? same : find(b, a);
      if (!old) continue;
      spheres_.springs[p].spring = same ? old->spring : -old->spring;
      spheres_.touching[p] = 1;
      if (!rolling_) continue;
      const ContactHistory& roll = carried_rolls_[old->pair];
      spheres_.rolls[p] = same ? roll : turned_round(roll);
    }
  });
  std::vector<CarriedSpring>().swap(carried_);
}

// Stores sphere and plane contacts from the smaller uid to the larger, then those of the pair table.
// A dent is plastic flow.
void ForcePass::remember(World& world) const {
  ContactMemory& memory = world.memory;
  memory.clear();
  if (dents_) world.plastic.clear();
  const auto keep_contact = [&](const ContactKey& key, const Vec3& spring, const ContactHistory& history) {
    memory.push_back({key, spring, history});
    if (history.dent > 0) world.plastic.push_back({key, {.crush = -history.dent}});
  };
  const auto keep = [&](Pair found, const Vec3& spring, const ContactHistory& history) {
    const Pair pair = by_uid(world.bodies, found);
    const bool same = pair.a == found.a;
    keep_contact(key_of(world.bodies, pair, 0), same ? spring : -spring,
                 same ? history : turned_round(history));
  };
  const auto keep_all = [&](const PairMemory& of, auto&& pair_of) {
    for (std::size_t p = 0; p < of.touching.size(); ++p)
      if (of.touching[p]) keep(pair_of(p), of.springs[p].spring, of.roll(p));
  };
  keep_all(spheres_, [&](std::size_t p) { return list_.spheres.pairs[p]; });
  keep_all(on_planes_.memory, [&](std::size_t q) { return on_planes_.pair(q); });
  for (const Part& part : parts_) {
    for (const GeneralSpring& s : part.springs) {
      keep_contact(key_of(world.bodies, list_.general.pairs[s.pair], s.feature), s.spring, s.roll);
    }
  }
  std::ranges::sort(memory, {}, &ContactRecord::key);
  if (dents_) std::ranges::sort(world.plastic, {}, &PlasticRecord::key);
}

void ForcePass::recall(const World& world) {
  const ContactMemory& memory = world.memory;
  CAIRN_ASSERT(std::ranges::is_sorted(memory, {}, &ContactRecord::key));
  if (memory.empty()) return;
  const auto history_of = [&](const ContactRecord& record) -> ContactHistory {
    if (!dents_) return {record.roll};
    const auto dent = std::ranges::lower_bound(world.plastic, record.key, {}, &PlasticRecord::key);
    const bool is_dented = dent != world.plastic.end() && dent->key == record.key;
    return {record.roll, is_dented ? -dent->state.crush : 0};
  };
  const auto keep = [&](const ContactRecord& record, Pair found, PairMemory& of, std::size_t p) {
    const bool same = by_uid(world.bodies, found).a == found.a;
    of.touching[p] = 1;
    of.springs[p].spring = same ? record.spring : -record.spring;
    if (rolling_) of.rolls[p] = same ? history_of(record) : turned_round(history_of(record));
  };
  // A record of two spheres finds its pair among those of either body.
  const std::vector<Pair>& pairs = list_.spheres.pairs;
  const auto listed_by = [&](std::uint32_t finder, std::uint32_t other, const ContactRecord& record) {
    for (std::uint32_t p = list_.spheres.begin[finder]; p < list_.spheres.begin[finder + 1]; ++p)
      if (pairs[p].b == other) keep(record, pairs[p], spheres_, p);
  };
  for (const ContactRecord& record : memory) {
    const std::uint32_t a = world.bodies.local(record.key.a), b = world.bodies.local(record.key.b);
    if (a == kNoBody || b == kNoBody) continue;
    listed_by(a, b, record);
    listed_by(b, a, record);
  }
  // A sphere near a plane looks for its record.
  for (std::size_t q = 0; q < on_planes_.pairs.size(); ++q) {
    const Pair pair = on_planes_.pair(q);
    const auto records = records_of(memory, world.bodies, by_uid(world.bodies, pair));
    if (!records.empty()) keep(records[0], pair, on_planes_.memory, q);
  }
  // Contacts of the pair table, in list order.
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const std::uint32_t first = list_.general.begin[list_.parts.begin[part]],
                        last = list_.general.begin[list_.parts.begin[part + 1]];
    for (std::uint32_t p = first; p < last; ++p) {
      if (on_planes_.listed[p]) continue;
      for (const ContactRecord& r : records_of(memory, world.bodies, list_.general.pairs[p]))
        parts_[part].springs.push_back({p, r.key.feature, r.spring, history_of(r)});
    }
  }
}

void ForcePass::run(World& world, Threads& threads, const ForceLaw& law, double h, Recording recording) {
  CAIRN_ASSERT(h >= 0);
  CAIRN_ASSERT(list_.reference.size() == world.bodies.size());
  CAIRN_ASSERT(spheres_.springs.size() == list_.spheres.pairs.size());
  // Shifts of the images, normals of the planes.
  deforms_ = world.cell.repeats() && world.cell.deforms();
  for (int k = 0; k < kImages && world.cell.repeats(); ++k) {
    const Vec3 shift = world.cell.shift(static_cast<CellImage>(k)),
               rate = world.cell.shift_rate(static_cast<CellImage>(k));
    images_[k] = {{shift.x, shift.y, shift.z, 0}, {rate.x, rate.y, rate.z, 0}};
  }
  for (PlaneSide& plane : on_planes_.planes) plane.normal = z_axis(world.bodies.orientation[plane.body]);
  energies_.resize(parts_.size());
  // Each part clears its loads and results, then works on its pairs.
  list_.parts.each(threads, [&](std::uint32_t begin, std::uint32_t end, std::size_t part) {
    Load* const load = world.bodies.load.data();
    std::fill(load + begin, load + end, Load{});
    Part& b = parts_[part];
    b.energy = {};
    b.cell_load = {};
    b.contacts = 0;
    b.max_overlap = 0;
    b.recorded.clear();
    b.belt_loads.assign(world.belts.size(), {});
    const Task task{world, law, h, recording, b, static_cast<std::uint32_t>(part), begin, end};
    sphere_pairs(task);
    plane_pairs(task);
    general_pairs(task);
    if (!counts(part)) {
      b.energy = {};
      b.cell_load = {};
      std::ranges::fill(b.belt_loads, Vec3{});
    }
    energies_[part] = b.energy;
  });
  cell_load_ = {};
  if (deforms_)
    cell_load_ = over_parts<CellLoad>(
        parts_.size(), [&](std::size_t part) -> const CellLoad& { return parts_[part].cell_load; });
  belt_loads_.assign(world.belts.size(), {});
  for (std::size_t k = 0; k < belt_loads_.size(); ++k)
    belt_loads_[k] = over_parts<Vec3>(
        parts_.size(), [&](std::size_t part) -> const Vec3& { return parts_[part].belt_loads[k]; });
}

ContactEnergy ForcePass::energy() const {
  return over_parts<ContactEnergy>(energies_.size(),
                                   [&](std::size_t part) -> const ContactEnergy& { return energies_[part]; });
}

// Books the force on the edges of the cell. A contact takes the power −F·v from its two sides, F on B; the
// side of an image also moves with the cell.
void ForcePass::add_cell_load(CellLoad& load, CellImage image, const Vec3& force, const Vec3& kept) {
  if (image == kHere) return;
  const double n[] = {image % 3 - 1.0, image / 3 % 3 - 1.0, image / 9 - 1.0};
  for (int k = 0; k < 3; ++k) {
    load.total[k] -= n[k] * force;
    load.lossy[k] -= n[k] * (force - kept);
  }
}

// Books the force on the surface of a belt; the part along the normal does no work.
void ForcePass::add_belt_load(const Task& task, std::uint32_t body, const Vec3& normal, const Vec3& force) {
  const std::size_t k = belt_of(task.world, body);
  if (k < task.part.belt_loads.size()) task.part.belt_loads[k] += force - dot(force, normal) * normal;
}

std::uint64_t ForcePass::contacts() const {
  std::uint64_t sum = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) sum += counts(part) ? parts_[part].contacts : 0;
  return sum;
}

double ForcePass::max_overlap() const {
  double largest = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part)
    if (counts(part)) largest = std::max(largest, parts_[part].max_overlap);
  return largest;
}

std::vector<ContactForce> ForcePass::recorded() const {
  std::vector<ContactForce> all;
  for (std::size_t part = 0; part < parts_.size(); ++part)
    if (counts(part)) all.insert(all.end(), parts_[part].recorded.begin(), parts_[part].recorded.end());
  std::ranges::sort(all, {}, &ContactForce::key);
  return all;
}

}  // namespace cairn
