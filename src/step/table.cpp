// All methods, one line each. `cairn list methods`, the schema, the reference page and the reader use this
// table.
#include "step/methods.h"

namespace cairn {

const Table<MethodRow>& methods() {
  static const Table<MethodRow> table("method", {
                                                    explicit_row(),
                                                    implicit_row(),
                                                    impact_row(),
                                                });
  return table;
}

std::vector<Option> failure_options(const std::string& when) {
  using namespace declare;
  return {
      choice("on_failure", {"warn", "stop"}, "warn",
             "what happens when " + when + ": one warning and a count, or the end"),
      integer("give_up_after", optional,
              "ends the run, with exit code 4, after so many steps in a row that did not converge; without "
              "it never, because a few hard steps in a row are common and what follows them may be good")
          .at_least(1)};
}

// A run that stops at the first failed step has nothing to count.
void check_failures(const Value& options) {
  if (options["on_failure"].chosen() == "stop" && options.has("give_up_after"))
    throw InputError(
        "give_up_after goes with `on_failure: warn`: with `on_failure: stop` the first step that does not "
        "converge ends the run",
        options["give_up_after"].mark());
}

}  // namespace cairn
