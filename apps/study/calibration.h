// The file of a calibration: unknowns with bounds, scenes with measured values, a budget. Its vocabulary is
// declared here and read like that of a scene, with places, units and nearest names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/series.h"
#include "study/parameters.h"
#include "study/plan.h"
#include "text/option.h"

namespace cairn {

// A key of the scenes that is sought between bounds.
struct Unknown {
  std::string key;
  ParameterRange range;
};

// A measured value. `slack` is its uncertainty over the root of its weight.
struct Target {
  std::size_t test = 0;
  std::string name;  // test: column
  Column column;     // of table.csv
  double value = 0;  // in the column's unit, as is slack
  double slack = 0;
};

// A scene that is run for every trial of the unknowns.
struct LabTest {
  std::string name;
  StudyPlan plan;                     // without points
  std::vector<std::size_t> unknowns;  // that it has; the keys of its plan
};

// The search ends with the first of these that is used up.
struct Budget {
  std::optional<std::size_t> evaluations, runs;
  std::optional<double> hours;  // of processor time
};

struct Calibration {
  std::string title;
  std::vector<Unknown> unknowns;
  std::vector<LabTest> tests;
  std::vector<Target> targets;
  Budget budget;
  std::size_t start = 0, batch = 0;  // evaluations of the first batch and of a further one
  std::uint64_t seed = 1;

  // Reads a file and all of its scenes. `folder` is that of the results. Throws InputError.
  static Calibration read(const std::string& file, const std::string& folder);

  std::size_t runs_per_evaluation() const;
  // A hash of everything that the runs and their order depend on: all but title and budget.
  std::uint64_t identity() const;
};

const Option& calibration_vocabulary();
std::string calibration_reference();  // the page docs/calibration.md

}  // namespace cairn
