// The stepper of a scene.
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "scene/build.h"
#include "scene/impact_scope.h"
#include "solvers/solvers.h"
#include "step/explicit.h"
#include "step/impact.h"
#include "step/implicit.h"
#include "text/interpret.h"

namespace cairn {
namespace {

std::unique_ptr<Stepper> implicit_stepper(const Scene& scene) {
  const Value& options = scene["method"].selected();
  if (scene["damping"]["local"].number() > 0)
    throw InputError("damping.local is of explicit runs; an implicit one has damping.global",
                     scene["damping"]["local"].mark());
  ImplicitMethod method;
  const Value &law = options["law"], &solver = options["solver"];
  method.law = row_laws().make(law);
  for (const Value* chosen : {&solver, options.has("fallback") ? &options["fallback"] : &solver}) {
    const std::string why = refusal(solvers().find(chosen->chosen()), {.compliance = method.law->remembers(),
                                                                       .cones = method.law->has_cones()});
    if (!why.empty()) throw InputError(why, chosen->mark());
  }
  method.solvers.push_back(solvers().make(solver));
  if (options.has("fallback")) method.solvers.push_back(solvers().make(options["fallback"].chosen()));
  method.limits = {.tolerance = options["tolerance"].number(),
                   .max_iterations = static_cast<std::uint64_t>(options["max_iterations"].integer())};
  method.theta = options["theta"].number();
  const std::string& level = options["level"].chosen();
  const bool position = level == "position" || (level == "auto" && method.theta == 1);
  if (method.law->remembers() && (method.theta != 1 || !position))
    throw InputError("law compliant is of the position level with theta 1", law.mark());
  method.rows.level = position ? Level::position : Level::velocity;
  if (options.has("recovery_speed")) method.rows.recovery = options["recovery_speed"].number();
  if (options.has("threshold")) method.rows.threshold = options["threshold"].number();
  method.margin = options["margin"].number();
  method.contact_tolerance = options["contact_tolerance"].number();
  method.project_positions = options["project_positions"].flag();
  method.warm_start = options["warm_start"].flag();
  method.compatible = compatible_options(scene);
  return std::make_unique<ImplicitStepper>(std::move(method));
}

std::unique_ptr<Stepper> impact_stepper(const Scene& scene, const World& world) {
  check_impact_scope(scene, world);
  const Value& options = scene["method"].selected();
  const Value& solver = options["solver"];
  ImpactMethod method;
  method.solver = impact_solvers().make(solver);
  method.rest = sweeps_alone();
  method.limits = {.tolerance = options["rest_tolerance"].number(),
                   .max_iterations = static_cast<std::uint64_t>(options["rest_iterations"].integer())};
  method.distance = options["contact_distance"].number();
  if (options.has("threshold")) method.threshold = options["threshold"].number();
  method.impacts = static_cast<std::uint64_t>(options["max_impacts"].integer());
  return std::make_unique<ImpactStepper>(std::move(method));
}

// The first step that fails ends a run that stops: there is nothing left to count.
void check_failures(const Value& options) {
  if (options["on_failure"].chosen() == "stop" && options.has("give_up_after"))
    throw InputError(
        "give_up_after goes with `on_failure: warn`: with `on_failure: stop` the first step that does not "
        "converge ends the run",
        options["give_up_after"].mark());
}

}  // namespace

std::optional<CompatibleOptions> compatible_options(const Scene& scene) {
  if (scene["method"].chosen() != "implicit") return std::nullopt;
  const Value &method = scene["method"].selected(), &law = method["law"],
              &given = method["compatible_forces"];
  if (!given) return std::nullopt;
  if (law.chosen() != "frictionless" && law.chosen() != "cone" && law.chosen() != "coulomb")
    throw InputError(fmt::format("compatible_forces are for rigid contacts (law frictionless, cone or "
                                 "coulomb): the forces of law {} are unique already",
                                 law.chosen()),
                     given.mark());
  if (law.chosen() != "frictionless" && law.selected()["cohesion"].number() > 0)
    throw InputError(
        "compatible_forces know no cohesion: they share a load among contacts that push; leave "
        "out one of the two",
        given.mark());
  const auto power = [](const Value& word) {
    return word.is_number() ? word.number() : word.chosen() == "hertz" ? 2.5 : 2.0;
  };
  CompatibleOptions options;
  if (given.type() == OptionType::choice) {
    options.method.power = power(given);
    return options;
  }
  options.method.power = power(given["power"]);
  options.method.tangential = given["tangential"].number();
  if (given.has("radius_power")) options.radius_power = given["radius_power"].number();
  const std::string& solver = given["solver"].chosen();
  options.method.solver = solver == "newton"           ? CompatibleSolver::newton
                          : solver == "interior_point" ? CompatibleSolver::interior_point
                                                       : CompatibleSolver::augmented_lagrangian;
  return options;
}

std::unique_ptr<Stepper> build_stepper(const Scene& scene, const World& world) {
  check_failures(scene["method"].selected());
  if (scene["method"].chosen() == "implicit") return implicit_stepper(scene);
  if (scene["method"].chosen() == "impact") return impact_stepper(scene, world);
  const Value& law = scene["method"].selected()["law"];
  return std::make_unique<ExplicitStepper>(force_laws().make(law));
}

}  // namespace cairn
