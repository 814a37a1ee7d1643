// Numbers along an axis or a colour bar: their places and their text.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"
#include "draw/sheet.h"

namespace cairn {

struct Tick {
  double value;
  std::string text;
};
// Round numbers inside the range, two to seven of them.
std::vector<Tick> ticks(const ValueRange& range);
// On a logarithmic axis: powers of ten, nine at most. If fewer than three fit, the marks are 1, 2 and 5 times
// the powers. A range below one decade gets round numbers.
std::vector<Tick> ticks(const ValueRange& range, Scale scale);

// Fills the box with the colours of the range, low values at the bottom, and writes numbers to its right.
void draw_colour_bar(Sheet& sheet, const PixelBox& box, const ValueRange& range, ColourMap map,
                     const TextStyle& style);

}  // namespace cairn
