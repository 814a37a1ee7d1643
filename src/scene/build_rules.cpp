// Measures, domain and stop rule of a scene.
#include <fmt/format.h>

#include <algorithm>

#include "scene/build.h"

namespace cairn {
namespace {

// `energy: {every: 10 ms}`: the name says what is measured, all options at their defaults.
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
          fmt::format("measure.{0}: '{0}' needs the key '{1}': {{{0}: {{{1}: ...}}, every: ...}}",
                      entry.name(), option.name),
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

// As often as frames are written, or a hundred times in all.
double default_interval(const Scene& scene) {
  const Value& frames = scene["output"]["frames"];
  return frames ? frames.number() : 0.01 * scene["time"]["end"].number();
}

// Only a method that finds compatible forces knows how indeterminate the others are.
void check_indeterminacy(const Scene& scene, const Value::Entry& entry) {
  const Value &what = entry.value["what"], &method = scene["method"];
  const std::string& kind = what ? what.chosen() : entry.name();
  const bool compatible_force = kind == "force" && what && what.selected()["compatible"].flag();
  if (kind != "indeterminacy" && kind != "compatible_forces" && !compatible_force) return;
  if (method.chosen() == "implicit" && method.selected().has("compatible_forces")) return;
  throw InputError(fmt::format("measure.{}: {} needs method.implicit.compatible_forces", entry.name(), kind),
                   entry.key.mark());
}

// Refusals name the measure and show the line that it stands on.
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

std::vector<NamedMeasure> build_measures(const Scene& scene, const World& world) {
  std::vector<NamedMeasure> result;
  for (const Value::Entry& entry : scene["measure"].entries()) {
    check_measure_name(entry);
    check_indeterminacy(scene, entry);
    NamedMeasure named;
    named.name = entry.name();
    named.every = entry.value.has("every") ? entry.value["every"].number() : default_interval(scene);
    named.measure = make_measure(entry, world);
    result.push_back(std::move(named));
  }
  return result;
}

std::optional<DomainRule> build_domain(const Scene& scene) {
  const Value& domain = scene["domain"];
  if (!domain) return std::nullopt;
  DomainRule rule;
  rule.domain = {Vec3(domain["min"].vector()), Vec3(domain["max"].vector())};
  const Vec3 size = rule.domain.high - rule.domain.low;
  if (!(size.x > 0 && size.y > 0 && size.z > 0))
    throw InputError("the domain is empty: each coordinate of 'min' must be below that of 'max'",
                     domain["max"].mark());
  const std::string& outside = domain["outside"].chosen();
  rule.outside = outside == "remove"   ? Outside::remove
                 : outside == "ignore" ? Outside::ignore
                                       : Outside::stop;
  return rule;
}

std::optional<StopRule> build_stop(const Scene& scene, const std::vector<NamedMeasure>& measured) {
  const Value& stop = scene["stop"];
  if (!stop) return std::nullopt;
  const Value& when = stop["when"];
  const StopRule rule{when.chosen(), when.text() == "<", when.number(), stop["after"].number()};
  const std::size_t dot = rule.quantity.find('.');
  if (dot == std::string::npos) return rule;

  // measure.column must be there
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
