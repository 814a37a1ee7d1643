// The table row of the explicit method: its options and how it is made.
#include "step/explicit.h"
#include "step/methods.h"

namespace cairn {

MethodRow explicit_row() {
  std::vector<Option> options = failure_options("joints cannot be satisfied");
  options.insert(options.begin(), force_laws().option("force of a contact").tagged());
  return {"explicit",
          "PZ17",
          "velocity Verlet with contact forces from a law",
          std::move(options),
          [](const Value& given) -> std::unique_ptr<Stepper> {
            check_failures(given);
            return std::make_unique<ExplicitStepper>(force_laws().make(given["law"]));
          },
          [](const Value& given) { return force_laws().find(given["law"]).uses(given["law"].selected()); },
          ContactsBy::force};
}

}  // namespace cairn
