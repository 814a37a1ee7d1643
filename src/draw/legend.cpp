#include "draw/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/font.h"

namespace cairn::picture {
namespace {

// Sizes in pixels of a picture 900 high.
constexpr double kMargin = 36, kTitle = 17, kSmall = 12.5, kBarWidth = 16, kBarRoom = 118;
constexpr Rgb kInk{0.022f, 0.028f, 0.042f}, kSoftInk{0.11f, 0.125f, 0.155f};

double pixel_size(const Picture& picture) { return std::min(picture.width, picture.height * 4 / 3) / 1200.0; }

TextStyle label_style(double u) { return {kSmall * 1.08 * u, 0.13, kInk}; }

bool has_bar(const Picture& picture) { return !picture.label.empty(); }

// 1, 2 or 5 times a power of ten, so that four to eight fit into the range.
double round_step(double range) {
  const double rough = range / 6, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * 1.0001) return factor * power;
  return 10 * power;
}

// 0.25, 1200, 3e-7: no padding of the exponent, no rounding dirt, one number of decimals for all.
std::string number_text(double value, double step) {
  const double size = std::max(std::abs(value), step);
  if (size >= 1e5 || step < 1e-4) {
    if (std::abs(value) < 0.5 * step) return "0";
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    return fmt::format("{:.3g}e{}", value / std::pow(10, exponent), exponent);
  }
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const std::string text = fmt::format("{:.{}f}", value, decimals);
  return text.find_first_not_of("-0.") == std::string::npos ? "0" : text;
}

void draw_bar(const Picture& picture, const ValueRange& range, Canvas& canvas) {
  const double u = pixel_size(picture);
  const double height = std::round(0.46 * picture.height), x = std::round(picture.width - kBarRoom * u);
  const double top = std::round(0.5 * (picture.height - height) + 10 * u);
  for (int row = 0; row < static_cast<int>(height); ++row)
    fill(canvas, x, top + row, kBarWidth * u, 1, mapped(picture.map, 1 - (row + 0.5) / height), 1);

  const TextStyle style{kSmall * u, 0.125, kSoftInk};
  for (const Tick& tick : ticks(range)) {
    const double y = top + height * (1 - (tick.value - range.low) / (range.high - range.low));
    fill(canvas, x + kBarWidth * u + 3 * u, y - 0.5 * u, 5 * u, std::max(1.0, u), kSoftInk, 0.8);
    draw_text(canvas, x + kBarWidth * u + 14 * u, y + 0.5 * style.size, tick.text, style);
  }
  // The label ends at the margin, or starts at the bar if it is short.
  const TextStyle label = label_style(u);
  const double end = picture.width - 0.6 * kMargin * u - text_width(picture.label, label);
  draw_text(canvas, std::min(x, end), top - 20 * u, picture.label, label);
}

}  // namespace

void fill(Canvas& canvas, double x, double y, double width, double height, const Rgb& colour, double alpha) {
  // Coverage of a pixel by an interval.
  const auto cover = [](int pixel, double low, double high) {
    return std::clamp(std::min(high, pixel + 1.0) - std::max(low, pixel + 0.0), 0.0, 1.0);
  };
  for (int j = static_cast<int>(y); j < y + height; ++j)
    for (int i = static_cast<int>(x); i < x + width; ++i)
      canvas.blend(i, j, colour,
                   static_cast<float>(alpha * cover(i, x, x + width) * cover(j, y, y + height)));
}

std::vector<Tick> ticks(const ValueRange& range) {
  std::vector<Tick> marks;
  const double step = round_step(range.high - range.low);
  if (!(step > 0) || !std::isfinite(step)) return marks;
  const double slack = 1e-6, last = std::floor(range.high / step + slack);
  for (double k = std::ceil(range.low / step - slack); k <= last && marks.size() < 12; ++k)
    marks.push_back({k * step, number_text(k * step, step)});
  return marks;
}

PixelBox frame_of(const Picture& picture) {
  const double u = pixel_size(picture), margin = kMargin * u;
  const double head = picture.title.empty() && picture.subtitle.empty()
                          ? 0
                          : (picture.subtitle.empty() ? 1.6 : 3) * kTitle * u;
  const double room = std::max(kBarRoom * u, text_width(picture.label, label_style(u)) + 0.6 * margin);
  const double right = has_bar(picture) ? std::min(room + 24 * u, 0.4 * picture.width) : margin;
  return {margin, margin + head, picture.width - right, picture.height - margin};
}

// Paper white above, a breath of blue grey below.
void draw_background(Canvas& canvas) {
  const Rgb above = linear({0.985f, 0.988f, 0.992f}), below = linear({0.885f, 0.900f, 0.922f});
  for (int y = 0; y < canvas.height; ++y) {
    const float t = (static_cast<float>(y) + 0.5f) / static_cast<float>(canvas.height);
    std::fill_n(&canvas.at(0, y), canvas.width, mix(above, below, t * t * (3 - 2 * t)));
  }
}

void draw_legend(const Picture& picture, const ValueRange& range, Canvas& canvas) {
  const double u = pixel_size(picture), left = kMargin * u;
  draw_text(canvas, left, (kMargin + kTitle) * u, picture.title, {kTitle * u, 0.135, kInk});
  draw_text(canvas, left, (kMargin + 2.45 * kTitle) * u, picture.subtitle, {kSmall * u, 0.125, kSoftInk});
  if (has_bar(picture)) draw_bar(picture, range, canvas);
}

}  // namespace cairn::picture
