#include "report/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "results/frames.h"

namespace cairn {
namespace {

constexpr std::size_t kMostLines = 7;  // more lines are hard to follow
constexpr std::size_t kBins = 25;
constexpr double kLargestForce = 6;  // times the mean

std::string measure_of(const std::string& column) { return column.substr(0, column.find('.')); }

std::string labelled(const std::string& name, const std::string& unit) {
  return unit == "1" ? name : fmt::format("{} [{}]", name, unit);
}

bool is_zero(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double v) { return v == 0 || std::isnan(v); });
}

bool is_residual(const std::string& column) { return column.ends_with(".residual"); }

ChartSeries series_of(const SeriesTable& table, const std::vector<double>& column, const std::string& name) {
  const TimedValues values = timed_values(table, column, {});
  return {name, values.time, values.value, Marks::line};
}

const std::vector<double>& require_column(const SeriesTable& table, const std::string& name) {
  if (const std::vector<double>* column = table.find(name)) return *column;
  throw InputError(fmt::format("there is no column {}{}", quote(name), suggestion(name, table.names())));
}

std::string unit_of(const SeriesTable& table, const std::string& name) {
  return std::ranges::find(table.columns, name, &Column::name)->unit;
}

std::string file_name(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return !(std::isalnum(static_cast<unsigned char>(c)) || c == '.'); }, '_');
  return text;
}

// y at its own times over x, interpolated linearly between the rows of x.
ChartSeries crossed(const TimedValues& y, const TimedValues& x) {
  ChartSeries series;
  for (std::size_t k = 0; k < y.size() && x.size() > 0; ++k) {
    if (y.time[k] < x.time.front() || y.time[k] > x.time.back()) continue;
    series.x.push_back(value_at(x, y.time[k]));
    series.y.push_back(y.value[k]);
  }
  return series;
}

// True for columns without unit whose values are all whole numbers.
bool is_count(const Column& column, const std::vector<double>& values) {
  const auto is_whole = [](double v) { return std::isnan(v) || v == std::floor(v); };
  return column.unit == "1" && std::ranges::all_of(values, is_whole);
}

// Name of the chart that a column belongs to: columns of one measure and unit share a chart. Counts have
// their own, because they would flatten ratios; so has a residual.
std::string chart_name(const Column& column, const std::vector<double>& values) {
  if (is_residual(column.name)) return column.name;
  const std::string kind = is_count(column, values) ? "count" : column.unit;
  return file_name(measure_of(column.name) + "_" + kind);
}

}  // namespace

NamedChart column_chart(const SeriesTable& table, const std::string& column, const std::string& over) {
  const std::vector<double>&y = require_column(table, column), &x = require_column(table, over);
  Chart chart{.title = over == "time" ? column : fmt::format("{} over {}", column, over),
              .x = {labelled(over, unit_of(table, over))},
              .y = {labelled(column, unit_of(table, column))},
              .series = {series_of(table, y, "")}};
  if (over != "time") chart.series = {crossed(timed_values(table, y, {}), timed_values(table, x, {}))};
  if (is_residual(column)) chart.y.scale = Scale::logarithmic;
  return {file_name(over == "time" ? column : column + "_over_" + over), std::move(chart)};
}

std::vector<std::string> flat_columns(const SeriesTable& table, const std::string& what) {
  std::vector<std::string> names;
  for (std::size_t k = 1; k < table.columns.size(); ++k) {
    const Column& column = table.columns[k];
    const bool is_meant = measure_of(column.name) == what || chart_name(column, table.values[k]) == what;
    if (is_meant && is_zero(table.values[k])) names.push_back(column.name);
  }
  return names;
}

std::vector<NamedChart> measure_charts(const SeriesTable& table) {
  std::vector<NamedChart> charts;
  for (std::size_t k = 1; k < table.columns.size(); ++k) {
    const Column& column = table.columns[k];
    if (is_zero(table.values[k])) continue;
    const std::string measure = measure_of(column.name), name = chart_name(column, table.values[k]);
    // If a chart is full, the next part takes the column.
    std::size_t part = 1;
    const auto part_name = [&] { return part == 1 ? name : fmt::format("{}_{}", name, part); };
    auto found = std::ranges::find(charts, part_name(), &NamedChart::name);
    while (found != charts.end() && found->chart.series.size() >= kMostLines) {
      ++part;
      found = std::ranges::find(charts, part_name(), &NamedChart::name);
    }
    if (found == charts.end()) {
      const std::string label = column.unit == "1" ? "" : fmt::format("[{}]", column.unit);
      charts.push_back({part_name(), {.title = measure, .x = {"time [s]"}, .y = {label}, .series = {}}});
      found = charts.end() - 1;
      if (is_residual(column.name)) found->chart.y.scale = Scale::logarithmic;
    }
    found->chart.series.push_back(series_of(table, table.values[k], column.name.substr(measure.size() + 1)));
  }
  return charts;
}

std::vector<NamedChart> force_charts(const std::string& folder) {
  const std::string file = folder + "/run.h5";
  if (!file_exists(file)) return {};
  const std::vector<FrameItem> frames = list_frames(file);
  for (std::size_t k = frames.size(); k-- > 0;) {
    if (!frames[k].contacts || *frames[k].contacts == 0) continue;
    // Forces that push, in units of their mean.
    std::vector<double> forces = normal_forces(*read_frame(file, k).contacts);
    std::erase_if(forces, [](double f) { return !(f > 0); });
    if (forces.empty()) return {};
    double mean = 0;
    for (const double f : forces) mean += f / static_cast<double>(forces.size());
    for (double& f : forces) f /= mean;
    // A histogram scaled to a probability density, and the number of forces beyond its end.
    ChartSeries bars = histogram("", forces, {0, kLargestForce}, kBins);
    const double share = static_cast<double>(kBins) / (kLargestForce * static_cast<double>(forces.size()));
    for (double& y : bars.y) y *= share;
    const auto above = std::ranges::count_if(forces, [](double f) { return f > kLargestForce; });
    const std::string beyond =
        above == 0 ? "" : fmt::format("contacts above {} times the mean: {}", kLargestForce, above);
    return {{"forces",
             {.title = fmt::format("Normal forces at t = {:.4g} s: {} contacts push, mean {:.3g} N",
                                   frames[k].time, forces.size(), mean),
              .x = {beyond.empty() ? "force over mean" : "force over mean; not shown: " + beyond},
              .y = {"probability density"},
              .series = {std::move(bars)}},
             beyond}};
  }
  return {};
}

Chart compared_chart(const std::string& title, const std::string& column, const std::string& over,
                     const std::vector<RunLine>& runs) {
  // Runs without these columns are left out.
  Chart chart{.title = title, .x = {over}, .y = {column}, .series = {}};
  for (const RunLine& run : runs) {
    const std::string path = run.folder + "/series.csv";
    if (!file_exists(path)) continue;
    const SeriesTable table = read_series(path);
    if (table.find(column) == nullptr || table.find(over) == nullptr) continue;
    NamedChart one = column_chart(table, column, over);
    chart.x = one.chart.x;
    chart.y = one.chart.y;
    one.chart.series.front().name = run.name;
    chart.series.push_back(std::move(one.chart.series.front()));
  }
  return chart;
}

}  // namespace cairn
