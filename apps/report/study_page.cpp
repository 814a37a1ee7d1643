#include "report/study_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "draw/chart.h"
#include "report/page.h"
#include "study/run_study.h"
#include "study/tables.h"

namespace cairn {
namespace {

constexpr std::size_t kMostLines = 7;    // in a chart
constexpr std::size_t kMostPoints = 30;  // in the table of the page
constexpr std::size_t kClasses = 5;      // colours of parallel coordinates

// A parameter as an axis: its values as numbers, or their order if they are not.
struct StudyAxis {
  std::string label;
  std::vector<double> at;          // per point
  std::vector<double> levels;      // different values, rising
  std::vector<std::string> names;  // of the levels
};

StudyAxis axis_of(const StudyPlan& plan, std::size_t key) {
  StudyAxis axis;
  // Numbers with one unit, if all values are such.
  std::set<std::string> units;
  bool is_number = true;
  for (const StudyPoint& point : plan.points) {
    const auto value = number_with_unit(point[key]);
    is_number = is_number && value.has_value();
    if (value) units.insert(value->unit);
  }
  is_number = is_number && units.size() <= 1;
  std::vector<std::string> words;  // in order of appearance
  for (const StudyPoint& point : plan.points) {
    const auto known = std::ranges::find(words, point[key]);
    const auto order = static_cast<double>(known - words.begin()) + 1;
    if (known == words.end()) words.push_back(point[key]);
    axis.at.push_back(is_number ? number_with_unit(point[key])->number : order);
  }
  axis.levels = axis.at;
  std::ranges::sort(axis.levels);
  axis.levels.erase(std::unique(axis.levels.begin(), axis.levels.end()), axis.levels.end());
  for (const double level : axis.levels)
    axis.names.push_back(is_number ? fmt::format("{}", level) : words[static_cast<std::size_t>(level) - 1]);
  const std::string unit = is_number && !units.empty() ? *units.begin() : "";
  axis.label = unit.empty() ? plan.keys[key] : fmt::format("{} [{}]", plan.keys[key], unit);
  if (!is_number) axis.label += ": " + fmt::format("{}", fmt::join(axis.names, ", "));
  return axis;
}

std::string label_of(const Column& column) {
  return column.unit == "1" ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

// Values of one column at all points.
struct Figure {
  const Column& column;
  std::vector<PointValue> at;
};

// A figure that is the same everywhere, or nowhere, needs no chart.
bool varies(const Figure& figure) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const PointValue& value : figure.at)
    if (std::isfinite(value.mean)) {
      low = std::min(low, value.mean);
      high = std::max(high, value.mean);
    }
  return low < high;
}

// Columns in the order of their charts: what the scene measures comes before figures of the run.
std::vector<std::size_t> measures_first(const std::vector<Column>& columns) {
  const auto is_figure = [&](std::size_t c) {
    return std::ranges::find(study_figures(), columns[c].name, &Column::name) != study_figures().end();
  };
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, is_figure);
  return order;
}

// The points that have this level on the other axis, sorted along x.
ChartSeries curve(const StudyAxis& x, const Figure& figure, const std::vector<std::size_t>& points,
                  std::string name) {
  ChartSeries series{std::move(name), {}, {}, Marks::line, {}};
  std::vector<std::size_t> order = points;
  std::ranges::stable_sort(order, {}, [&](std::size_t point) { return x.at[point]; });
  for (const std::size_t point : order) {
    series.x.push_back(x.at[point]);
    series.y.push_back(figure.at[point].mean);
    series.error.push_back(figure.at[point].error);
  }
  return series;
}

