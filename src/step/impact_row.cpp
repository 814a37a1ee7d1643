// The table row of the impact method: its options and how they are read.
#include "solvers/solvers.h"
#include "step/impact.h"
#include "step/methods.h"

namespace cairn {
namespace {

using namespace declare;

std::vector<Option> impact_options() {
  std::vector<Option> options{
      impact_solvers().option("how impacts are resolved", "etm").tagged(),
      number("contact_distance", dim::none, "1e-3",
             "gap over the smaller radius at which bodies touch; a smaller one takes more impacts one by "
             "one, and longer")
          .positive(),
      number("threshold", dim::speed, optional,
             "approach below which nothing bounces and contacts rest; without it 2 g h: what gravity alone "
             "brings about in two steps; 0: nothing rests")
          .non_negative(),
      integer("max_impacts", "20", "impacts of a body in a step after which it goes on without restitution")
          .at_least(1),
      number(
          "rest_tolerance", dim::none, "1e-4",
          "residual at which contacts at rest are solved for; what is left moves bodies by so much of g h²")
          .positive(),
      integer("rest_iterations", "300", "sweeps over contacts at rest, at most").at_least(1)};
  for (Option& option : failure_options("contacts at rest do not converge"))
    options.push_back(std::move(option));
  return options;
}

std::unique_ptr<Stepper> make_impact(const Value& options) {
  check_failures(options);
  ImpactMethod method;
  method.solver = impact_solvers().make(options["solver"]);
  method.rest = sweeps_alone();
  method.limits = {.tolerance = options["rest_tolerance"].number(),
                   .max_iterations = static_cast<std::uint64_t>(options["rest_iterations"].integer())};
  method.distance = options["contact_distance"].number();
  if (options.has("threshold")) method.threshold = options["threshold"].number();
  method.impacts = static_cast<std::uint64_t>(options["max_impacts"].integer());
  return std::make_unique<ImpactStepper>(std::move(method));
}

}  // namespace

MethodRow impact_row() {
  return {"impact",
          "TG14",
          "free flight from impact to impact: no overlap, no stiffness",
          impact_options(),
          make_impact,
          [](const Value& options) { return impact_solvers().find(options["solver"]).uses; },
          ContactsBy::impact};
}

}  // namespace cairn
