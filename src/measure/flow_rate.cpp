// Rate at which mass falls below a level, by regression over the middle of the flow so far
// (measure/steady_rate.h). After the end of the flow, the values are those of the whole flow. Bodies that
// left the domain below the level count.
#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/steady_rate.h"

namespace cairn {
namespace {

class FlowRateMeasure final : public Measure {
 public:
  FlowRateMeasure(const Value& options, const World& world)
      : level_(options["z"].number()), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 5);
    passed_.time.push_back(sight.world.time);
    passed_.value.push_back(mass_below(sight));
    const FlowRate flow = flow_rate(passed_);
    values[0] = passed_.value.back();
    values[1] = flow.rate;
    values[2] = flow.deviation;
    values[3] = flow.ratio;
    values[4] = flow.duration;
  }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + "time", passed_.time);
    record.put(prefix + "mass", passed_.value);
  }
  void load(const Record& record, const std::string& prefix) override {
    passed_.time = record.get<std::vector<double>>(prefix + "time");
    passed_.value = record.get<std::vector<double>>(prefix + "mass");
  }

 private:
  double mass_below(const Sight& sight) const {
    const Bodies& bodies = sight.world.bodies;
    double below = total<double>(sight.threads, bodies.size(), [&](std::size_t i) {
      const bool counts = !is_immobile(bodies.info[i]) && is_selected(bodies.info[i], group_) &&
                          bodies.place[i].position.z < level_;
      return counts ? mass(bodies.inertia[i]) : 0;
    });
    for (const RemovedBody& body : sight.removed)
      if (body.position.z < level_ && (!group_ || body.group == *group_)) below += body.mass;
    return below;
  }

  double level_;
  std::optional<Group> group_;
  TimedValues passed_;
};

}  // namespace

MeasureRow flow_rate_row() {
  using namespace declare;
  return {"flow_rate",
          "PZ17",
          "rate at which mass falls below a level: mean and standard deviation of ten slopes over the middle "
          "of the "
          "flow so far",
          {number("z", dim::length, required, "level"), optional_group_option()},
          {{"mass", "kg", "mass that has fallen below the level"},
           {"rate", "kg/s", "mean of the ten slopes of mass over time"},
           {"deviation", "kg/s", "standard deviation of the ten slopes"},
           {"ratio", "1", "deviation over rate"},
           {"duration", "s", "time from the first grain to the last so far"}},
          make_measure<FlowRateMeasure>};
}

}  // namespace cairn
