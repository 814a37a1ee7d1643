#include "step/force_pass.h"

#include <algorithm>

namespace cairn {
namespace {

ContactKey key_of(const Bodies& bodies, Pair pair, std::uint32_t feature) {
  return {bodies.info[pair.a].uid, bodies.info[pair.b].uid, feature};
}

void add_whole(Load& load, const Load& share) {
  load.force += share.force, load.torque += share.torque;
  load.kept_force += share.kept_force, load.kept_torque += share.kept_torque;
}

// The records of one pair of bodies.
std::span<const ContactRecord> records_of(const ContactMemory& memory, const Bodies& bodies, Pair pair) {
  const ContactKey first = key_of(bodies, pair, 0), last = key_of(bodies, pair, ~std::uint32_t{0});
  const auto begin = std::ranges::lower_bound(memory, first, {}, &ContactRecord::key);
  const auto end = std::ranges::upper_bound(begin, memory.end(), last, {}, &ContactRecord::key);
  return {begin, end};
}

}  // namespace

void ForcePass::Shares::prepare(const PairList& list, std::size_t bodies) {
  plan.build(list, bodies);
  share.resize(plan.target.size());
  active.assign(plan.target.size(), 0);
}

void ForcePass::Shares::collect(Bodies& bodies, std::size_t block) const {
  for (std::uint32_t s = plan.begin[block]; s < plan.begin[block + 1]; ++s) {
    if (!active[s]) continue;
    add_whole(bodies.load[plan.target[s]], share[s]);
  }
}

void ForcePass::collect(Bodies& bodies, std::size_t block) const {
  sphere_shares_.collect(bodies, block);
  general_shares_.collect(bodies, block);
}

void ForcePass::prepare(std::size_t bodies) {
  sphere_shares_.prepare(list_.spheres, bodies);
  general_shares_.prepare(list_.general, bodies);
  springs_.assign(list_.spheres.pairs.size(), {});
  rolls_.assign(rolling_ ? list_.spheres.pairs.size() : 0, {});
  touching_.assign(list_.spheres.pairs.size(), 0);
  blocks_.resize((bodies + kBodyBlock - 1) / kBodyBlock);
  for (Block& block : blocks_) block.springs.clear();
}

void ForcePass::rebuild(World& world, Threads& threads, double skin) {
  // Few contacts come from the pair table: they go through the sorted memory. Sphere pairs are many, and are
  // matched through the old list.
  pack_springs();
  remember(world, world.memory);
  const std::vector<std::uint32_t> order = builder_.build(world, threads, skin, list_);
  prepare(world.bodies.size());
  recall(world, world.memory);
  unpack_springs(threads, order);
}

void ForcePass::restart(World& world, Threads& threads, double skin) {
  builder_.build(world, threads, skin, list_);
  prepare(world.bodies.size());
  recall(world, world.memory);
}

void ForcePass::restore(const World& world, VerletList list, const ContactEnergy& energy) {
  energy_ = energy;
  list_ = std::move(list);
  prepare(world.bodies.size());
  recall(world, world.memory);
}

void ForcePass::pack_springs() {
  const PairList& list = list_.spheres;
  carried_.clear(), carried_begin_.assign(1, 0);
  for (std::uint32_t i = 0; i + 1 < list.begin.size(); ++i) {
    for (std::uint32_t p = list.begin[i]; p < list.begin[i + 1]; ++p) {
      const Pair pair = list.pairs[p];
      if (touching_[p]) carried_.push_back({pair.a == i ? pair.b : pair.a, p, springs_[p]});
    }
    carried_begin_.push_back(static_cast<std::uint32_t>(carried_.size()));
  }
  std::swap(carried_rolls_, rolls_);
  std::ranges::fill(touching_, 0);
  std::vector<Vec3>().swap(springs_);  // the memory is needed while the list is built
}

void ForcePass::unpack_springs(Threads& threads, const std::vector<std::uint32_t>& order) {
  const auto find = [&](std::uint32_t finder, std::uint32_t other) -> const CarriedSpring* {
    for (std::uint32_t c = carried_begin_[finder]; c < carried_begin_[finder + 1]; ++c) {
      if (carried_[c].other == other) return &carried_[c];
    }
    return nullptr;
  };
  const auto& pairs = list_.spheres.pairs;
  parallel_for(threads, pairs.size(), 4 * kBodyBlock, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t p = begin; p < end; ++p) {
      const std::uint32_t a = order[pairs[p].a], b = order[pairs[p].b];
      const CarriedSpring* old = find(a, b);
      if (!old) old = find(b, a);
      if (!old) continue;
      springs_[p] = old->spring, touching_[p] = 1;
      if (rolling_) rolls_[p] = carried_rolls_[old->pair];
    }
  });
  std::vector<CarriedSpring>().swap(carried_);
}

