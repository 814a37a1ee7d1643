#include "solvers/sweeps.h"

#include "solvers/solver.h"

namespace cairn {

std::vector<Option> sweep_options() {
  using namespace declare;
  return {
      choice("order", {"coloured", "key", "shuffled"}, "coloured",
             "coloured: by grid cells, in parallel; key: in the order of the bodies in the scene; shuffled: "
             "a new order in every sweep"),
      flag("symmetric", "false", "every second sweep runs backwards"),
      choice("accelerate", {"momentum", "false"}, "momentum",
             "momentum: every contact repeats a part of its last step after each sweep; false: plain sweeps, "
             "as published counts have them"),
      integer("seed", "1", "of the shuffled order").with("order", {"shuffled"})};
}

SweepOptions read_sweep_options(const Value& options) {
  const std::string& order = options["order"].chosen();
  return {.order = order == "key"        ? Order::key
                   : order == "coloured" ? Order::coloured
                                         : Order::shuffled,
          .alternating = options["symmetric"].flag(),
          .seed = static_cast<std::uint64_t>(options["seed"].integer()),
          .acceleration =
              options["accelerate"].chosen() == "momentum" ? Acceleration::momentum : Acceleration::none};
}

}  // namespace cairn
