#include "scene/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/error.h"
#include "text/units.h"

namespace cairn {
namespace {

using Source = WatchedQuantity::Source;

struct Standing {
  const char* name;
  Dimension dimension;
  const char* meaning;
  Source source;
};
// Quantities that every run has.
constexpr std::array kStanding{
    Standing{"kinetic_energy", dim::energy, "of all free bodies", Source::kinetic_energy},
    Standing{"max_speed", dim::speed, "of the fastest free body", Source::max_speed},
    Standing{"contacts", dim::none, "touching contacts", Source::contacts},
    Standing{"bodies", dim::none, "bodies in the world", Source::bodies},
    Standing{"max_overlap", dim::none, "largest overlap over the smaller radius", Source::max_overlap},
    Standing{"t", dim::time, "simulated time", Source::time},
};

declare::Fields comparable() {
  declare::Fields fields;
  for (const Standing& q : kStanding)
    fields.push_back(declare::number(q.name, q.dimension, required, q.meaning));
  fields.push_back(declare::number("measure.column", dim::none, required, "last value of a measure"));
  return fields;
}

// The dimension and SI value of a unit of a column; "1" is a plain number.
Unit unit_of_column(const std::string& text) {
  const std::optional<Unit> unit = text == "1" ? std::nullopt : read_unit(text);
  return unit && unit->size == text.size() ? *unit : Unit{};
}

struct Known {
  std::vector<Input> inputs;
  std::vector<WatchedQuantity> quantities;

  void add(const std::string& name, const Dimension& dimension, const WatchedQuantity& quantity) {
    inputs.push_back({name, dimension});
    quantities.push_back(quantity);
  }
};

// A measure of one column also goes by its own name.
Known known_quantities(const std::vector<NamedMeasure>& measures) {
  Known known;
  for (const Standing& q : kStanding) known.add(q.name, q.dimension, {.source = q.source});
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const std::vector<Column> columns = measures[m].measure->columns();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Unit unit = unit_of_column(columns[c].unit);
      const double in_si = decimal_value("1", unit.power_of_ten) * unit.factor;
      const WatchedQuantity quantity{.source = Source::measure, .measure = m, .column = c, .unit = in_si};
      known.add(measures[m].name + "." + columns[c].name, unit.dimension, quantity);
      if (columns.size() == 1) known.add(measures[m].name, unit.dimension, quantity);
    }
  }
  return known;
}

WatchedCondition read_condition(const Value& value, const std::string& key, const Known& known,
                                const std::vector<std::string>& flags) {
  WatchedCondition watched;
  try {
    watched.condition = Condition(value.text(), value.mark(), {known.inputs, flags});
  } catch (const InputError& error) {
    throw InputError(key + ": " + error.message(), error.place());
  }
  for (const std::string& name : watched.condition.inputs()) {
    const auto found = std::ranges::find(known.inputs, name, &Input::name);
    CAIRN_ASSERT(found != known.inputs.end());
    watched.quantities.push_back(known.quantities[static_cast<std::size_t>(found - known.inputs.begin())]);
  }
  return watched;
}

}  // namespace

using namespace declare;

Option when_option(const std::string& use, Presence presence) {
  return condition(
      "when", comparable(), std::move(presence),
      "condition that " + use + ": comparisons by `<` or `>` joined by `and`, `or`, `not` and parentheses");
}

Option reset_option() {
  return condition("reset", comparable(), optional,
                   "hysteresis: once true, `when` counts as true until this condition holds");
}

Option after_option(Presence presence) {
  return number("after", dim::time, std::move(presence), "how long it must have held without a break")
      .non_negative();
}

Rule read_rule(const Value& when, const Value& owner, const std::string& key,
               const std::vector<NamedMeasure>& measures, const std::vector<std::string>& events) {
  const Known known = known_quantities(measures);
  Rule rule{.when = read_condition(when, key + ".when", known, events), .reset = {}, .after = 0};
  if (owner.has("reset")) rule.reset = read_condition(owner["reset"], key + ".reset", known, events);
  if (owner.has("after")) rule.after = owner["after"].number();
  return rule;
}

std::string Rule::text() const {
  return when.condition.text() + (after > 0 ? fmt::format(" for {:.6g} s", after) : "");
}

}  // namespace cairn
