// Charts of a run's results: measures over time or over each other, and the contact forces of its last frame.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "results/series_table.h"

namespace cairn {

struct NamedChart {
  std::string name;  // valid as a file name
  Chart chart;
  std::string beyond = "";  // text about values that the chart leaves out; empty: none
};

// One chart for the columns of a measure with the same unit; counts and residuals have their own. A chart has
// at most seven lines; further columns go to a further chart. Columns that are zero throughout are left out.
// A residual has a logarithmic axis.
std::vector<NamedChart> measure_charts(const SeriesTable& table);

// The columns of a measure, or of one of its charts, that measure_charts() leaves out.
std::vector<std::string> flat_columns(const SeriesTable& table, const std::string& what);

// A column over time or over another column, at the times of the first and linear between rows of the second.
// Throws InputError if a column does not exist.
NamedChart column_chart(const SeriesTable& table, const std::string& column, const std::string& over);

// Probability density of the normal forces that push, over their mean, in the last frame with contacts. Empty
// if there is no such frame or nothing pushes.
std::vector<NamedChart> force_charts(const std::string& folder);

// A column of several runs in one chart, over time or over another column.
struct RunLine {
  std::string name, folder;
};
Chart compared_chart(const std::string& title, const std::string& column, const std::string& over,
                     const std::vector<RunLine>& runs);

}  // namespace cairn
