// The parts of the module cairn._core. Each declares its own classes and functions.
#pragma once

#include <pybind11/pybind11.h>

namespace cairn::python {

namespace py = pybind11;

void bind_errors(py::module_& module);   // exceptions
void bind_text(py::module_& module);     // scene files as dicts and lists, and places in them
void bind_tables(py::module_& module);   // what `cairn list` and `cairn cite` know
void bind_problem(py::module_& module);  // contact problems and their solvers
void bind_session(py::module_& module);  // a running simulation
void bind_run(py::module_& module);      // results folders
void bind_network(py::module_& module);  // compatible forces of given contacts

}  // namespace cairn::python
