#include "scene/stop.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {

Option stop_option() {
  using namespace declare;
  return object(
      "stop",
      {condition("when",
                 {number("kinetic_energy", dim::energy, required, "of all free bodies"),
                  number("max_speed", dim::speed, required, "of the fastest free body"),
                  number("contacts", dim::none, required, "touching contacts"),
                  number("bodies", dim::none, required, "bodies in the world"),
                  number("max_overlap", dim::none, required, "largest overlap over the smaller radius"),
                  number("measure.column", dim::none, required, "last value of a measure")},
                 required, "ends the run early; quantity < limit or quantity > limit"),
       number("after", dim::time, "0", "how long it must have held without a break").non_negative()},
      "early end");
}

std::optional<StopRule> build_stop(const Scene& scene, const std::vector<NamedMeasure>& measured) {
  const Value& stop = scene["stop"];
  if (!stop) return std::nullopt;
  const Value& when = stop["when"];
  const StopRule rule{when.chosen(), when.text() == "<", when.number(), stop["after"].number()};
  const std::size_t dot = rule.quantity.find('.');
  if (dot == std::string::npos) return rule;

  // A column must belong to a measure of the scene.
  std::vector<std::string> columns;
  for (const NamedMeasure& named : measured)
    for (const Column& column : named.measure->columns()) columns.push_back(named.name + "." + column.name);
  if (std::ranges::find(columns, rule.quantity) == columns.end())
    throw InputError(
        fmt::format("stop.when: no measure gives {}{}", quote(rule.quantity),
                    columns.empty() ? "; the scene has no measures" : suggestion(rule.quantity, columns)),
        when.mark());
  return rule;
}

}  // namespace cairn
