#include "scene/stop.h"

#include "scene/events.h"

namespace cairn {

Option stop_option() {
  return declare::object("stop", {when_option("ends the run early"), reset_option(), after_option("0")},
                         "early end");
}

std::optional<Rule> build_stop(const Scene& scene, const std::vector<NamedMeasure>& measures) {
  const Value& stop = scene["stop"];
  if (!stop) return std::nullopt;
  return read_rule(stop["when"], stop, "stop", measures, event_names(scene));
}

}  // namespace cairn
