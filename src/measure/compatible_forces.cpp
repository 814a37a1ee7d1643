// The compatible normal forces of the contacts of a step, and the downward forces on fixed and driven bodies.
//   count, mean, max      number, mean and largest force of contacts above 10⁻⁹ of the largest force [N]
//   sum, sum_of_squares   Σ F_n [N], Σ F_n² [N²]
//   floor_max, floor_min  largest and smallest downward force R on a fixed or driven body in contact [N]
//   floor_sum             Σ R, the weight that these bodies carry [N]
//   floor_difference      ‖R_solver − R‖/‖R‖
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "measure/measures.h"

namespace cairn {
namespace {

class CompatibleForces final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 9);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    if (!sight.step.forces) return;
    // Sums over the normal forces.
    double most = 0, sum = 0, squares = 0, count = 0;
    for (const ContactForce& contact : sight.contacts) most = std::max(most, normal(contact));
    for (const ContactForce& contact : sight.contacts) {
      const double f = normal(contact);
      sum += f;
      squares += f * f;
      count += f > 1e-9 * most;
    }
    values[0] = count;
    values[1] = count > 0 ? sum / count : 0;
    values[2] = most;
    values[3] = sum;
    values[4] = squares;
    sample_floor(sight, values.subspan(5));
  }
  bool needs_contacts() const override { return true; }

 private:
  static double normal(const ContactForce& contact) { return dot(contact.compatible, contact.normal); }

  struct Reaction {
    double compatible = 0, solver = 0;
  };
  static void sample_floor(const Sight& sight, std::span<double> values) {
    const double g = norm(sight.world.gravity);
    const Vec3 down = g > 0 ? sight.world.gravity / g : Vec3{0, 0, -1};
    // Downward force on each fixed or driven body.
    std::map<Uid, Reaction> reactions;
    const Bodies& bodies = sight.world.bodies;
    const auto add = [&](Uid uid, double sign, const ContactForce& contact) {
      if (!is_immobile(bodies.info[bodies.local(uid)])) return;
      Reaction& reaction = reactions[uid];
      reaction.compatible += sign * dot(contact.compatible, down);
      reaction.solver += sign * dot(contact.force, down);
    };
    for (const ContactForce& contact : sight.contacts) {
      add(contact.key.a, -1, contact);
      add(contact.key.b, 1, contact);
    }
    if (reactions.empty()) return;
    // Extremes and sums of these forces.
    double most = -std::numeric_limits<double>::infinity(), least = -most, sum = 0, all = 0, off = 0;
    for (const auto& [uid, r] : reactions) {
      most = std::max(most, r.compatible);
      least = std::min(least, r.compatible);
      sum += r.compatible;
      all += r.compatible * r.compatible;
      off += (r.solver - r.compatible) * (r.solver - r.compatible);
    }
    values[0] = most;
    values[1] = least;
    values[2] = sum;
    values[3] = all > 0 ? std::sqrt(off / all) : 0;
  }
};

}  // namespace

MeasureRow compatible_forces_row() {
  return {"compatible_forces",
          "OK18",
          "compatible normal forces: how many, mean, largest, sums; downward forces on fixed and driven "
          "bodies, and how far the solver's are from them; needs compatible_forces of the method",
          {},
          {{"count", "1", "contacts with more than 1e-9 of the largest force"},
           {"mean max", "N", "mean and largest normal force of these"},
           {"sum", "N", "sum of the normal forces"},
           {"sum_of_squares", "N2", "sum of their squares"},
           {"floor_max floor_min", "N",
            "largest and smallest downward force on a fixed or driven body that is touched"},
           {"floor_sum", "N", "downward force on all of them: the weight that they carry"},
           {"floor_difference", "1", "‖R_solver − R‖/‖R‖ of these forces R, R_solver being the solver's"}},
          make_measure<CompatibleForces>};
}

}  // namespace cairn
