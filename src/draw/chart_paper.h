// The sheet that a chart is drawn on: title, key, axes with ticks and a grid, and marks placed by values.
// Call title, key, scale and keep_square first, because they take room; then axes, marks, frame.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "draw/sheet.h"

namespace cairn::chart {

// A place by values.
struct Spot {
  double x = 0, y = 0;
};

// Colours that also people who see few of them can tell from each other; they repeat after ten.
Rgb series_colour(std::size_t index);

class Paper {
 public:
  Paper(Sheet& sheet, int width, int height);

  void title(const std::string& text);
  // Names of series, then of bands. A single series without a name has no key.
  void key(const std::vector<std::string>& names, std::size_t series);
  // Colour scale at the right side.
  void scale(const std::string& label, const ValueRange& range, ColourMap map);
  // A metre along x becomes as long as one along y.
  void keep_square(const ValueRange& x, const ValueRange& y);
  // Both have a range.
  void axes(const ChartAxis& x, const ChartAxis& y);

  void band(const ValueRange& y);
  void line(const std::vector<Spot>& spots, const Rgb& colour);
  void point(const Spot& spot, const Rgb& colour);
  void bar(double x_low, double x_high, double y, const Rgb& colour);
  void cell(const Spot& low, const Spot& high, const Rgb& colour);
  void frame();  // once more, over the marks

 private:
  double pixel_x(double value) const;
  double pixel_y(double value) const;
  void fill_inside(const PixelBox& box, const Ink& ink);

  Sheet& sheet_;
  double unit_;    // pixels of a sheet 900 wide
  PixelBox room_;  // that is left for the marks
  ChartAxis x_, y_;
};

}  // namespace cairn::chart
