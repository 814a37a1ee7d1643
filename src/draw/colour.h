// Colours. Light adds up in linear RGB, images and callers use sRGB, and colour maps are built in OKLCH
// (lightness, chroma, hue), where equal steps look equal.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "draw/image.h"

namespace cairn {

struct Rgb {
  float r = 0, g = 0, b = 0;
};

constexpr Rgb operator+(const Rgb& a, const Rgb& b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
constexpr Rgb operator*(float s, const Rgb& a) { return {s * a.r, s * a.g, s * a.b}; }
constexpr Rgb operator*(const Rgb& a, const Rgb& b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
constexpr Rgb mix(const Rgb& a, const Rgb& b, float t) { return (1 - t) * a + t * b; }

// Lightness rises along both maps, so that they can also be read in grey.
enum class ColourMap {
  lagoon,  // deep blue, teal, green, yellow
  ember,   // plum, red, orange, pale yellow
};

// Linear light from sRGB in 0 .. 1, and back.
Rgb linear(const Rgb& srgb);
Rgb srgb(const Rgb& linear);

// Linear colour at t in 0 .. 1; a t outside gives the colour of that end.
Rgb mapped(ColourMap map, double t);

// Colours (sRGB) that people with colour blindness can distinguish too; they repeat after ten.
Rgb series_colour(std::size_t index);

// sRGB of "#rrggbb"; nothing if the text has another form.
std::optional<Rgb> colour_of(std::string_view code);

// A picture in the making, in linear light.
struct Canvas {
  int width = 0, height = 0;
  std::vector<Rgb> pixels;

  Canvas(int width_, int height_)
      : width(width_),
        height(height_),
        pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}
  Rgb& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + x]; }
};

Image image_of(const Canvas& canvas);

}  // namespace cairn
