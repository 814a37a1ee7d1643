// The sheet of a chart: title, key, axes with ticks and a grid, and marks at places given by values. Call
// title, key, scale and keep_square first, because they take room; then axes, the marks and frame.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "draw/sheet.h"

namespace cairn::chart {

// A place given by its values.
struct Spot {
  double x = 0, y = 0;
};

class Paper {
 public:
  Paper(Sheet& sheet, int width, int height);

  void title(const std::string& text);
  // Names of the `series` series, then of the bands. A single name that is empty gets no key.
  void key(const std::vector<std::string>& names, std::size_t series);
  // A colour scale at the right side.
  void scale(const std::string& label, const ValueRange& range, ColourMap map);
  // Makes a unit along x as long as a unit along y.
  void keep_square(const ValueRange& x, const ValueRange& y);
  // Draws grid, numbers and labels. Both axes must have a range.
  void axes(const ChartAxis& x, const ChartAxis& y);

  void band(const ValueRange& y);
  void line(const std::vector<Spot>& spots, const Rgb& colour);
  void point(const Spot& spot, const Rgb& colour);
  void bar(double x_low, double x_high, double y, const Rgb& colour);
  void cell(const Spot& low, const Spot& high, const Rgb& colour);
  void frame();  // the two axis lines, over the marks

 private:
  double pixel_x(double value) const;
  double pixel_y(double value) const;
  void fill_inside(const PixelBox& box, const Ink& ink);

  Sheet& sheet_;
  double unit_;    // pixels; 1 for a sheet of 900 x 600
  PixelBox room_;  // the box that is left for the marks
  ChartAxis x_, y_;
};

}  // namespace cairn::chart
