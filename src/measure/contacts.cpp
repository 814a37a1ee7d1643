// Measures of the contacts of a step.
//   contacts      their number; mean and largest overlap, over the radius of the smaller body
//   coordination  contacts per free body, Σ c_i / n, over all n free bodies, and over those with c_i ≥ 2
//                 (Thornton's mechanical coordination number [TH00]). Bodies with fewer contacts are
//                 rattlers, which carry no load. A contact with a wall counts for the free body alone. Two
//                 bodies that touch at several points have several contacts.
#include <algorithm>
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/totals.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double overlap_ratio(const Bodies& bodies, const ContactForce& contact) {
  const std::uint32_t a = bodies.local(contact.key.a), b = bodies.local(contact.key.b);
  // The contact of a body that was removed after the step is still in the list.
  if (a == kNoBody || b == kNoBody) return 0;
  return -contact.gap / smaller_radius(bodies, a, b);
}

class ContactCount final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 3);
    const Bodies& bodies = sight.world.bodies;
    const std::size_t count = sight.contacts.size();
    const auto ratio = [&](std::size_t k) { return overlap_ratio(bodies, sight.contacts[k]); };
    const double sum = total<double>(sight.threads, count, ratio);
    const double most = largest(sight.threads, count, ratio);
    values[0] = static_cast<double>(count);
    values[1] = count > 0 ? sum / static_cast<double>(count) : kNone;
    values[2] = count > 0 ? most : kNone;
  }
  bool needs_contacts() const override { return true; }
};

class Coordination final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 3);
    const Bodies& bodies = sight.world.bodies;
    std::vector<std::uint32_t> contacts(bodies.size());
    for (const ContactForce& contact : sight.contacts) {
      const std::uint32_t a = bodies.local(contact.key.a), b = bodies.local(contact.key.b);
      if (a != kNoBody) ++contacts[a];
      if (b != kNoBody) ++contacts[b];
    }
    const auto sum = total<Totals<4>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<4> {
      if (is_immobile(bodies.info[i])) return {};
      const double c = contacts[i];
      return c < kFewest ? Totals<4>{{c, 1, 0, 0}} : Totals<4>{{c, 1, c, 1}};
    });
    values[0] = sum[1] > 0 ? sum[0] / sum[1] : kNone;
    values[1] = sum[3] > 0 ? sum[2] / sum[3] : kNone;
    values[2] = sum[1] - sum[3];
  }
  bool needs_contacts() const override { return true; }

 private:
  static constexpr double kFewest = 2;  // contacts of a body that can carry load
};

}  // namespace

MeasureRow contacts_row() {
  return {"contacts",
          "",
          "number of contacts, mean and largest overlap over the smaller radius",
          {},
          {{"count", "1", "contacts"},
           {"mean_overlap max_overlap", "1",
            "overlap over the smaller radius: mean and largest; positive where bodies overlap"}},
          make_measure<ContactCount>};
}

MeasureRow coordination_row() {
  return {"coordination",
          "",
          "contacts per free body, of all and without those that have fewer than two",
          {},
          {{"mean", "1", "contacts per free body; one with a wall counts for the free body alone"},
           {"without_rattlers", "1", "the same over the free bodies with at least two contacts"},
           {"rattlers", "1", "free bodies with fewer than two contacts"}},
          make_measure<Coordination>};
}

}  // namespace cairn
