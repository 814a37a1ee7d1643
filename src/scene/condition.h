// Conditions in a scene (keys `when`, `reset` and `after` of `stop` and of events), on quantities that every
// run has and on the columns of the measures of the scene.
//
// A rule begins to hold when `when` becomes true. It ends when `when` is no longer true, or with `reset` not
// before `reset` becomes true (hysteresis). It has come once it has held for `after` without an end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scene/measures.h"
#include "text/condition.h"
#include "text/option.h"

namespace cairn {

// Where the value of an input of a condition comes from.
struct WatchedQuantity {
  enum class Source { kinetic_energy, max_speed, contacts, bodies, max_overlap, time, measure };
  Source source = Source::time;
  std::size_t measure = 0, column = 0;  // of a measure
  double unit = 1;                      // SI value of one unit of the column
};
struct WatchedCondition {
  Condition condition;
  std::vector<WatchedQuantity> quantities;  // one per input of the condition
};
struct Rule {
  WatchedCondition when;
  std::optional<WatchedCondition> reset;
  double after = 0;  // s

  std::string text() const;  // "bed.pressure > 1 kPa for 0.2 s"
};

// The declarations. `use` completes "condition that ...".
Option when_option(const std::string& use, Presence presence = required);
Option reset_option();
Option after_option(Presence presence);

// The rule of an object with these three keys. Throws InputError for a quantity that no measure gives, for
// other dimensions and for unknown flags. `key` is what messages call the object; `events` are names of
// events, each of them true once the event has happened.
Rule read_rule(const Value& when, const Value& owner, const std::string& key,
               const std::vector<NamedMeasure>& measures, const std::vector<std::string>& events);

}  // namespace cairn
