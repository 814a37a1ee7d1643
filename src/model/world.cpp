#include "model/world.h"

#include <algorithm>

#include "base/assert.h"
#include "base/hash.h"

namespace cairn {
namespace {

// Records of different kinds with the same words have different hashes.
enum class Kind : std::uint64_t { world = 1, body, contact, plastic };

Hash begin_hash(Kind kind) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(kind));
  return hash;
}

void add(Hash& hash, const Vec3& a) {
  hash.add(a.x);
  hash.add(a.y);
  hash.add(a.z);
}
void add(Hash& hash, const ContactKey& key) {
  hash.add(key.a);
  hash.add(key.b);
  hash.add(static_cast<std::uint64_t>(key.feature));
}

std::uint64_t hash_of_body(const Bodies& bodies, std::size_t i) {
  Hash hash = begin_hash(Kind::body);
  hash.add(bodies.info[i].uid);
  add(hash, bodies.place[i].position);
  const Quat& q = bodies.orientation[i];
  hash.add(q.w);
  hash.add(q.x);
  hash.add(q.y);
  hash.add(q.z);
  add(hash, bodies.motion[i].velocity);
  add(hash, bodies.motion[i].spin);
  return hash.value();
}

std::uint64_t hash_of(const ContactRecord& contact) {
  Hash hash = begin_hash(Kind::contact);
  add(hash, contact.key);
  add(hash, contact.spring);
  add(hash, contact.roll.roll);
  hash.add(contact.roll.twist);
  add(hash, contact.impulse);
  return hash.value();
}

std::uint64_t hash_of(const PlasticRecord& contact) {
  Hash hash = begin_hash(Kind::plastic);
  add(hash, contact.key);
  const PlasticState& state = contact.state;
  hash.add(state.crush);
  hash.add(state.stretch);
  hash.add(state.rest);
  hash.add(state.slip);
  hash.add(state.work);
  hash.add(state.lift);
  hash.add(static_cast<std::uint64_t>(state.cohering));
  hash.add(static_cast<std::uint64_t>(state.bond));
  return hash.value();
}

// Time, cell, count of broken bonds, joints.
std::uint64_t hash_of_rest(const World& world) {
  Hash hash = begin_hash(Kind::world);
  hash.add(world.step);
  hash.add(world.time);
  if (world.cell.repeats())
    for (const Vec3& edge : world.cell.edge) add(hash, edge);
  hash.add(world.broken_bonds);
  for (const Joint& joint : world.joints) {
    add(hash, joint.state.impulse);
    add(hash, joint.state.turn_impulse);
    hash.add(joint.state.limit);
    hash.add(joint.state.turn_limit);
    hash.add(joint.state.angle);
  }
  return hash.value();
}

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
  std::uint64_t sum = hash_of_rest(world);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) sum += hash_of_body(world.bodies, i);
  for (const ContactRecord& contact : world.memory) sum += hash_of(contact);
  for (const PlasticRecord& contact : world.plastic) sum += hash_of(contact);
  return sum;
}

}  // namespace cairn
