#include "scene/measures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "text/expected.h"

namespace cairn {
namespace {

// For `energy: {every: 10 ms}`: the name tells the measure, and all options have their defaults.
std::unique_ptr<Measure> named_measure(const Value::Entry& entry, const World& world) {
  if (!measures().has(entry.name()))
    throw InputError(
        fmt::format("measure.{}: what is measured? Give it one of the keys of a measure, or the name of "
                    "one{}",
                    entry.name(), suggestion(entry.name(), measures().names())),
        entry.key.mark());
  for (const Option& option : measures().find(entry.name()).options)
    if (option.presence.kind == Presence::kRequired)
      throw InputError(
          fmt::format("measure.{0}: '{0}' needs the key '{1}', for example '{0}: {{{2}}}'", entry.name(),
                      option.name, cairn::entry(*measures().option("").child(entry.name()))),
          entry.key.mark());
  return measures().make(entry.name(), world);
}

void check_measure_name(const Value::Entry& entry) {
  const auto letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  };
  if (!std::ranges::all_of(entry.name(), letter))
    throw InputError(
        fmt::format("measure {}: a name has letters, digits, '_' and '-' alone", quote(entry.name())),
        entry.key.mark());
}

// The interval of frames, or a hundredth of the run.
double default_interval(const Scene& scene) {
  const Value& frames = scene["output"]["frames"];
  return frames ? frames.number() : 0.01 * scene["time"]["end"].number();
}

// Measures of indeterminacy and of compatible forces need a method that finds compatible forces.
void check_indeterminacy(const Scene& scene, const Value::Entry& entry) {
  const Value& what = entry.value["what"];
  const std::string& kind = what ? what.chosen() : entry.name();
  const bool compatible_force = kind == "force" && what && what.selected()["compatible"].flag();
  if (kind != "indeterminacy" && kind != "compatible_forces" && !compatible_force) return;
  if (scene["method"].selected().gives("compatible_forces")) return;
  throw InputError(
      fmt::format("measure.{}: {} needs a method that finds them: implicit with `compatible_forces: hooke`",
                  entry.name(), kind),
      entry.key.mark());
}

// Makes a measure. An InputError gets the name of the measure and its line.
std::unique_ptr<Measure> make_measure(const Value::Entry& entry, const World& world) {
  const Value& what = entry.value["what"];
  try {
    return what ? measures().make(what, world) : named_measure(entry, world);
  } catch (const InputError& error) {
    const std::string name = fmt::format("measure.{}: ", entry.name());
    if (error.message().starts_with(name)) throw;
    throw InputError(name + error.message(), what ? error.place() : entry.key.place());
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
  for (const Value::Entry& entry : scene["measure"].entries()) {
    check_measure_name(entry);
    check_indeterminacy(scene, entry);
    NamedMeasure named;
    named.name = entry.name();
    named.every = entry.value.has("every") ? entry.value["every"].number() : default_interval(scene);
    named.measure = make_measure(entry, world);
    CAIRN_ASSERT(named.every > 0 && !named.measure->columns().empty());
    result.push_back(std::move(named));
  }
  return result;
}

}  // namespace cairn
