#include "results/summary.h"

#include <fmt/format.h>

namespace cairn {
namespace {

Json object_of(const Named<double>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object.set(name, value);
  return object;
}

// Stored energies come first; losses stand in an object of their own.
Json energy_of(const Summary& summary) {
  Json json = Json::object(), dissipated = Json::object();
  for (const EnergyField& field : kEnergyFields) {
    const bool is_lost = field.role == EnergyRole::lost;
    (is_lost ? dissipated : json).set(field.name, summary.energy.*field.member);
    if (is_lost) json.set("dissipated", dissipated);
  }
  return json.set("received", summary.energy_received).set("from_nothing", summary.energy_from_nothing);
}

Json json_of(const std::optional<bool>& answer) { return answer ? Json(*answer) : Json("undecided"); }
Json json_of(const ContactKey& pair) { return Json::array().add(pair.a).add(pair.b); }
Json json_of(auto number) { return number; }

}  // namespace

Json& add_fields(Json& object, const StepForces& forces) {
  forces.fields([&](const char* name, const auto& value) { object.set(name, json_of(value)); });
  return object;
}

std::string write_summary(const Summary& summary) {
  // Parts that are maps.
  Json measures = Json::object();
  for (const auto& [name, values] : summary.measures) measures.set(name, object_of(values));
  const auto& contacts = summary.contacts;
  Json fallbacks = Json::object();
  summary.fallbacks.fields(
      [&](const char* name, const char*, std::uint64_t count) { fallbacks.set(name, count); });

  Json causes = Json::object();
  for (std::size_t k = 0; k < kCauseNames.size(); ++k)
    causes.set(kCauseNames[k], summary.unconverged_by_cause[k]);

  // All keys, in the order of the file.
  Json json = Json::object();
  json.set("title", summary.title)
      .set("version", summary.version)
      .set("command", summary.command)
      .set("method", summary.method)
      .set("stop_reason", summary.stop_reason)
      .set("threads", summary.threads)
      .set("steps", summary.steps)
      .set("time", summary.time)
      .set("wall_seconds", summary.wall_seconds)
      .set("seconds_by_stage", object_of(summary.seconds_by_stage))
      .set("bodies", summary.bodies)
      .set("removed_bodies", summary.removed_bodies)
      .set("contacts",
           Json::object({{"last", contacts.last}, {"mean", contacts.mean}, {"max", contacts.max}}))
      .set("particle_steps_per_second", summary.particle_steps_per_second)
      .set("iterations", Json::object({{"mean", summary.iterations.mean}, {"max", summary.iterations.max}}))
      .set("residual", Json::object({{"mean", summary.residual.mean}, {"max", summary.residual.max}}))
      .set("natural_map",
           Json::object({{"mean", summary.natural_map.mean}, {"max", summary.natural_map.max}}))
      .set("work_by_solver", object_of(summary.work_by_solver))
      .set("velocity_error",
           Json::object({{"mean", summary.velocity_error.mean}, {"max", summary.velocity_error.max}}))
      .set("unconverged_steps", summary.unconverged_steps)
      .set("unconverged_by_cause", causes)
      .set("max_overlap_over_radius", summary.max_overlap_over_radius)
      .set("deep_overlap_steps", summary.deep_overlap_steps)
      .set("impacts_with_gain", summary.impacts_with_gain)
      .set("fallbacks", fallbacks)
      .set("energy", energy_of(summary))
      .set("state_hash", fmt::format("{:#018x}", summary.state_hash))
      .set("references", summary.references)
      .set("measures", measures)
      .set("warnings", summary.warnings);
  if (!summary.changes.empty()) json.set("changes", summary.changes);
  if (summary.forces) {
    Json forces = Json::object();
    json.set("compatible_forces", add_fields(forces, *summary.forces));
  }
  return json.text();
}

}  // namespace cairn
