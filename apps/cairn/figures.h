// The figures of `cairn plot`: columns and measures of one run or of several.
#pragma once

#include <string>
#include <vector>

#include "report/charts.h"

namespace cairn {

// A run that was read for drawing.
struct DrawnRun {
  std::string folder, name;  // the name is for the legend
  SeriesTable table;         // empty if the run has no measures
};

// Throws InputError if one of the folders does not hold a run.
std::vector<DrawnRun> read_drawn_runs(const std::vector<std::string>& folders);

struct Figures {
  std::vector<NamedChart> charts;
  std::vector<std::string> left_out;  // sentences about values that are not drawn, with the reason
  std::vector<std::string> unknown;   // sentences about names that no run has, with the nearest name
};

// A wish is a measure (flow), a column (flow.mass), a column over another one (beads.z over beads.x, or
// beads.z:beads.x), or `forces`, the histogram of the last frame. Several runs share one figure per column.
Figures figures_of(const std::vector<DrawnRun>& runs, const std::vector<std::string>& wishes);

// Every wish that one of the runs can fulfil.
std::vector<std::string> possible_wishes(const std::vector<DrawnRun>& runs);

// The sentence about a run without measures.
std::string without_measures(const DrawnRun& run);

}  // namespace cairn
