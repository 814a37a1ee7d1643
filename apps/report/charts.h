// Charts of the results of a run: measures over time or over each other, and the forces of its last frame.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "results/series_table.h"

namespace cairn {

struct NamedChart {
  std::string name;  // fit for a file
  Chart chart;
};

// Columns of one measure that have the same unit, in one chart each; columns that are zero throughout are
// left out. The residual of a solver is drawn on a logarithmic axis.
std::vector<NamedChart> measure_charts(const SeriesTable& table);

// `what` is a measure (flow), a column (flow.mass), or a column over another one (beads.z1:beads.x1);
// `forces` is the histogram of the last frame. Throws InputError if there is no such thing.
NamedChart chart_of(const std::string& folder, const std::string& what);

// Probability of normal force over mean normal force in the last frame that has contacts; empty: none has.
std::vector<NamedChart> force_charts(const std::string& folder);

// Every name that chart_of takes.
std::vector<std::string> chart_names(const std::string& folder);

// A column of several runs over time or over another column.
struct RunLine {
  std::string name, folder;
};
Chart compared_chart(const std::string& title, const std::string& column, const std::string& over,
                     const std::vector<RunLine>& runs);

}  // namespace cairn
