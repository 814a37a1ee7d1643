// The force on a body, or on all bodies of an entry, in world axes: contact forces of the last step and the
// force, torque and springs of the scene, without weight.
//   F = Σ F_i [N],  T = Σ T_i + (x_i − x̄) × F_i [N m]
// The torque is about the centre of the body, for several bodies about the mean x̄ of their centres. Both are
// NaN once all bodies are removed. `compatible`: the compatible contact forces alone
// (solvers/compatible/compatible.h).
//
// Two overlapping bodies that are both fixed or driven push each other under an explicit law, which has a
// force for every overlap. Methods that solve for impulses cannot know this force, since the motion of both
// bodies is prescribed. The force on such a body is then NaN while it overlaps another one.
#include <algorithm>
#include <limits>

#include "base/sum.h"
#include "collide/contact.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {
namespace {

constexpr double kTouching = 1e-6;  // overlap over the smaller radius of bodies that merely touch

bool overlap(const World& world, std::uint32_t i, std::uint32_t j, ContactPoints& found) {
  const Bodies& bodies = world.bodies;
  const Place &p = bodies.place[i], &q = bodies.place[j];
  const Vec3 shift = world.cell.nearest(q.position - p.position) - (q.position - p.position);
  const double smaller = smaller_radius(bodies, i, j), reach = p.radius + q.radius;
  if (norm2(q.position + shift - p.position) > reach * reach) return false;
  const PlacedShape a = placed(world, i), b = placed(world, j, shift);
  if (!can_collide(a.shape, b.shape)) return false;
  find_contacts(a, b, 0, found);
  return std::ranges::any_of(found, [&](const auto& point) { return point.gap < -kTouching * smaller; });
}

std::vector<std::uint32_t> prescribed_bodies(const Bodies& bodies, int group) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (bodies.info[i].group == group && is_immobile(bodies.info[i])) result.push_back(i);
  return result;
}

// True if a fixed or driven body of the group overlaps another such body and the method has no force for
// them.
bool pressed_without_force(const World& world, Group group) {
  if (world.pressing.has_force) return false;
  ContactPoints found;
  for (const auto& [a, b] : world.pressing.groups) {
    if (a != group && b != group) continue;
    const std::vector<std::uint32_t> others = prescribed_bodies(world.bodies, b);
    for (const std::uint32_t i : prescribed_bodies(world.bodies, a))
      for (const std::uint32_t j : others)
        if (overlap(world, i, j, found)) return true;
  }
  return false;
}

class Force final : public Measure {
 public:
  explicit Force(Group group) : group_(group) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    const Bodies& bodies = sight.world.bodies;
    // The mean of the centres.
    const auto centres = total<Totals<4>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<4> {
      if (bodies.info[i].group != group_) return {};
      const Vec3& x = bodies.place[i].position;
      return {{x.x, x.y, x.z, 1}};
    });
    const double count = centres[3];
    pressed_ = pressed_without_force(sight.world, group_);
    if (count == 0 || pressed_) {
      std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    // Total force, and torque about the mean centre.
    const Vec3 middle = centres.vector(0) / count;
    const auto sum = total<Totals<6>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<6> {
      if (bodies.info[i].group != group_) return {};
      const Vec3 f = bodies.load[i].force;
      const Vec3 t = bodies.load[i].torque + cross(bodies.place[i].position - middle, f);
      return {{f.x, f.y, f.z, t.x, t.y, t.z}};
    });
    std::ranges::copy(sum.value, values.begin());
  }
  std::string remark() const override {
    if (!pressed_) return {};
    return "the body overlaps another one that is fixed or driven too; this method has no force between "
           "them, and the measure no value meanwhile (an explicit law has both)";
  }

 private:
  Group group_;
  bool pressed_ = false;
};

// Force and torque of the compatible contact forces alone.
class CompatibleForce final : public Measure {
 public:
  explicit CompatibleForce(Group group) : group_(group) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    const Bodies& bodies = sight.world.bodies;
    Vec3 middle, force, torque;
    double count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies.info[i].group != group_) continue;
      middle += bodies.place[i].position;
      ++count;
    }
    if (count == 0 || !sight.step.forces) return;
    middle = middle / count;
    for (const ContactForce& contact : sight.contacts) {
      const auto is_ours = [&](Uid uid) { return bodies.info[bodies.local(uid)].group == group_; };
      const Vec3 f = (is_ours(contact.key.b) ? 1.0 : 0.0) * contact.compatible -
                     (is_ours(contact.key.a) ? 1.0 : 0.0) * contact.compatible;
      force += f;
      torque += cross(contact.point - middle, f);
    }
    const double sums[] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    std::ranges::copy(sums, values.begin());
  }
  bool needs_contacts() const override { return true; }

 private:
  Group group_;
};

}  // namespace

MeasureRow force_row() {
  return {
      "force",
      "",
      "contact force on a body, with applied forces and without weight; torque about its centre; NaN while "
      "a fixed or driven body overlaps another such body and the method has no force for that",
      {group_option(),
       declare::flag("compatible", "false",
                     "the compatible contact forces alone; needs compatible_forces of the method")},
      {{"x y z", "N", "force on the body, world axes"},
       {"torque_x torque_y torque_z", "N m",
        "torque on it about its centre, of several bodies about the mean of their centres"}},
      [](const Value& options, const World& world) -> std::unique_ptr<Measure> {
        if (options["compatible"].flag())
          return std::make_unique<CompatibleForce>(read_group(options, world));
        return std::make_unique<Force>(read_group(options, world));
      }};
}

}  // namespace cairn
