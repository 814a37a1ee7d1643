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
  std::string beyond = "";  // what does not fit into it; empty: nothing
};

// Columns of one measure that have the same unit, in one chart each, counts apart from ratios; columns that
// are zero throughout are left out. More than seven go on in a further chart. The residual of a solver is
// drawn on a logarithmic axis.
std::vector<NamedChart> measure_charts(const SeriesTable& table);

// Columns of a measure, or of one of its charts, that measure_charts leaves out.
std::vector<std::string> flat_columns(const SeriesTable& table, const std::string& what);

// A column over time, or over another column: at the times of the first, linear between rows of the second.
// Throws InputError if there is no such column.
NamedChart column_chart(const SeriesTable& table, const std::string& column, const std::string& over);

// Probability of normal force over mean normal force in the last frame that has contacts; empty: none has.
std::vector<NamedChart> force_charts(const std::string& folder);

// A column of several runs over time or over another column.
struct RunLine {
  std::string name, folder;
};
Chart compared_chart(const std::string& title, const std::string& column, const std::string& over,
                     const std::vector<RunLine>& runs);

}  // namespace cairn
