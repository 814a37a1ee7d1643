// The module cairn._core: what the package needs of the engine, one function per idea.
#include "module.h"

PYBIND11_MODULE(_core, module) {
  using namespace cairn::python;
  module.doc() = "The engine of cairn, as the package uses it; users import cairn";
  bind_errors(module);
  bind_text(module);
  bind_tables(module);
  bind_problem(module);
  bind_session(module);
  bind_run(module);
  bind_network(module);
}
