#include "solvers/impact/impulse_step.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kNothing = 1e-12;  // mobility that counts as zero, over the normal one

// Velocity that the impulse p gives to a contact at rest, in its frame.
Vec3 response(const ImpactGroup& group, const Block& block, const Vec3& p) {
  BodyState a = group.bodies[block.a], b = group.bodies[block.b];
  a.velocity = a.spin = b.velocity = b.spin = {};
  const Vec3 w = to_world(block, p);
  push(a, group.mobility_of(block.a), -w, -cross(block.arm_a, w));
  push(b, group.mobility_of(block.b), w, cross(block.arm_b, w));
  return relative_velocity(block, a, b);
}

// The inverse of K in the mobile directions: planar bodies do not move out of the plane.
Mat3 inverse_of_mobile(const Mat3& k) {
  const double least = kNothing * k.row0.x;
  Mat3 full = k;
  const bool t1 = k.row1.y > least, t2 = k.row2.z > least;
  if (!t1) {
    full.row1 = {0, 1, 0};
    full.row0.y = full.row2.y = 0;
  }
  if (!t2) {
    full.row2 = {0, 0, 1};
    full.row0.z = full.row1.z = 0;
  }
  Mat3 result = inverse(full);
  if (!t1) result.row1.y = 0;
  if (!t2) result.row2.z = 0;
  return result;
}

// Books the normal work of an impulse that changes the normal velocity linearly from u to v: stored while
// approaching, released while parting.
void book_normal(double u, double v, double p, ImpactEnergy& energy) {
  const double mean = 0.5 * (u + v) * p;
  if ((u < 0) == (v < 0) || u == v) {
    (mean < 0 ? energy.stored : energy.released) += std::abs(mean);
    return;
  }
  // The sign changes: split the work where the velocity is zero.
  const double turn = u / (u - v);
  const double before = 0.5 * u * turn * p, after = 0.5 * v * (1 - turn) * p;
  for (const double part : {before, after}) (part < 0 ? energy.stored : energy.released) += std::abs(part);
}

}  // namespace

double ImpactGroup::normal_mobility(const Block& block) const { return response(*this, block, {1, 0, 0}).x; }

void ImpactGroup::clear() {
  bodies.clear();
  mobility.clear();
  blocks.clear();
  friction.clear();
  restitution.clear();
  impulse.clear();
  energy.clear();
  slow = 0;
}

ContactImpulse impulse_for(const ContactMobility& contact, const Vec3& u, double delta) {
  const Vec3 along_n = contact.k.row0;
  const Vec3 smooth{delta / along_n.x, 0, 0};
  // Try stick; if it leaves the cone, slip along its direction, or drop friction if that wedges.
  if (contact.mu == 0) return {smooth};
  const Vec3 stick = contact.inverse_k * Vec3{delta, -u.y, -u.z};
  const double t = std::sqrt(stick.y * stick.y + stick.z * stick.z);
  if (t <= contact.mu * stick.x) return {stick};
  const Vec3 direction{1, contact.mu * stick.y / t, contact.mu * stick.z / t};
  const double mobility = dot(along_n, direction);
  if (mobility <= kNothing * along_n.x) return {smooth, true};
  return {(delta / mobility) * direction};
}

ImpulseStep::ImpulseStep(ImpactGroup& group)
    : group_(group), contacts_(group.size()), begin_(group.bodies.size() + 1) {
  const auto n = static_cast<std::uint32_t>(group.size());
  group.impulse.assign(n, {});
  group.energy.assign(n, {});
  // K of every contact, and the number of contacts of every mobile body.
  for (std::uint32_t i = 0; i < n; ++i) {
    const Block& block = group.blocks[i];
    const Mat3 k = transpose({response(group, block, {1, 0, 0}), response(group, block, {0, 1, 0}),
                              response(group, block, {0, 0, 1})});
    CAIRN_ASSERT(k.row0.x > 0);
    contacts_[i] = {k, inverse_of_mobile(k), group.friction[i]};
    for (const std::uint32_t body : {block.a, block.b})
      if (is_mobile(group.bodies[body])) ++begin_[body + 1];
  }
  // The contacts of each body.
  for (std::size_t b = 1; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
  of_body_.resize(begin_.back());
  std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t i = 0; i < n; ++i)
    for (const std::uint32_t body : {group.blocks[i].a, group.blocks[i].b})
      if (is_mobile(group.bodies[body])) of_body_[at[body]++] = i;
}

