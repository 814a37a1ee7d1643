// The force on a body or on all bodies of an entry, world axes: contact forces of the last step and what the
// scene applies to it (force, torque, spring), without weight.
//   F = Σ F_i [N],  T = Σ T_i + (x_i − x̄) × F_i [N m]
// The torque is about the body's centre, for several bodies about the mean x̄ of their centres. There is none
// once all of them are removed. `compatible`: of the compatible contact forces (solvers/compatible.h) alone.
#include <algorithm>
#include <limits>

#include "base/sum.h"
#include "observe/measures.h"
#include "observe/selection.h"
#include "observe/totals.h"

namespace cairn {
namespace {

class Force final : public Measure {
 public:
  explicit Force(Group group) : group_(group) {}

  std::vector<Column> columns() const override {
    return {{"x", "N"},          {"y", "N"},          {"z", "N"},
            {"torque_x", "N m"}, {"torque_y", "N m"}, {"torque_z", "N m"}};
  }
  void sample(const Sight& sight, std::span<double> values) override {
    const Bodies& bodies = sight.world.bodies;
    const auto centres =
        ordered_sum<Totals<4>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<4> {
          if (bodies.info[i].group != group_) return {};
          const Vec3& x = bodies.place[i].position;
          return {{x.x, x.y, x.z, 1}};
        });
    const double count = centres[3];
    if (count == 0) {
      std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    const Vec3 middle = centres.vector(0) / count;
    const auto sum = ordered_sum<Totals<6>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<6> {
      if (bodies.info[i].group != group_) return {};
      const Vec3 f = bodies.load[i].force;
      const Vec3 t = bodies.load[i].torque + cross(bodies.place[i].position - middle, f);
      return {{f.x, f.y, f.z, t.x, t.y, t.z}};
    });
    std::ranges::copy(sum.value, values.begin());
  }

 private:
  Group group_;
};

// The same of the compatible contact forces.
class CompatibleForce final : public Measure {
 public:
  explicit CompatibleForce(Group group) : group_(group) {}

  std::vector<Column> columns() const override { return Force(group_).columns(); }
  void sample(const Sight& sight, std::span<double> values) override {
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    const Bodies& bodies = sight.world.bodies;
    Vec3 middle, force, torque;
    double count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies.info[i].group == group_) middle += bodies.place[i].position, ++count;
    if (count == 0 || !sight.step.forces) return;
    middle = middle / count;
    for (const ContactForce& contact : sight.contacts) {
      const auto is_ours = [&](Uid uid) { return bodies.info[bodies.local(uid)].group == group_; };
      const Vec3 f = (is_ours(contact.key.b) ? 1.0 : 0.0) * contact.compatible -
                     (is_ours(contact.key.a) ? 1.0 : 0.0) * contact.compatible;
      force += f, torque += cross(contact.point - middle, f);
    }
    const double sums[] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    std::ranges::copy(sums, values.begin());
  }
  bool needs_contacts() const override { return true; }

 private:
  Group group_;
};

}  // namespace

MeasureEntry force_entry() {
  return {"force",
          "",
          "contact force on a body, with applied forces and without weight; torque about its centre",
          {group_option(),
           declare::flag("compatible", "false",
                         "the compatible contact forces alone; needs compatible_forces of the method")},
          [](const Value& options, const World& world) -> std::unique_ptr<Measure> {
            if (options["compatible"].flag())
              return std::make_unique<CompatibleForce>(read_group(options, world));
            return std::make_unique<Force>(read_group(options, world));
          }};
}

}  // namespace cairn