// Curves of a figure over one parameter; one curve per level of a second one.
Chart curves(const StudyAxis& x, const StudyAxis* other, const Figure& figure) {
  Chart chart{figure.column.name, {x.label}, {label_of(figure.column)}, {}};
  std::vector<std::size_t> all(x.at.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (other == nullptr) {
    chart.series.push_back(curve(x, figure, all, ""));
    return chart;
  }
  const std::size_t lines = std::min(other->levels.size(), kMostLines);
  for (std::size_t k = 0; k < lines; ++k) {
    // With more levels than lines, levels at equal distances in their order.
    const std::size_t level = lines < 2 ? 0 : k * (other->levels.size() - 1) / (lines - 1);
    std::vector<std::size_t> points;
    for (const std::size_t point : all)
      if (other->at[point] == other->levels[level]) points.push_back(point);
    chart.series.push_back(
        curve(x, figure, points, fmt::format("{} = {}", other->label, other->names[level])));
  }
  return chart;
}

// Cells of equal size, one per pair of levels. A list of levels stands in the label, because they need not be
// at equal distances.
HeatMap heat_map(const StudyAxis& x, const StudyAxis& y, const Figure& figure) {
  const auto name = [](const StudyAxis& axis) {
    return fmt::format("{}: {}", axis.label.substr(0, axis.label.find(':')), fmt::join(axis.names, ", "));
  };
  HeatMap map;
  map.title = figure.column.name;
  map.x_label = name(x);
  map.y_label = name(y);
  map.label = label_of(figure.column);
  map.columns = x.levels.size();
  map.rows = y.levels.size();
  map.x = {0.5, static_cast<double>(map.columns) + 0.5};
  map.y = {0.5, static_cast<double>(map.rows) + 0.5};
  map.values.assign(map.columns * map.rows, std::numeric_limits<double>::quiet_NaN());
  const auto level = [](const StudyAxis& axis, std::size_t point) {
    return static_cast<std::size_t>(std::ranges::lower_bound(axis.levels, axis.at[point]) -
                                    axis.levels.begin());
  };
  for (std::size_t point = 0; point < figure.at.size(); ++point)
    map.values[level(y, point) * map.columns + level(x, point)] = figure.at[point].mean;
  return map;
}

// One line per point across all parameters, each from its lowest (0) to its highest value (1), and last the
// figure itself. The lines of each fifth of the figure have one colour.
Chart parallel_coordinates(const std::vector<StudyAxis>& axes, const Figure& figure) {
  std::vector<std::size_t> order;
  for (std::size_t point = 0; point < figure.at.size(); ++point)
    if (std::isfinite(figure.at[point].mean)) order.push_back(point);
  std::ranges::stable_sort(order, {}, [&](std::size_t point) { return figure.at[point].mean; });
  std::string label;
  for (std::size_t k = 0; k < axes.size(); ++k) label += fmt::format("{}: {}   ", k + 1, axes[k].label);
  label += fmt::format("{}: {}", axes.size() + 1, figure.column.name);
  Chart chart{figure.column.name, {label}, {"share of the way from lowest to highest"}, {}};
  const double low = figure.at[order.front()].mean, high = figure.at[order.back()].mean;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const std::size_t begin = c * order.size() / kClasses, end = (c + 1) * order.size() / kClasses;
    if (begin == end) continue;
    ChartSeries series{
        fmt::format("{:.4g} to {:.4g}", figure.at[order[begin]].mean, figure.at[order[end - 1]].mean),
        {},
        {}};
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = 0; k < axes.size(); ++k) {
        const double span = axes[k].levels.back() - axes[k].levels.front();
        series.x.push_back(static_cast<double>(k + 1));
        series.y.push_back(span > 0 ? (axes[k].at[order[i]] - axes[k].levels.front()) / span : 0.5);
      }
      series.x.push_back(static_cast<double>(axes.size() + 1));
      series.y.push_back((figure.at[order[i]].mean - low) / (high - low));
      series.x.push_back(std::numeric_limits<double>::quiet_NaN());  // a gap before the next line
      series.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

void add_figure(Page& page, const std::vector<StudyAxis>& axes, const Figure& figure, std::size_t repeats) {
  const std::string bars = repeats > 1 ? " Bars show the standard error of the mean." : "";
  page.heading(figure.column.name, 3);
  if (axes.size() == 1)
    page.picture(draw(curves(axes[0], nullptr, figure)),
                 fmt::format("{} over {}.{}", figure.column.name, axes[0].label, bars));
  const bool is_grid = axes.size() == 2 && axes[0].levels.size() * axes[1].levels.size() == figure.at.size();
  if (is_grid) {
    page.picture(draw(heat_map(axes[0], axes[1], figure)), fmt::format("Means of {}.", figure.column.name));
    page.picture(draw(curves(axes[0], &axes[1], figure)), fmt::format("The same as curves.{}", bars));
  }
  if (!is_grid && axes.size() > 1)
    page.picture(draw(parallel_coordinates(axes, figure)),
                 fmt::format("Every line is a point of the study; its colour says how large {} became.",
                             figure.column.name));
}

TextRows point_rows(const StudyPlan& plan, const StudyTable& table, const StudyPoints& points) {
  TextRow head(plan.keys.begin(), plan.keys.end());
  head.push_back("runs");
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::vector<PointValue> values;
    for (const auto& row : points.values) values.push_back(row[c]);
    if (!varies({table.columns[c], values}) || table.columns[c].name == "wall_seconds") continue;
    shown.push_back(c);
    head.push_back(label_of(table.columns[c]));
  }
  TextRows rows{head};
  for (std::size_t point = 0; point < std::min(plan.points.size(), kMostPoints); ++point) {
    TextRow row(plan.points[point].begin(), plan.points[point].end());
    row.push_back(fmt::format("{}", points.counts[point]));
    for (const std::size_t c : shown) {
      const PointValue& value = points.values[point][c];
      row.push_back(!std::isfinite(value.mean) ? "-"
                    : !std::isfinite(value.error)
                        ? short_number(value.mean)
                        : fmt::format("{} ± {:.2g}", short_number(value.mean), value.error));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string write_study_report(const std::string& study) {
  const StudyPlan plan = StudyPlan::read(study);
  write_tables(study, plan);
  const StudyTable table = StudyTable::read(study, plan);
  const StudyPoints points(plan, table);
  const StudyCounts counts = counts_of(study, plan);

  // Counts and the table of points.
  Page page(fmt::format("Study of {}", plan.scene));
  page.paragraph(fmt::format("{} points, {} runs each: {} done, {} failed, {} waiting.", plan.points.size(),
                             plan.repeats, counts.done, counts.failed, counts.waiting));
  page.table(point_rows(plan, table, points));
  if (plan.points.size() > kMostPoints)
    page.paragraph(fmt::format("The first {} points; points.csv has all.", kMostPoints));
  TextRows failed{{"run", "why it failed"}};
  for (const StudyRow& row : table.rows)
    if (row.state == "failed" && failed.size() <= kMostPoints)
      failed.push_back({fmt::format("{}", row.run), row.trouble});
  if (failed.size() > 1) page.table(failed);

  // How figures depend on the parameters that vary.
  std::vector<StudyAxis> axes;
  for (std::size_t key = 0; key < plan.keys.size(); ++key)
    if (StudyAxis axis = axis_of(plan, key); axis.levels.size() > 1) axes.push_back(std::move(axis));
  page.heading("Results");
  for (const std::size_t c : measures_first(table.columns)) {
    Figure figure{table.columns[c], {}};
    for (const auto& row : points.values) figure.at.push_back(row[c]);
    if (!axes.empty() && varies(figure)) add_figure(page, axes, figure, plan.repeats);
  }
  const std::string path = study + "/report.html";
  write_page(path, page);
  return path;
}

}  // namespace cairn