Vec3 ImpulseStep::impulse(std::uint32_t i, const Vec3& u, double delta) {
  const ContactImpulse found = impulse_for(contacts_[i], u, delta);
  wedged_ += found.wedges;
  return found.p;
}

double ImpulseStep::approach() const {
  double most = 0;
  for (std::uint32_t i = 0; i < size(); ++i) most = std::max(most, -closing(i));
  return most;
}

double ImpulseStep::apply(std::uint32_t i, const Vec3& u, const Vec3& p) {
  const Block& block = group_.blocks[i];
  const Vec3 w = to_world(block, p);
  push(group_.bodies[block.a], group_.mobility_of(block.a), -w, -cross(block.arm_a, w));
  push(group_.bodies[block.b], group_.mobility_of(block.b), w, cross(block.arm_b, w));
  const Vec3 v = u + contacts_[i].k * p;
  book(i, p, u, v);
  return v.x;
}

void ImpulseStep::book(std::uint32_t i, const Vec3& p, std::span<const BodyState> after) {
  const Block& block = group_.blocks[i];
  book(i, p, velocity(i), relative_velocity(block, after[block.a], after[block.b]));
}

void ImpulseStep::book(std::uint32_t i, const Vec3& p, const Vec3& u, const Vec3& v) {
  ImpactEnergy& energy = group_.energy[i];
  const ImpactEnergy before = energy;
  book_normal(u.x, v.x, p.x, energy);
  energy.friction -= 0.5 * ((u.y + v.y) * p.y + (u.z + v.z) * p.z);
  group_.impulse[i] += p;
  ++applied_;
  // Energies of the whole group, for the moments.
  if (!group_.is_watched) return;
  taken_ += energy.stored - energy.released - (before.stored - before.released);
  rubbed_ += energy.friction - before.friction;
  group_.moments.push_back({i, v.x, taken_, rubbed_});
}

ClosingHeap::ClosingHeap(std::vector<double> closing)
    : closing_(std::move(closing)), heap_(closing_.size()), place_(closing_.size()) {
  for (std::uint32_t i = 0; i < heap_.size(); ++i) heap_[i] = place_[i] = i;
  for (auto k = static_cast<std::uint32_t>(heap_.size() / 2); k-- > 0;) sink(k);
}

void ClosingHeap::update(std::uint32_t i, double closing) {
  if (closing == closing_[i]) return;
  const bool nearer = closing < closing_[i];
  closing_[i] = closing;
  nearer ? rise(place_[i]) : sink(place_[i]);
}

void ClosingHeap::rise(std::uint32_t at) {
  const std::uint32_t moved = heap_[at];
  while (at > 0 && before(moved, heap_[(at - 1) / 2])) {
    heap_[at] = heap_[(at - 1) / 2];
    place_[heap_[at]] = at;
    at = (at - 1) / 2;
  }
  heap_[at] = moved;
  place_[moved] = at;
}

void ClosingHeap::sink(std::uint32_t at) {
  const std::uint32_t moved = heap_[at];
  const auto n = static_cast<std::uint32_t>(heap_.size());
  while (2 * at + 1 < n) {
    std::uint32_t child = 2 * at + 1;
    if (child + 1 < n && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], moved)) break;
    heap_[at] = heap_[child];
    place_[heap_[at]] = at;
    at = child;
  }
  heap_[at] = moved;
  place_[moved] = at;
}

ClosingHeap closing_heap(const ImpulseStep& step) {
  std::vector<double> closing(step.size());
  for (std::uint32_t i = 0; i < closing.size(); ++i) closing[i] = step.closing(i);
  return ClosingHeap(std::move(closing));
}

void update(ClosingHeap& heap, const ImpulseStep& step, std::uint32_t i) {
  step.for_each_touched(i, [&](std::uint32_t j) { heap.update(j, step.closing(j)); });
}

}  // namespace cairn
