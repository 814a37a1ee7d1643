#include "scene/measures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "text/expected.h"

namespace cairn {
namespace {

// For `energy: {every: 10 ms}`: the name tells the measure, and all options have their defaults.
std::unique_ptr<Measure> named_measure(const Value::Item& item, const World& world) {
  if (!measures().has(item.name()))
    throw InputError(
        fmt::format("measure.{}: what is measured? Give it one of the keys of a measure, or the name of "
                    "one{}",
                    item.name(), suggestion(item.name(), measures().names())),
        item.key.mark());
  for (const Option& option : measures().find(item.name()).options)
    if (option.presence.kind == Presence::kRequired)
      throw InputError(
          fmt::format("measure.{0}: '{0}' needs the key '{1}', for example '{0}: {{{2}}}'", item.name(),
                      option.name, cairn::item(*measures().option("").child(item.name()))),
          item.key.mark());
  return measures().make(item.name(), world);
}

void check_measure_name(const Value::Item& item) {
  const auto letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  if (!std::ranges::all_of(item.name(), letter))
    throw InputError(
        fmt::format("measure {}: a name may hold letters, digits, '_' and '-' alone", quote(item.name())),
        item.key.mark());
}

// The interval of frames, or a hundredth of the run.
double default_interval(const Scene& scene) {
  const Value& frames = scene["output"]["frames"];
  return frames ? frames.number() : 0.01 * scene["time"]["end"].number();
}

// Measures of indeterminacy and of compatible forces need a method that finds compatible forces.
void check_indeterminacy(const Scene& scene, const Value::Item& item) {
  const Value& what = item.value["what"];
  const std::string& kind = what ? what.chosen() : item.name();
  const bool compatible_force = kind == "force" && what && what.selected()["compatible"].flag();
  if (kind != "indeterminacy" && kind != "compatible_forces" && !compatible_force) return;
  if (scene["method"].selected().gives("compatible_forces")) return;
  throw InputError(
      fmt::format("measure.{}: {} needs a method that finds them: implicit with `compatible_forces: hooke`",
                  item.name(), kind),
      item.key.mark());
}

// Makes a measure. An InputError gets the name of the measure and its line.
std::unique_ptr<Measure> make_measure(const Value::Item& item, const World& world) {
  const Value& what = item.value["what"];
  try {
    return what ? measures().make(what, world) : named_measure(item, world);
  } catch (const InputError& error) {
    const std::string name = fmt::format("measure.{}: ", item.name());
    if (error.message().starts_with(name)) throw;
    throw InputError(name + error.message(), what ? error.place() : item.key.place());
  }
}

}  // namespace

using namespace declare;

Option measures_option() {
  Option what =
      measures().option("what is measured; may be left out if the name says it", optional).called("what");
  return map_of(
      "measure",
      object("measure",
             {std::move(what).merged(),
              number("every", dim::time, optional,
                     "simulated time between rows; without it as often as frames, or a hundredth of the run")
                  .positive()},
             "one measure"),
      "what is watched and written to series.csv, by names of your own", "{}");
}

std::vector<NamedMeasure> build_measures(const Scene& scene, const World& world) {
  std::vector<NamedMeasure> result;
  for (const Value::Item& item : scene["measure"].map_items()) {
    check_measure_name(item);
    check_indeterminacy(scene, item);
    NamedMeasure named;
    named.name = item.name();
    named.every = item.value.has("every") ? item.value["every"].number() : default_interval(scene);
    named.measure = make_measure(item, world);
    CAIRN_ASSERT(named.every > 0 && !named.measure->columns().empty());
    result.push_back(std::move(named));
  }
  return result;
}

}  // namespace cairn
