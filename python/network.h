// Compatible forces of contacts that are given as arrays, without a run.
//   v = h M⁻¹(f + m g),  u = Dᵀv⁺:   the bodies are at rest, then weight and loads act for h = 1 s
// The solution of this contact problem says which contacts close and slide; compatible forces share its load
// (solvers/compatible/compatible.h). Bodies that the contacts cannot hold accelerate.
#pragma once

#include "problem.h"
#include "step/report.h"

namespace cairn::python {

// The fields of a report by name.
py::dict fields_of(const StepForces& report);

}  // namespace cairn::python
