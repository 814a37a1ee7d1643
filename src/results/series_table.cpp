#include "results/series_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/file.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

double field_value(std::string_view field, const std::string& path, std::size_t line) {
  if (field.empty()) return kNone;
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error == std::errc{} && end == field.data() + field.size()) return value;
  throw InputError(fmt::format("{}:{}: expected a number, got {}", path, line, quote(field)));
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

const std::vector<double>* SeriesTable::find(std::string_view column) const {
  const auto found = std::ranges::find(columns, column, &Column::name);
  return found == columns.end() ? nullptr : &values[static_cast<std::size_t>(found - columns.begin())];
}

std::vector<std::string> SeriesTable::names() const {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

SeriesTable read_series(const std::string& path) {
  if (!file_exists(path)) throw InputError(fmt::format("there is no {}", path));
  return series_in(read_text(path), path);
}

SeriesTable series_in(const std::string& text, const std::string& path) {
  constexpr std::string_view kUnits = "# units: ";
  SeriesTable table;
  std::vector<std::string_view> units;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line(text.data() + begin, end - begin);
    begin = end + 1;
    ++number;
    // The first line has the units.
    if (number == 1) {
      if (!line.starts_with(kUnits)) throw InputError(fmt::format("{} is no series of a run", path));
      units = split(line.substr(kUnits.size()));
      continue;
    }
    // The second line has the names; every other line has one value per column.
    const std::vector<std::string_view> fields = split(line);
    if (fields.size() != units.size())
      throw InputError(
          fmt::format("{}:{}: expected {} fields, got {}", path, number, units.size(), fields.size()));
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (number == 2) {
        table.columns.push_back({std::string(fields[k]), std::string(units[k])});
        table.values.emplace_back();
      } else {
        table.values[k].push_back(field_value(fields[k], path, number));
      }
    }
  }
  if (table.columns.empty()) throw InputError(fmt::format("{} is no series of a run", path));
  return table;
}

TimedValues timed_values(const SeriesTable& table, const std::vector<double>& column,
                         const TimeWindow& window) {
  TimedValues kept;
  const std::vector<double>& time = table.values.front();
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (!std::isfinite(column[k]) || time[k] < window.from.value_or(time[k]) ||
        time[k] > window.to.value_or(time[k]))
      continue;
    kept.time.push_back(time[k]);
    kept.value.push_back(column[k]);
  }
  return kept;
}

double value_at(const TimedValues& values, double time) {
  const auto above = std::ranges::lower_bound(values.time, time);
  if (above == values.time.end()) return values.value.back();
  const auto k = static_cast<std::size_t>(above - values.time.begin());
  if (k == 0 || values.time[k] == time) return values.value[k];
  const double s = (time - values.time[k - 1]) / (values.time[k] - values.time[k - 1]);
  return (1 - s) * values.value[k - 1] + s * values.value[k];
}

TimedValues difference(const TimedValues& values, const TimedValues& other) {
  TimedValues result;
  for (std::size_t k = 0; k < values.size() && other.size() > 0; ++k) {
    if (values.time[k] > other.time.back() || values.time[k] < other.time.front()) continue;
    result.time.push_back(values.time[k]);
    result.value.push_back(values.value[k] - value_at(other, values.time[k]));
  }
  return result;
}

double fitted_slope(const TimedValues& values) {
  if (values.size() < 2) return kNone;
  const double t0 = mean_of(values.time), v0 = mean_of(values.value);
  double tt = 0, tv = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    tt += (values.time[k] - t0) * (values.time[k] - t0);
    tv += (values.time[k] - t0) * (values.value[k] - v0);
  }
  return tt > 0 ? tv / tt : kNone;
}

const std::vector<std::string>& ways_to_take() {
  static const std::vector<std::string> ways{"first", "last",    "min",   "max",    "mean",
                                             "range", "largest", "slope", "growth", "rms"};
  return ways;
}

double taken(const TimedValues& values, std::string_view what) {
  if (values.size() == 0) return kNone;
  const std::vector<double>& v = values.value;
  const double low = *std::ranges::min_element(v), high = *std::ranges::max_element(v);
  if (what == "first") return v.front();
  if (what == "last") return v.back();
  if (what == "min") return low;
  if (what == "max") return high;
  if (what == "mean") return mean_of(v);
  if (what == "range") return high - low;
  if (what == "largest") return std::max(std::abs(low), std::abs(high));
  if (what == "slope") return fitted_slope(values);
  if (what == "growth") return v.back() - v.front();
  if (what == "rms") {
    const double squares = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    return std::sqrt(squares / static_cast<double>(v.size()));
  }
  throw InputError(
      fmt::format("{} cannot be taken from a series{}", quote(what), suggestion(what, ways_to_take())));
}

}  // namespace cairn
