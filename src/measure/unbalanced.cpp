// The unbalanced force: how far a packing is from static equilibrium.
//   I_uf = (1/n) Σ_i |F_i| / ((1/N) Σ_c |f_c|)
// F_i is the sum of all forces on free body i, its weight and applied loads too; f_c are the forces of the N
// touching contacts that involve a free body. Without contacts there is no number.
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {
namespace {

class Unbalanced final : public Measure {
 public:
  Unbalanced(const Value& options, const World& world) : group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 1);
    const World& world = sight.world;
    const Bodies& bodies = world.bodies;
    const auto counts = [&](std::size_t i) {
      return !is_immobile(bodies.info[i]) && is_selected(bodies.info[i], group_);
    };
    const auto forces = total<Totals<2>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<2> {
      if (!counts(i)) return {};
      Vec3 f = bodies.load[i].force + mass(bodies.inertia[i]) * world.gravity;
      // Directions in which the body cannot move hold any force.
      const unsigned flags = bodies.info[i].flags;
      f = {flags & kLockX ? 0 : f.x, flags & kLockY ? 0 : f.y, flags & kLockZ ? 0 : f.z};
      return {{norm(f), 1}};
    });
    const auto counted = [&](Uid uid) {
      const std::uint32_t i = bodies.local(uid);
      return i != kNoBody && counts(i);
    };
    const auto contacts =
        total<Totals<2>>(sight.threads, sight.contacts.size(), [&](std::size_t k) -> Totals<2> {
          const ContactForce& contact = sight.contacts[k];
          if (!counted(contact.key.a) && !counted(contact.key.b)) return {};
          return {{norm(contact.force), 1}};
        });
    const double mean_force = forces[0] / forces[1], mean_contact = contacts[0] / contacts[1];
    values[0] = contacts[0] > 0 ? mean_force / mean_contact : std::numeric_limits<double>::quiet_NaN();
  }
  bool needs_contacts() const override { return true; }

 private:
  std::optional<Group> group_;
};

}  // namespace

MeasureRow unbalanced_row() {
  return {
      "unbalanced",
      "",
      "unbalanced force: mean resultant force on a free body over mean contact force; 0 in equilibrium",
      {optional_group_option()},
      {{"ratio", "1",
        "(1/n) Σ |F_i| over (1/N) Σ |f_c|, with weight and applied loads in F_i; 0 in equilibrium, no value "
        "without contacts"}},
      make_measure<Unbalanced>};
}

}  // namespace cairn
