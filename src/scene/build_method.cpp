// The stepper of a scene.
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "scene/build.h"
#include "scene/interpret.h"
#include "step/explicit.h"
#include "step/implicit.h"

namespace cairn {
namespace {

template <class Entry>
const Entry& entry_of(const std::vector<Entry>& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &Entry::name);
  CAIRN_ASSERT(found != table.end());
  return *found;
}

// With all its options at their defaults.
std::unique_ptr<ContactSolver> default_solver(const std::string& name) {
  const SolverEntry& entry = entry_of(solvers(), name);
  const Option options = declare::object(name, entry.options, entry.meaning);
  const Tree tree = Tree::from_text("{}", name);
  return entry.make(interpret(tree.root(), options, {}, name));
}

std::unique_ptr<Stepper> implicit_stepper(const Scene& scene) {
  const Value& options = scene["method"].selected();
  if (scene["damping"]["local"].number() > 0)
    throw InputError("damping.local is of explicit runs; an implicit one has damping.global",
                     scene["damping"]["local"].mark());
  ImplicitMethod method;
  const Value &law = options["law"], &solver = options["solver"];
  method.law = entry_of(row_laws(), law.chosen()).make(law.selected());
  method.solvers.push_back(entry_of(solvers(), solver.chosen()).make(solver.selected()));
  if (options.has("fallback")) method.solvers.push_back(default_solver(options["fallback"].chosen()));
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
  return std::make_unique<ImplicitStepper>(std::move(method));
}

}  // namespace

std::unique_ptr<Stepper> build_stepper(const Scene& scene) {
  if (scene["method"].chosen() == "implicit") return implicit_stepper(scene);
  const Value& law = scene["method"].selected()["law"];
  return std::make_unique<ExplicitStepper>(entry_of(force_laws(), law.chosen()).make(law.selected()));
}

}  // namespace cairn
