// Colour maps, ticks, and what cairo draws: text in several scripts, PNG files that hold the same pixels.
#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "base/printable.h"
#include "base/random.h"
#include "draw/axis.h"
#include "draw/sheet.h"

namespace cairn {
namespace {

constexpr double kFloats = 1e-6;  // single precision, and a power

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

TEST(PictureColour, IsReadFromItsCode) {
  const std::optional<Rgb> orange = colour_of("#ff8000");
  ASSERT_TRUE(orange);
  EXPECT_EQ(orange->r, 1);
  EXPECT_NEAR(orange->g, 128.0 / 255, kFloats);
  EXPECT_EQ(orange->b, 0);
  for (const char* bad : {"", "#", "#ff800", "#ff80000", "ff80000", "#ff80g0", "#-f8000"})
    EXPECT_FALSE(colour_of(bad)) << bad;
}

TEST(PictureColour, LightComesBackAsItWas) {
  for (int byte = 0; byte < 256; ++byte) {
    const float s = static_cast<float>(byte) / 255;
    EXPECT_NEAR(srgb(linear({s, s, s})).g, s, kFloats) << byte;
  }
}

std::string texts(const std::vector<Tick>& ticks) {
  std::string all;
  for (const Tick& tick : ticks) all += tick.text + " ";
  return all;
}

TEST(Axis, TicksAreRound) {
  EXPECT_EQ(texts(ticks({0, 1})), "0 0.2 0.4 0.6 0.8 1.0 ");
  EXPECT_EQ(texts(ticks({-20, 35})), "-20 -10 0 10 20 30 ");
  EXPECT_EQ(texts(ticks({0, 2.6e-7})), "0 5e-8 1e-7 1.5e-7 2e-7 2.5e-7 ");
  EXPECT_EQ(texts(ticks({0, 3.1e6})), "0 1e6 2e6 3e6 ");
}

TEST(Axis, LogarithmicTicksArePowersOfTen) {
  EXPECT_EQ(texts(ticks({1e-3, 10}, Scale::logarithmic)), "10^-3 10^-2 10^-1 10^0 10^1 ");
  EXPECT_EQ(texts(ticks({1, 4}, Scale::logarithmic)), texts(ticks({1, 4})));
}

TEST(Axis, LogarithmicAxesOfOneOrTwoDecadesHaveNumbersThroughout) {
  EXPECT_EQ(texts(ticks({1.6e-6, 6e-5}, Scale::logarithmic)), "2e-6 5e-6 1e-5 2e-5 5e-5 ");
  EXPECT_EQ(texts(ticks({0.015, 1.9}, Scale::logarithmic)), "0.02 0.05 0.1 0.2 0.5 1 ");
  EXPECT_EQ(texts(ticks({1, 10}, Scale::logarithmic)), "1 2 5 10 ");
  for (double decades = 1; decades < 4; decades += 0.05)
    EXPECT_GE(ticks({3e-3, 3e-3 * std::pow(10, decades)}, Scale::logarithmic).size(), 3u) << decades;
}

// Pixels that a text leaves on a sheet.
Image written(const std::string& text) {
  Sheet sheet(240, 60);
  sheet.text(10, 40, text, {20});
  return sheet.image();
}

int dark_pixels(const Image& image) {
  return static_cast<int>(std::ranges::count_if(image.rgb, [](std::uint8_t byte) { return byte < 160; }));
}

TEST(Sheet, TextHasWidth) {
  const TextStyle style{20};
  EXPECT_EQ(text_width("", style), 0);
  EXPECT_GT(text_width("mmm", style), 2 * text_width("m", style));
  EXPECT_LT(text_width("m^2", style), text_width("m2", style));
}

TEST(Sheet, LettersOfAllScriptsAreDrawn) {
  const Image box = written("\U0010FFFD");  // a place of no letter: what a font shows for what it lacks
  std::vector<Image> seen;
  for (const char* text : {"speed", "Größe", "μ", "Δφ", "скорость", "10^-6", "m²", "√", "≤"}) {
    const Image image = written(text);
    EXPECT_GT(dark_pixels(image), 20) << text;
    EXPECT_NE(image.rgb, box.rgb) << text;
    for (const Image& other : seen) EXPECT_NE(image.rgb, other.rgb) << text;
    seen.push_back(image);
  }
  EXPECT_EQ(written("m^2").rgb, written("m²").rgb);
}

TEST(Sheet, LongTextsEndWithAnEllipsis) {
  Sheet sheet(10, 10);
  const TextStyle style{20};
  EXPECT_EQ(sheet.shortened("short", 1000, style), "short");
  for (double other = 0.1; other < 30; other += 0.7) {  // room found from the text, up to rounding
    const double room = (other + sheet.width_of("west", style)) - other;
    EXPECT_EQ(sheet.shortened("west", room, style), "west") << other;
  }
  const std::string text = "Größe und Größe und Größe";
  for (double width = 30; width < 400; width += 7) {
    const std::string cut = sheet.shortened(text, width, style);
    EXPECT_LE(sheet.width_of(cut, style), width);
    if (cut == text) continue;
    ASSERT_TRUE(cut.ends_with("…"));
    const std::size_t kept = cut.size() - 3;
    EXPECT_EQ(cut.substr(0, kept), text.substr(0, kept));
    EXPECT_EQ(cut.find('?'), std::string::npos) << "no letter is cut in two";
    const std::string more = text.substr(0, kept + utf8_length(text, kept)) + "…";
    EXPECT_GT(sheet.width_of(more, style), width) << "one more letter would not fit";
  }
}

TEST(Sheet, BytesThatAreNoTextSpoilNothing) {
  EXPECT_EQ(written("a\xff\xc3z").rgb, written("a??z").rgb);
  EXPECT_EQ(written("a\x1bz").rgb, written("a?z").rgb);
  Sheet sheet(100, 60);
  sheet.text(10, 40, "\xff", {20});
  sheet.fill({0, 0, 100, 60}, {{1, 0, 0}});
  const Image image = sheet.image();
  EXPECT_EQ(image.rgb[0], 255);
  EXPECT_EQ(image.rgb[1], 0);
}

// --- PNG, read back by cairo

cairo_status_t take(void* rest, unsigned char* data, unsigned length) {
  auto& bytes = *static_cast<std::span<const std::uint8_t>*>(rest);
  if (bytes.size() < length) return CAIRO_STATUS_READ_ERROR;
  std::memcpy(data, bytes.data(), length);
  bytes = bytes.subspan(length);
  return CAIRO_STATUS_SUCCESS;
}

Image decoded(const std::vector<std::uint8_t>& file) {
  std::span<const std::uint8_t> rest(file);
  cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(take, &rest);
  EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  EXPECT_EQ(cairo_image_surface_get_format(surface), CAIRO_FORMAT_RGB24);
  Image image{cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface), {}};
  for (int y = 0; y < image.height; ++y) {
    const unsigned char* row =
        cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
    for (int x = 0; x < image.width; ++x) {
      std::uint32_t word = 0;
      std::memcpy(&word, row + 4 * x, 4);
      for (const int shift : {16, 8, 0}) image.rgb.push_back(static_cast<std::uint8_t>(word >> shift));
    }
  }
  cairo_surface_destroy(surface);
  return image;
}

Image noise(int width, int height) {
  Random random(7);
  Image image{width, height, {}};
  for (std::size_t k = 0; k < image.offset(0, height); ++k)
    image.rgb.push_back(static_cast<std::uint8_t>(random.next() & 255));
  return image;
}

TEST(Png, DecodesToTheSamePixels) {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 17}, {23, 1}, {64, 48}, {257, 3}}) {
    const Image image = noise(width, height), back = decoded(png_bytes(image));
    EXPECT_EQ(back.width, width);
    EXPECT_EQ(back.height, height);
    EXPECT_EQ(back.rgb, image.rgb);
  }
}

TEST(Png, PlainPictureIsSmall) {
  const Image image{400, 300, std::vector<std::uint8_t>(3 * 400 * 300, 60)};
  EXPECT_LT(png_bytes(image).size(), image.rgb.size() / 100);
}

TEST(Png, SameImageGivesSameBytes) { EXPECT_EQ(png_bytes(noise(50, 40)), png_bytes(noise(50, 40))); }

}  // namespace
}  // namespace cairn
