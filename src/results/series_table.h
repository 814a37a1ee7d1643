// series.csv read back: columns by name, and numbers taken from them. A cell that was left empty is NaN.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/series.h"

namespace cairn {

struct SeriesTable {
  std::vector<Column> columns;              // the first is the time
  std::vector<std::vector<double>> values;  // by column

  const std::vector<double>* find(std::string_view column) const;  // null if there is none
  std::vector<std::string> names() const;
};

// Throws InputError if the file is missing or is no series.
SeriesTable read_series(const std::string& path);

// The rows of a column that have a value, within a time interval.
struct TimedValues {
  std::vector<double> time, value;
  std::size_t size() const { return time.size(); }
};
struct TimeWindow {
  std::optional<double> from, to;  // s; without them from the first and to the last row
};
TimedValues timed_values(const SeriesTable& table, const std::vector<double>& column,
                         const TimeWindow& window);

// The value at a time, linear between rows and held at both ends. There must be a row.
double value_at(const TimedValues& values, double time);
// The values less those of another series at the same times.
TimedValues difference(const TimedValues& values, const TimedValues& other);

// One number of a series: first, last, min, max, mean (over the rows), largest (magnitude), range (max -
// min), slope (of the line with least squares), growth (last - first), rms. NaN if there are too few rows.
double taken(const TimedValues& values, std::string_view what);
const std::vector<std::string>& ways_to_take();

// Slope of the line with least squares of distance along y; NaN for fewer than two different x.
double fitted_slope(const TimedValues& values);

}  // namespace cairn
