#include "model/world.h"

#include <algorithm>

#include "base/assert.h"
#include "base/hash.h"

namespace cairn {
namespace {

void add(Hash& hash, const Vec3& a) { hash.add(a.x), hash.add(a.y), hash.add(a.z); }

}  // namespace

void check(const World& world) {
  const Bodies& bodies = world.bodies;
  bodies.check();
  world.materials.check();
  CAIRN_ASSERT(world.dimension == 2 || world.dimension == 3);
  CAIRN_ASSERT(is_finite(world.gravity));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Info& info = bodies.info[i];
    CAIRN_ASSERT(info.shape < world.shapes.size());
    CAIRN_ASSERT(info.material < world.materials.size());
    CAIRN_ASSERT(info.group < std::max<std::size_t>(world.groups.size(), 1));
    CAIRN_ASSERT(bodies.place[i].radius > 0);
  }
  CAIRN_ASSERT(!world.cell.repeats() || world.cell.volume() > 0);
  CAIRN_ASSERT(std::ranges::is_sorted(world.memory, {}, &ContactRecord::key));
  CAIRN_ASSERT(std::ranges::is_sorted(world.plastic, {}, &PlasticRecord::key));
  for (const ContactRecord& record : world.memory) CAIRN_ASSERT(record.key.a < record.key.b);
  for (const PlasticRecord& record : world.plastic) CAIRN_ASSERT(record.key.a < record.key.b);
  CAIRN_ASSERT(std::ranges::is_sorted(world.apart) && std::ranges::is_sorted(world.pressing.groups));
  const std::size_t uids = bodies.local_of_uid.size();
  // Drives, loads, springs and joints refer to known bodies.
  for (const Drive& drive : world.drives) CAIRN_ASSERT(drive.body < uids);
  for (const Belt& belt : world.belts) CAIRN_ASSERT(belt.body < uids);
  for (const AppliedLoad& load : world.loads) CAIRN_ASSERT(load.body < uids);
  for (const BodySpring& spring : world.springs) CAIRN_ASSERT(spring.body < uids && spring.stiffness >= 0);
  for (const Joint& joint : world.joints) CAIRN_ASSERT(joint.body < uids && joint.body != joint.base);
}

std::size_t belt_of(const World& world, std::uint32_t i) {
  CAIRN_ASSERT(i < world.bodies.size());
  const Info& info = world.bodies.info[i];
  if (!(info.flags & kBelt) || !is_immobile(info)) return world.belts.size();
  const auto found = std::ranges::find(world.belts, info.uid, &Belt::body);
  return static_cast<std::size_t>(found - world.belts.begin());
}

Vec3 belt_rate(const World& world, std::uint32_t a, std::uint32_t b, const Vec3& n) {
  const auto along = [&](std::uint32_t i) -> Vec3 {
    const std::size_t k = belt_of(world, i);
    if (k == world.belts.size()) return {};
    const Vec3& v = world.belts[k].now;
    return v - dot(v, n) * n;
  };
  return along(b) - along(a);
}

std::uint64_t state_hash(const World& world) {
  Hash hash;
  hash.add(world.step);
  hash.add(world.time);
  const Bodies& bodies = world.bodies;
  for (const std::uint32_t i : bodies.by_uid()) {
    hash.add(bodies.info[i].uid);
    add(hash, bodies.place[i].position);
    const Quat& q = bodies.orientation[i];
    hash.add(q.w), hash.add(q.x), hash.add(q.y), hash.add(q.z);
    add(hash, bodies.motion[i].velocity);
    add(hash, bodies.motion[i].spin);
  }
  // The cell, the memory of contacts, and joints.
  if (world.cell.repeats())
    for (const Vec3& edge : world.cell.edge) add(hash, edge);
  for (const ContactRecord& contact : world.memory) {
    hash.add(contact.key.a), hash.add(contact.key.b);
    hash.add(static_cast<std::uint64_t>(contact.key.feature));
    add(hash, contact.spring);
    add(hash, contact.roll.roll), hash.add(contact.roll.twist);
    if (contact.impulse != Vec3{}) add(hash, contact.impulse);
  }
  for (const PlasticRecord& contact : world.plastic) {
    hash.add(contact.key.a), hash.add(contact.key.b);
    hash.add(static_cast<std::uint64_t>(contact.key.feature));
    const PlasticState& state = contact.state;
    hash.add(state.crush), hash.add(state.stretch), hash.add(state.rest);
    hash.add(state.slip), hash.add(state.work);
    if (state.lift > 0) hash.add(state.lift);
    hash.add(static_cast<std::uint64_t>(state.cohering)), hash.add(static_cast<std::uint64_t>(state.bond));
  }
  if (world.broken_bonds > 0) hash.add(world.broken_bonds);
  for (const Joint& joint : world.joints) {
    add(hash, joint.state.impulse), add(hash, joint.state.turn_impulse);
    hash.add(joint.state.limit), hash.add(joint.state.turn_limit), hash.add(joint.state.angle);
  }
  return hash.value();
}

}  // namespace cairn
