// The page of a calibration: unknowns with intervals and warnings, the fit of every target, how targets
// depend on unknowns around the estimate, how likely which values are, and the evaluations.
#pragma once

#include <string>
#include <vector>

#include "study/run_calibration.h"

namespace cairn {

// Warnings about unknowns that the data do not determine or that end at a bound, and about targets that no
// value within the bounds reproduces.
std::vector<std::string> warnings_of(const Calibration& calibration, const Inference& inference);

// Writes report.html of a calibration with at least two evaluations. Returns its path.
std::string write_calibration_report(const CalibrationRun& run);
// The same for a folder. Throws InputError if it has fewer.
std::string write_calibration_report(const std::string& folder);

}  // namespace cairn
