// The table row of the implicit method: its options and how they are read.
#include <fmt/format.h>

#include "step/methods.h"

namespace cairn {
namespace {

using namespace declare;

Option compatible_forces() {
  Option word = choice("compatible_forces", {"hooke", "hertz"}, required, "linear or Hertzian grains");
  Option power =
      number("power", dim::none, "hooke",
             "p: elastic energy grows with the p-th power of the compression; hooke is 2, hertz 2.5")
          .or_one_of({"hooke", "hertz"});
  power.lower = Bound{1, true};
  Option all = object(
      "compatible_forces",
      {std::move(power),
       number("tangential", dim::none, "1",
              "with friction: tangential over normal stiffness of a loaded contact; 2 (1 - nu)/(2 - nu) for "
              "smooth elastic spheres, 1 for a soft layer that does not bulge")
           .positive(),
       number("radius_power", dim::none, optional,
              "the stiffness of a contact grows with this power of its radius; without it 3 - p, as for "
              "grains of one form and material"),
       choice("solver", {"newton", "interior_point", "augmented_lagrangian"}, "newton",
              "how they are found: a few sparse factors; some twenty, whatever the power; or products alone, "
              "as published")},
      "by any power");
  return any_of("compatible_forces", {std::move(word), std::move(all)},
                "beside the solver's forces those that stiff elastic grains would have, which rigid contacts "
                "leave open; an explicit run has them from its overlaps",
                optional)
      .refer("OK18");
}

std::vector<Option> implicit_options() {
  std::vector<Option> options{
      row_laws().option("what a contact may transmit").tagged(),
      solvers().option("how the impulses are found", "auto").tagged(),
      number("tolerance", dim::none, "1e-4",
             "residual at which a solve ends: velocities by which contacts miss their laws, relative to a "
             "velocity of the scene; 1e-4 for motion, 1e-8 where forces are to be read")
          .positive(),
      integer("max_iterations", optional,
              "iterations after which a solve says that it did not converge; without it 1000, or with solver "
              "auto and a tolerance for motion 50 to 1000, fewer for more contacts")
          .at_least(1),
      number("theta", dim::none, "1",
             "1: semi-implicit Euler, contacts at the beginning of the step; 0.5: mid-point, keeps the "
             "energy of free flight")
          .within(0.5, 1),
      choice("level", {"auto", "position", "velocity"}, "auto",
             "position: no overlap at the end of a step; velocity: touching bodies do not approach, "
             "with Newton's restitution; auto: position for theta = 1"),
      number("recovery_speed", dim::speed, optional,
             "largest speed at which overlap is pushed apart; without it a tenth of the smaller "
             "body's diameter per step")
          .positive(),
      number("threshold", dim::speed, optional,
             "approach below which contacts do not bounce; without it 2 g h: what gravity alone "
             "brings about in two steps; 0 on the velocity level: restitution whatever the velocity")
          .non_negative(),
      number("contact_tolerance", dim::none, "1e-6",
             "velocity level: gap over the smaller radius up to which bodies touch")
          .non_negative(),
      number("margin", dim::none, "0.02",
             "position level: gap over the smaller radius that counts beside what a step may close")
          .non_negative(),
      flag("warm_start", "true",
           "begins with the impulses of the step before; false where forces are to be read"),
      flag("project_positions", "false",
           "velocity level: after each step bodies are moved apart until none overlap, without "
           "giving them velocity"),
      compatible_forces()};
  for (Option& option : failure_options("a solve does not converge")) options.push_back(std::move(option));
  options.push_back(choice("fallback", solvers().names(), optional,
                           "solver that tries again, with its defaults, where the first did not converge"));
  return options;
}

Level level_of(const Value& options) {
  const std::string& level = options["level"].chosen();
  const bool position = level == "position" || (level == "auto" && options["theta"].number() == 1);
  return position ? Level::position : Level::velocity;
}

// The properties used by the law, and those used by the level and by compatible forces.
std::vector<std::string> implicit_uses(const Value& options) {
  const Value& law = options["law"];
  std::vector<std::string> used = row_laws().find(law).uses(law.selected());
  if (level_of(options) == Level::velocity) used.emplace_back("restitution_tangential");
  if (options.has("compatible_forces")) used.insert(used.end(), {"young", "poisson"});
  return used;
}

// The solver and its fallback, each checked against the rows of the law.
std::vector<std::unique_ptr<ContactSolver>> read_solvers(const Value& options, const RowLaw& law) {
  const RowTraits rows{.compliance = law.remembers(), .cones = law.has_cones()};
  const auto check = [&](const Value& chosen) {
    const std::string why = refusal(solvers().find(chosen), rows);
    if (!why.empty()) throw InputError(why, chosen.mark());
  };
  std::vector<std::unique_ptr<ContactSolver>> used;
  check(options["solver"]);
  used.push_back(solvers().make(options["solver"]));
  if (!options.has("fallback")) return used;
  check(options["fallback"]);
  used.push_back(solvers().make(options["fallback"].chosen()));
  return used;
}

}  // namespace

std::optional<CompatibleOptions> read_compatible(const Value& options) {
  if (!options.gives("compatible_forces")) return std::nullopt;
  const Value &law = options["law"], &given = options["compatible_forces"];
  // Refuse laws whose forces are unique, and cohesion.
  if (row_laws().make(law)->remembers())
    throw InputError(fmt::format("compatible_forces are for rigid contacts (law frictionless, cone or "
                                 "coulomb): the forces of law {} are unique already",
                                 law.chosen()),
                     given.mark());
  if (law.selected().gives("cohesion") && law.selected()["cohesion"].number() > 0)
    throw InputError(
        "compatible_forces know no cohesion: they share a load among contacts that push; leave "
        "out one of the two",
        given.mark());
  // A word is a power; an object gives all options.
  const auto power = [](const Value& word) {
    return word.is_number() ? word.number() : word.chosen() == "hertz" ? 2.5 : 2.0;
  };
  CompatibleOptions read;
  if (given.type() == OptionType::choice) {
    read.method.power = power(given);
    return read;
  }
  read.method.power = power(given["power"]);
  read.method.tangential = given["tangential"].number();
  if (given.has("radius_power")) read.radius_power = given["radius_power"].number();
  const std::string& solver = given["solver"].chosen();
  read.method.solver = solver == "newton"           ? CompatibleSolver::newton
                       : solver == "interior_point" ? CompatibleSolver::interior_point
                                                    : CompatibleSolver::augmented_lagrangian;
  return read;
}

ImplicitMethod read_implicit(const Value& options) {
  check_failures(options);
  ImplicitMethod method;
  method.law = row_laws().make(options["law"]);
  method.solvers = read_solvers(options, *method.law);
  method.limits.tolerance = options["tolerance"].number();
  if (options.has("max_iterations"))
    method.limits.max_iterations = static_cast<std::uint64_t>(options["max_iterations"].integer());
  else if (options["solver"].chosen() == "auto")
    method.limit = Limit::by_size;
  method.theta = options["theta"].number();
  method.rows.level = level_of(options);
  if (method.law->remembers() && (method.theta != 1 || method.rows.level != Level::position))
    throw InputError("law compliant is of the position level with theta 1", options["law"].mark());
  if (options.has("recovery_speed")) method.rows.recovery = options["recovery_speed"].number();
  if (options.has("threshold")) method.rows.threshold = options["threshold"].number();
  method.margin = options["margin"].number();
  method.contact_tolerance = options["contact_tolerance"].number();
  method.project_positions = options["project_positions"].flag();
  method.warm_start = options["warm_start"].flag();
  method.compatible = read_compatible(options);
  return method;
}

MethodRow implicit_row() {
  return {"implicit",
          "PZ17",
          "contacts solved for together, with large steps",
          implicit_options(),
          [](const Value& options) -> std::unique_ptr<Stepper> {
            return std::make_unique<ImplicitStepper>(read_implicit(options));
          },
          implicit_uses,
          ContactsBy::impulse};
}

}  // namespace cairn
