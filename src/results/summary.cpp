#include "results/summary.h"

#include <fmt/format.h>

#include <cmath>

#include "base/json.h"

namespace cairn {
namespace {

Json object_of(const Named<double>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object.set(name, value);
  return object;
}

Json energy_of(const Summary::Energy& energy) {
  const auto& lost = energy.dissipated;
  const Json dissipated = Json::object({{"friction", lost.friction},
                                        {"damping", lost.damping},
                                        {"rolling", lost.rolling},
                                        {"impact", lost.impact},
                                        {"plastic", lost.plastic}});
  return Json::object({{"kinetic", energy.kinetic},
                       {"gravity", energy.gravity},
                       {"elastic_normal", energy.elastic_normal},
                       {"elastic_tangential", energy.elastic_tangential},
                       {"adhesion", energy.adhesion},
                       {"dissipated", dissipated},
                       {"work_of_drives", energy.work_of_drives},
                       {"imbalance", energy.imbalance},
                       {"from_nothing", energy.from_nothing}});
}

Json forces_of(const Summary::Forces& forces) {
  Json json = Json::object();
  json.set("converged", forces.converged)
      .set("iterations", forces.iterations)
      .set("balance", forces.balance)
      .set("contacts", forces.contacts)
      .set("components", forces.components)
      .set("freedoms", forces.freedoms)
      .set("rank", forces.rank)
      .set("rank_gap", forces.rank_gap)
      .set("self_stresses", forces.self_stresses)
      .set("mechanisms", forces.mechanisms)
      .set("unique", std::isnan(forces.unique) ? Json("undecided") : Json(forces.unique != 0))
      .set("self_stressed_contacts", forces.self_stressed_contacts)
      .set("max_force", forces.max_force)
      .set("max_solver_force", forces.max_solver_force)
      .set("max_difference", forces.max_difference)
      .set("rms_difference", forces.rms_difference)
      .set("farthest", Json::array().add(forces.farthest_a).add(forces.farthest_b));
  return json;
}

}  // namespace

std::string write_summary(const Summary& summary) {
  Json measures = Json::object();
  for (const auto& [name, values] : summary.measures) measures.set(name, object_of(values));
  const auto& contacts = summary.contacts;

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
      .set("unconverged_steps", summary.unconverged_steps)
      .set("max_overlap_over_radius", summary.max_overlap_over_radius)
      .set("deep_overlap_steps", summary.deep_overlap_steps)
      .set("impacts_with_gain", summary.impacts_with_gain)
      .set("energy", energy_of(summary.energy))
      .set("state_hash", fmt::format("{:#018x}", summary.state_hash))
      .set("references", summary.references)
      .set("measures", measures)
      .set("warnings", summary.warnings);
  if (summary.forces) json.set("compatible_forces", forces_of(*summary.forces));
  return json.text();
}

}  // namespace cairn
