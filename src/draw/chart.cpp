#include "draw/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"
#include "draw/chart_paper.h"

namespace cairn {
namespace {

using chart::Paper;

// True if the axis can show the value.
bool counts(double value, const ChartAxis& axis) {
  return std::isfinite(value) && (axis.scale == Scale::linear || value > 0);
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// The given range of the axis. If there is none, a range that holds the extent, with the share `air` of free
// room at both ends; it is never empty.
ValueRange roomy(const Extent& extent, const ChartAxis& axis, double air) {
  if (axis.range) return *axis.range;
  if (!(extent.low <= extent.high)) return axis.scale == Scale::linear ? ValueRange{0, 1} : ValueRange{1, 10};
  if (axis.scale == Scale::logarithmic) {
    const double decades = std::log10(extent.high) - std::log10(extent.low);
    const double factor = decades > 0 ? std::pow(10, air * decades) : 10;
    using Limits = std::numeric_limits<double>;
    return {std::max(extent.low / factor, Limits::min()), std::min(extent.high * factor, Limits::max())};
  }
  const double size = extent.high - extent.low,
               least = 1e-12 * std::max(std::abs(extent.low), std::abs(extent.high));
  const double room = size > least ? air * size : std::max(0.5 * std::abs(extent.high), 1e-300);
  return {extent.low - room, extent.high + room};
}

ValueRange x_range(const Chart& chart) {
  Extent extent;
  for (const ChartSeries& series : chart.series)
    for (const double x : series.x)
      if (counts(x, chart.x)) extent.add(x);
  return roomy(extent, chart.x, 0);
}

ValueRange y_range(const Chart& chart) {
  Extent extent;
  for (const ChartSeries& series : chart.series) {
    for (std::size_t k = 0; k < series.y.size(); ++k) {
      const double error = k < series.error.size() && std::isfinite(series.error[k]) ? series.error[k] : 0;
      for (const double y : {series.y[k] - error, series.y[k] + error})
        if (counts(y, chart.y)) extent.add(y);
    }
    if (series.marks == Marks::bars && chart.y.scale == Scale::linear) extent.add(0);
  }
  for (const ChartBand& band : chart.bands)
    for (const double y : {band.y.low, band.y.high})
      if (counts(y, chart.y)) extent.add(y);
  ValueRange range = roomy(extent, chart.y, 0.05);
  // Bars stand on the axis: no room below zero.
  if (!chart.y.range && extent.low == 0) range.low = 0;
  return range;
}

void draw_series(Paper& paper, const Chart& chart, std::size_t index) {
  const ChartSeries& series = chart.series[index];
  const Rgb colour = series_colour(index);
  const auto is_shown = [&](std::size_t k) {
    return counts(series.x[k], chart.x) && counts(series.y[k], chart.y);
  };
  // Bars.
  if (series.marks == Marks::bars) {
    for (std::size_t k = 0; k < series.y.size(); ++k)
      if (is_shown(k)) paper.bar(series.x[k], series.x[k + 1], series.y[k], colour);
    return;
  }
  // Error bars, where both ends can be shown.
  for (std::size_t k = 0; k < series.error.size(); ++k) {
    const double low = series.y[k] - series.error[k], high = series.y[k] + series.error[k];
    if (is_shown(k) && counts(low, chart.y) && counts(high, chart.y))
      paper.line({{series.x[k], low}, {series.x[k], high}}, colour);
  }
  // Lines break where a value is not shown; points stand alone.
  std::vector<chart::Spot> run;
  const auto flush = [&] {
    paper.line(run, colour);
    run.clear();
  };
  for (std::size_t k = 0; k < series.y.size(); ++k) {
    if (!is_shown(k)) {
      flush();
    } else if (series.marks == Marks::points) {
      paper.point({series.x[k], series.y[k]}, colour);
    } else {
      run.push_back({series.x[k], series.y[k]});
    }
  }
  flush();
}

// The value at k cells from the low end of a range with n cells.
double place(const ValueRange& range, double k, std::size_t n) {
  return range.low + (range.high - range.low) * k / static_cast<double>(n);
}

std::string value_text(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

// A CSV field: quoted if the text has commas, quotes or line breaks.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// The label of an axis, with the number of hidden values.
std::string with_hidden(const std::string& label, std::size_t hidden) {
  if (hidden == 0) return label;
  return fmt::format("{}{}{} values at or below 0 are not shown", label, label.empty() ? "" : "; ", hidden);
}

void draw_on(Sheet& sheet, const Chart& chart) {
  for (const ChartSeries& series : chart.series)
    CAIRN_ASSERT(series.x.size() == series.y.size() + (series.marks == Marks::bars ? 1 : 0) &&
                 (series.error.empty() || series.error.size() == series.y.size()));
  std::vector<std::string> names;
  for (const ChartSeries& series : chart.series) names.push_back(series.name);
  for (const ChartBand& band : chart.bands) names.push_back(band.name);

  // Title, key and axes take their room first; bands lie behind the series.
  Paper paper(sheet, chart.width, chart.height);
  paper.title(chart.title);
  paper.key(names, chart.series.size());
  const Hidden hidden = hidden_values(chart);
  paper.axes({with_hidden(chart.x.label, hidden.x), chart.x.scale, x_range(chart)},
             {with_hidden(chart.y.label, hidden.y), chart.y.scale, y_range(chart)});
  for (const ChartBand& band : chart.bands) paper.band(band.y);
  for (std::size_t k = 0; k < chart.series.size(); ++k) draw_series(paper, chart, k);
  paper.frame();
}

}  // namespace

Hidden hidden_values(const Chart& chart) {
  const auto count = [](const std::vector<double>& values, const ChartAxis& axis) {
    if (axis.scale == Scale::linear) return std::ptrdiff_t{0};
    return std::ranges::count_if(values, [](double v) { return std::isfinite(v) && v <= 0; });
  };
  Hidden hidden;
  for (const ChartSeries& series : chart.series) {
    if (series.marks == Marks::bars) continue;  // a bar of no height hides nothing
    hidden.x += static_cast<std::size_t>(count(series.x, chart.x));
    hidden.y += static_cast<std::size_t>(count(series.y, chart.y));
  }
  return hidden;
}

Image draw(const Chart& chart) {
  Sheet sheet(chart.width, chart.height);
  draw_on(sheet, chart);
  return sheet.image();
}

std::string svg_of(const Chart& chart) {
  Sheet sheet = Sheet::svg(chart.width, chart.height);
  draw_on(sheet, chart);
  return std::move(sheet).svg_text();
}

Image draw(const HeatMap& map) {
  CAIRN_ASSERT(map.columns > 0 && map.rows > 0);
  CAIRN_ASSERT(map.values.size() == map.columns * map.rows);
  CAIRN_ASSERT(map.x.high > map.x.low && map.y.high > map.y.low);
  Extent extent;
  for (const double value : map.values)
    if (std::isfinite(value)) extent.add(value);
  const ValueRange range = roomy(extent, {map.label, Scale::linear, map.range}, 0);

  Sheet sheet(map.width, map.height);
  Paper paper(sheet, map.width, map.height);
  paper.title(map.title);
  paper.scale(map.label, range, map.map);
  paper.keep_square(map.x, map.y);
  paper.axes({map.x_label, Scale::linear, map.x}, {map.y_label, Scale::linear, map.y});
  // One coloured cell per finite value.
  for (std::size_t j = 0; j < map.rows; ++j)
    for (std::size_t i = 0; i < map.columns; ++i) {
      const double value = map.values[j * map.columns + i];
      if (!std::isfinite(value)) continue;
      const double x = static_cast<double>(i), y = static_cast<double>(j);
      paper.cell({place(map.x, x, map.columns), place(map.y, y, map.rows)},
                 {place(map.x, x + 1, map.columns), place(map.y, y + 1, map.rows)},
                 srgb(mapped(map.map, (value - range.low) / (range.high - range.low))));
    }
  paper.frame();
  return sheet.image();
}

ChartSeries histogram(std::string name, std::span<const double> values, const ValueRange& range,
                      std::size_t bins) {
  CAIRN_ASSERT(bins > 0 && range.high > range.low);
  ChartSeries bars{std::move(name), {}, std::vector<double>(bins), Marks::bars};
  const double width = (range.high - range.low) / static_cast<double>(bins);
  for (std::size_t k = 0; k <= bins; ++k) bars.x.push_back(range.low + width * static_cast<double>(k));
  for (const double value : values) {
    if (!(value >= range.low && value <= range.high)) continue;
    const auto bin = static_cast<std::size_t>((value - range.low) / width);
    bars.y[std::min(bin, bins - 1)] += 1;
  }
  return bars;
}

std::string chart_csv(const Chart& chart) {
  std::string text = fmt::format("series,{0},{0} end,{1}\n", field(chart.x.label), field(chart.y.label));
  for (const ChartSeries& series : chart.series)
    for (std::size_t k = 0; k < series.y.size(); ++k)
      text += fmt::format("{},{},{},{}\n", field(series.name), value_text(series.x[k]),
                          series.marks == Marks::bars ? value_text(series.x[k + 1]) : "",
                          value_text(series.y[k]));
  return text;
}

std::string chart_csv(const HeatMap& map) {
  std::string text = fmt::format("{},{},{}\n", field(map.x_label), field(map.y_label), field(map.label));
  for (std::size_t j = 0; j < map.rows; ++j)
    for (std::size_t i = 0; i < map.columns; ++i)
      text += fmt::format("{},{},{}\n", place(map.x, static_cast<double>(i) + 0.5, map.columns),
                          place(map.y, static_cast<double>(j) + 0.5, map.rows),
                          value_text(map.values[j * map.columns + i]));
  return text;
}

}  // namespace cairn
