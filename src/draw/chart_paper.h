// The sheet a chart is drawn on: title, key, axes with ticks and a grid, and marks placed by values. Call
// title, key, scale and keep_square first, because they take room; then axes, marks, frame.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "draw/colour.h"

namespace cairn::chart {

// A place by values.
struct Spot {
  double x = 0, y = 0;
};

struct PaperAxis {
  std::string label;
  Scale scale = Scale::linear;
  ValueRange range;
};

// Colours that also people who see few of them can tell apart; they repeat after seven.
Rgb series_colour(std::size_t index);

class Paper {
 public:
  Paper(int width, int height);

  void title(const std::string& text);
  // Names of series, then of bands. A single series without a name has no key.
  void key(const std::vector<std::string>& names, std::size_t series);
  // Colour scale at the right side.
  void scale(const std::string& label, const ValueRange& range, ColourMap map);
  // A metre along x becomes as long as one along y.
  void keep_square(const ValueRange& x, const ValueRange& y);
  void axes(const PaperAxis& x, const PaperAxis& y);

  void band(const ValueRange& y);
  void line(const std::vector<Spot>& spots, const Rgb& colour);
  void point(const Spot& spot, const Rgb& colour);
  void bar(double x_low, double x_high, double y, const Rgb& colour);
  void cell(const Spot& low, const Spot& high, const Rgb& colour);
  void frame();  // once more, over the marks

  Image image() const { return image_of(canvas_); }

 private:
  struct Box {
    double left, top, right, bottom;
  };
  double pixel_x(double value) const;
  double pixel_y(double value) const;
  void fill(const Box& box, const Rgb& colour, double alpha);
  void fill_inside(Box box, const Rgb& colour, double alpha);

  Canvas canvas_;
  double unit_;  // pixels of a sheet 900 wide
  Box room_;     // that is left for the marks
  PaperAxis x_, y_;
};

}  // namespace cairn::chart
