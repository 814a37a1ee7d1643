// A small stroke font for titles and legends: glyphs are polylines and curves, so that any size is sharp.
#pragma once

#include <string_view>

#include "draw/colour.h"

namespace cairn {

// Text of ASCII characters; '^' raises the digits and signs after it, other characters leave a gap.
struct TextStyle {
  double size = 12;      // height of capitals [pixels]
  double weight = 0.13;  // width of strokes as a fraction of the size
  Rgb colour;            // linear
};

double text_width(std::string_view text, const TextStyle& style);
// x, y: left end of the base line in pixels.
void draw_text(Canvas& canvas, double x, double y, std::string_view text, const TextStyle& style);

}  // namespace cairn
