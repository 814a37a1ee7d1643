// Colour maps, ticks of the colour bar, and the stroke font.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "draw/colour.h"
#include "draw/font.h"
#include "draw/legend.h"

namespace cairn {
namespace {

TEST(PictureColour, LightnessGrowsAlongBothMaps) {
  for (const ColourMap map : {ColourMap::lagoon, ColourMap::ember}) {
    double before = 0;
    for (int i = 0; i <= 100; ++i) {
      const Rgb c = mapped(map, i / 100.0);
      const double luminance = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
      EXPECT_GT(luminance, before) << i;
      before = luminance;
    }
  }
}

TEST(PictureLegend, TicksAreRound) {
  const auto texts = [](double low, double high) {
    std::string all;
    for (const picture::Tick& tick : picture::ticks({low, high})) all += tick.text + " ";
    return all;
  };
  EXPECT_EQ(texts(0, 1), "0 0.2 0.4 0.6 0.8 1.0 ");
  EXPECT_EQ(texts(-20, 35), "-20 -10 0 10 20 30 ");
  EXPECT_EQ(texts(0, 2.6e-7), "0 5e-8 1e-7 1.5e-7 2e-7 2.5e-7 ");
  EXPECT_EQ(texts(0, 3.1e6), "0 1e6 2e6 3e6 ");
}

TEST(PictureFont, TextHasInkAndWidth) {
  const TextStyle style{20, 0.13, {0, 0, 0}};
  EXPECT_EQ(text_width("", style), 0);
  EXPECT_GT(text_width("mm", style), 2 * text_width("m", style));
  EXPECT_LT(text_width("m^2", style), text_width("m2", style));
  for (char c = '!'; c <= '~'; ++c) {
    Canvas canvas(60, 60);
    std::ranges::fill(canvas.pixels, Rgb{1, 1, 1});
    draw_text(canvas, 20, 40, std::string(1, c), style);
    EXPECT_TRUE(std::ranges::any_of(canvas.pixels, [](const Rgb& p) { return p.r < 0.5f; })) << c;
  }
}

}  // namespace
}  // namespace cairn