void ForcePass::remember(const World& world, ContactMemory& memory) const {
  memory.clear();
  const auto& pairs = list_.spheres.pairs;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (!touching_[p]) continue;
    memory.push_back({key_of(world.bodies, pairs[p], 0), springs_[p], rolling_ ? rolls_[p] : RollSpring{}});
  }
  for (const Block& block : blocks_) {
    for (const GeneralSpring& s : block.springs) {
      memory.push_back({key_of(world.bodies, list_.general.pairs[s.pair], s.feature), s.spring, s.roll});
    }
  }
  std::ranges::sort(memory, {}, &ContactRecord::key);
}

void ForcePass::recall(const World& world, const ContactMemory& memory) {
  if (memory.empty()) return;
  const auto& pairs = list_.spheres.pairs;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto records = records_of(memory, world.bodies, pairs[p]);
    if (records.empty()) continue;
    springs_[p] = records[0].spring, touching_[p] = 1;
    if (rolling_) rolls_[p] = records[0].roll;
  }
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    for (std::uint32_t p = list_.general.begin[i]; p < list_.general.begin[i + 1]; ++p) {
      for (const ContactRecord& r : records_of(memory, world.bodies, list_.general.pairs[p])) {
        blocks_[i / kBodyBlock].springs.push_back({p, r.key.feature, r.spring, r.roll});
      }
    }
  }
}

void ForcePass::run(World& world, Threads& threads, const ForceLaw& law, double h, Recording recording) {
  parallel_for(threads, world.bodies.size(), kBodyBlock,
               [&](std::size_t begin, std::size_t end, std::size_t block) {
                 std::fill(world.bodies.load.begin() + static_cast<std::ptrdiff_t>(begin),
                           world.bodies.load.begin() + static_cast<std::ptrdiff_t>(end), Load{});
                 Block& b = blocks_[block];
                 b.energy = {}, b.contacts = 0, b.max_overlap = 0, b.recorded.clear();
                 const Task task{world, law, h, recording, b, static_cast<std::uint32_t>(block)};
                 sphere_pairs(task);
                 general_pairs(task);
               });
  energy_ = {};
  for (const Block& block : blocks_) energy_ += block.energy;
}

void ForcePass::add(const Task& task, Shares& shares, std::uint32_t pair, std::uint32_t body,
                    const Load& share) {
  if (body / kBodyBlock == task.home) {
    add_whole(task.world.bodies.load[body], share);
    return;
  }
  const std::uint32_t slot = shares.plan.slot[pair];
  if (!shares.active[slot]) shares.share[slot] = {}, shares.active[slot] = 1;
  add_whole(shares.share[slot], share);
}

std::uint64_t ForcePass::contacts() const {
  std::uint64_t sum = 0;
  for (const Block& block : blocks_) sum += block.contacts;
  return sum;
}

double ForcePass::max_overlap() const {
  double largest = 0;
  for (const Block& block : blocks_) largest = std::max(largest, block.max_overlap);
  return largest;
}

std::vector<ContactForce> ForcePass::recorded() const {
  std::vector<ContactForce> all;
  for (const Block& block : blocks_) all.insert(all.end(), block.recorded.begin(), block.recorded.end());
  std::ranges::sort(all, {}, &ContactForce::key);
  return all;
}

}  // namespace cairn
