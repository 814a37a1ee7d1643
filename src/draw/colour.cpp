// OKLab (B. Ottosson, bottosson.github.io/posts/oklab): LMS' = cube root of M1 rgb, Lab = M2 LMS'. This file
// needs the inverse alone.
#include "draw/colour.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace cairn {
namespace {

// Lightness in 0 .. 1, chroma, hue in degrees.
struct Lch {
  double lightness, chroma, hue;
};

constexpr std::size_t kStops = 6;
using Stops = std::array<Lch, kStops>;

constexpr Stops kLagoon{{{0.42, 0.145, 272},
                         {0.53, 0.135, 252},
                         {0.63, 0.110, 215},
                         {0.73, 0.130, 168},
                         {0.83, 0.165, 128},
                         {0.92, 0.165, 101}}};
constexpr Stops kEmber{{{0.40, 0.115, 320},
                        {0.49, 0.155, 352},
                        {0.59, 0.190, 20},
                        {0.69, 0.170, 47},
                        {0.81, 0.150, 76},
                        {0.93, 0.110, 98}}};

Rgb rgb_of(const Lch& colour) {
  const double angle = colour.hue * std::numbers::pi / 180;
  const double a = colour.chroma * std::cos(angle), b = colour.chroma * std::sin(angle);
  const double l = std::pow(colour.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(colour.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(colour.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  const auto channel = [](double x) { return static_cast<float>(std::clamp(x, 0.0, 1.0)); };
  return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

float linear_channel(float s) { return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f); }

float srgb_channel(float x) {
  if (!(x > 0)) return 0;
  return std::min(x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f, 1.0f);
}

}  // namespace

Rgb linear(const Rgb& srgb) {
  return {linear_channel(srgb.r), linear_channel(srgb.g), linear_channel(srgb.b)};
}

Rgb srgb(const Rgb& linear) {
  return {srgb_channel(linear.r), srgb_channel(linear.g), srgb_channel(linear.b)};
}

Rgb mapped(ColourMap map, double t) {
  const Stops& stops = map == ColourMap::lagoon ? kLagoon : kEmber;
  const double place = (t > 0 ? std::min(t, 1.0) : 0.0) * (kStops - 1);
  const auto i = std::min(static_cast<std::size_t>(place), kStops - 2);
  const double s = place - static_cast<double>(i);
  const Lch &a = stops[i], &b = stops[i + 1];
  // The short way around the hue circle.
  const double turn = std::remainder(b.hue - a.hue, 360.0);
  return rgb_of({a.lightness + s * (b.lightness - a.lightness), a.chroma + s * (b.chroma - a.chroma),
                 a.hue + s * turn});
}

Rgb series_colour(std::size_t index) {
  static constexpr std::array<Rgb, 10> kColours{{{0.00f, 0.35f, 0.63f},
                                                 {0.83f, 0.35f, 0.00f},
                                                 {0.00f, 0.55f, 0.41f},
                                                 {0.74f, 0.40f, 0.60f},
                                                 {0.30f, 0.65f, 0.86f},
                                                 {0.85f, 0.60f, 0.00f},
                                                 {0.25f, 0.25f, 0.28f},
                                                 {0.55f, 0.24f, 0.14f},
                                                 {0.42f, 0.24f, 0.66f},
                                                 {0.55f, 0.68f, 0.10f}}};
  return kColours[index % kColours.size()];
}

std::optional<Rgb> colour_of(std::string_view code) {
  unsigned value = 0;
  const char *begin = code.data() + 1, *end = code.data() + code.size();
  if (code.size() != 7 || code[0] != '#') return std::nullopt;
  if (const auto read = std::from_chars(begin, end, value, 16); read.ptr != end) return std::nullopt;
  const auto channel = [&](unsigned shift) { return static_cast<float>(value >> shift & 255u) / 255; };
  return Rgb{channel(16), channel(8), channel(0)};
}

Image image_of(const Canvas& canvas) {
  Image image{canvas.width, canvas.height, {}};
  image.rgb.reserve(3 * canvas.pixels.size());
  for (const Rgb& pixel : canvas.pixels) {
    const auto& [r, g, b] = srgb(pixel);
    for (const float channel : {r, g, b})
      image.rgb.push_back(static_cast<std::uint8_t>(std::lround(255 * channel)));
  }
  return image;
}

}  // namespace cairn
