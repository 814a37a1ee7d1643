// Reads series.csv back: columns by name, and single numbers from them. An empty field is NaN. Limit: quoted
// fields (names with commas) are not understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/series.h"

namespace cairn {

struct SeriesTable {
  std::vector<Column> columns;              // the first is the time
  std::vector<std::vector<double>> values;  // one list per column

  const std::vector<double>* find(std::string_view column) const;  // null if there is no such column
  std::vector<std::string> names() const;
};

// Throws InputError if the file is missing or is not a series.
SeriesTable read_series(const std::string& path);
// The same from the text of the file; `path` is for messages.
SeriesTable series_in(const std::string& text, const std::string& path);

// The finite values of a column and their times.
struct TimedValues {
  std::vector<double> time, value;
  std::size_t size() const { return time.size(); }
};
struct TimeWindow {
  std::optional<double> from, to;  // s; none: from the first, to the last row
};
TimedValues timed_values(const SeriesTable& table, const std::vector<double>& column,
                         const TimeWindow& window);

// The value at a time, linear between rows and constant beyond both ends. There must be at least one row.
double value_at(const TimedValues& values, double time);
// `values` minus the interpolated `other`, at the times of `values` that `other` covers.
TimedValues difference(const TimedValues& values, const TimedValues& other);

// One number of a series: first, last, min, max, mean (over the rows), largest (magnitude), range (max -
// min), slope (least squares), growth (last - first), rms. NaN if there are too few rows.
double taken(const TimedValues& values, std::string_view what);
const std::vector<std::string>& ways_to_take();

// Slope of the least-squares line of value over time; NaN for fewer than two different times.
double fitted_slope(const TimedValues& values);

}  // namespace cairn
