// The distribution of normal forces over the contacts that push: the probability density of f = F_n/⟨F_n⟩ in
// equal intervals from 0 to `max`,
//   p_k = (contacts with f in interval k) / (all that push · width),
// so that Σ p_k width = 1 if no f is above `max`. A separate column gives the share above `max`.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class ForceHistogram final : public Measure {
 public:
  ForceHistogram(const Value& options, const World& world)
      : bins_(static_cast<std::size_t>(options["bins"].integer())),
        max_(options["max"].number()),
        region_(read_optional_region(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2 + bins_);
    // Normal forces of the contacts that push.
    std::vector<double> forces;
    double sum = 0;
    for (const ContactForce& contact : sight.contacts) {
      const double push = dot(contact.force, contact.normal);
      if (!(push > 0) || (region_ && !region_->contains(contact.point))) continue;
      forces.push_back(push);
      sum += push;
    }
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    if (forces.empty()) return;
    // Each force adds its share to an interval, or to the share above `max`.
    const double count = static_cast<double>(forces.size()), mean = sum / count;
    const double width = max_ / static_cast<double>(bins_);
    std::ranges::fill(values, 0);
    values[0] = mean;
    for (const double force : forces) {
      const auto bin = static_cast<std::size_t>(std::min(force / mean / width, 1e9));
      if (bin < bins_) {
        values[2 + bin] += 1 / (count * width);
      } else {
        values[1] += 1 / count;
      }
    }
  }
  bool needs_contacts() const override { return true; }

 private:
  std::array<std::size_t, 2> repeats() const override { return {bins_, 1}; }
  std::size_t bins_;
  double max_;
  std::optional<Region> region_;
};

}  // namespace

MeasureRow force_histogram_row() {
  using namespace declare;
  return {"force_histogram",
          "",
          "probability density of normal force over mean normal force, in equal intervals",
          {integer("bins", "20", "intervals").within(1, 1000),
           number("max", dim::none, "5", "force over mean force at the end of the last interval").positive(),
           optional_region_option()},
          {{"mean", "N", "mean normal force of the contacts that push"},
           {"above", "1", "share of them above `max`"},
           {"pI", "1", "probability density of F_n/mean in interval I, counted from 0"}},
          make_measure<ForceHistogram>};
}

}  // namespace cairn
