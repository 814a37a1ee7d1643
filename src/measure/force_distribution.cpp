// The distribution of the load over the contacts of a step that push, F_n = F·n > 0, and that lie in the box
// if there is one. Contacts that pull or carry nothing are left out.
//   mean                ⟨F_n⟩ [N]
//   max_over_mean       max F_n/⟨F_n⟩
//   deviation_over_mean √⟨(F_n − ⟨F_n⟩)²⟩/⟨F_n⟩
//   above_mean          share of contacts with F_n > ⟨F_n⟩, the strong contacts
//   mobilisation        ⟨|F_t|/F_n⟩, without adhesion at most the coefficient of friction
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {
namespace {

class ForceDistribution final : public Measure {
 public:
  ForceDistribution(const Value& options, const World& world)
      : region_(read_optional_region(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    const auto push = [&](std::size_t k) { return push_of(sight.contacts[k]); };
    const std::size_t size = sight.contacts.size();
    // Sums of number, normal force and mobilisation.
    const auto sum = total<Totals<3>>(sight.threads, size, [&](std::size_t k) -> Totals<3> {
      const double normal = push(k);
      if (!(normal > 0)) return {};
      const ContactForce& contact = sight.contacts[k];
      return {{1, normal, norm(contact.force - normal * contact.normal) / normal}};
    });
    const double count = sum[0], mean = sum[1] / count;
    // The largest force, and sums over the distance of each force from the mean.
    const double most = largest(sight.threads, size, push);
    const auto spread = total<Totals<2>>(sight.threads, size, [&](std::size_t k) -> Totals<2> {
      const double normal = push(k), off = normal - mean;
      return normal > 0 ? Totals<2>{{off * off, off > 0 ? 1.0 : 0.0}} : Totals<2>{};
    });
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    values[0] = count;
    if (!(count > 0)) return;
    values[1] = mean;
    values[2] = most / mean;
    values[3] = std::sqrt(spread[0] / count) / mean;
    values[4] = spread[1] / count;
    values[5] = sum[2] / count;
  }
  bool needs_contacts() const override { return true; }

 private:
  // Normal force of a contact inside the box; 0 for a contact outside.
  double push_of(const ContactForce& contact) const {
    return !region_ || region_->contains(contact.point) ? dot(contact.force, contact.normal) : 0;
  }

  std::optional<Region> region_;
};

}  // namespace

MeasureRow force_distribution_row() {
  return {"force_distribution",
          "",
          "of the contacts that push: mean normal force, largest and standard deviation over it, share above "
          "it, mean of tangential over normal force",
          {optional_region_option()},
          {{"count", "1", "contacts that push, F_n > 0"},
           {"mean", "N", "mean ⟨F_n⟩ of their normal forces, positive as all that push"},
           {"max_over_mean", "1", "largest F_n/⟨F_n⟩"},
           {"deviation_over_mean", "1", "standard deviation of F_n over ⟨F_n⟩"},
           {"above_mean", "1", "share of them with F_n > ⟨F_n⟩"},
           {"mobilisation", "1", "mean of |F_t|/F_n"}},
          make_measure<ForceDistribution>};
}

}  // namespace cairn
