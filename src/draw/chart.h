// Charts as images or SVG: lines, points, bars and histograms over two axes, and heat maps with a colour
// scale. chart_csv() gives the same data as text. The same input gives the same bytes.
//
// Values that are not finite leave a gap. A logarithmic axis leaves out values that are not positive; its
// label says how many (bars are not counted). Texts are UTF-8; '^' raises the digits after it. Units stand in
// the labels: "speed [m/s]".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "draw/image.h"
#include "draw/picture.h"

namespace cairn {

enum class Scale { linear, logarithmic };

struct ChartAxis {
  std::string label;
  Scale scale = Scale::linear;
  std::optional<ValueRange> range = std::nullopt;  // none: from the values
};

enum class Marks {
  line,    // y over x, joined in the given order
  points,  // y over x
  bars,    // y over the intervals between neighbouring x; x has one value more than y
};

struct ChartSeries {
  std::string name;
  std::vector<double> x, y;
  Marks marks = Marks::line;
  std::vector<double> error = {};  // half length of the error bar of each y; empty: no bars
};

// A band of values, for example a published range; drawn pale behind everything.
struct ChartBand {
  std::string name;
  ValueRange y;
};

struct Chart {
  std::string title;
  ChartAxis x, y;
  std::vector<ChartSeries> series;
  std::vector<ChartBand> bands = {};
  int width = 900, height = 600;
};
// Number of values at or below zero that a logarithmic axis cannot show, along x and along y.
struct Hidden {
  std::size_t x = 0, y = 0;
};
Hidden hidden_values(const Chart& chart);

Image draw(const Chart& chart);
std::string svg_of(const Chart& chart);

// Grid cells of equal size over a rectangle; rows from low y to high y, columns from low x to high x.
struct HeatMap {
  std::string title;
  std::string x_label, y_label, label;  // label belongs to the colour scale
  ValueRange x, y;
  std::size_t columns = 0, rows = 0;
  std::vector<double> values;  // row by row; columns * rows
  ColourMap map = ColourMap::lagoon;
  std::optional<ValueRange> range = std::nullopt;
  int width = 900, height = 700;
};
Image draw(const HeatMap& map);

// Counts the values in each of `bins` equal intervals of the range. The last interval includes its upper end.
// Values outside the range are not counted.
ChartSeries histogram(std::string name, std::span<const double> values, const ValueRange& range,
                      std::size_t bins);

// One line per value: name of the series, x, end of the interval (bars only), y.
std::string chart_csv(const Chart& chart);
// One line per cell: x and y of its middle, and its value.
std::string chart_csv(const HeatMap& map);

}  // namespace cairn
