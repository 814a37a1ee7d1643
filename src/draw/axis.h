// Numbers along an axis or a colour bar: where they stand and how they are written.
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
// Round numbers inside the range, four to eight of them.
std::vector<Tick> ticks(const ValueRange& range);
// On a logarithmic axis powers of ten, not more than eight; where these are fewer than three, 2 and 5 times
// the powers too; in less than a decade round numbers.
std::vector<Tick> ticks(const ValueRange& range, Scale scale);

// Fills the box with the colours of the range, low values below, and writes numbers to its right.
void draw_colour_bar(Sheet& sheet, const PixelBox& box, const ValueRange& range, ColourMap map,
                     const TextStyle& style);

}  // namespace cairn
