#include "draw/legend.h"

#include <algorithm>
#include <cmath>

#include "draw/axis.h"

namespace cairn::picture {
namespace {

// Sizes in pixels of a picture 900 high.
constexpr double kMargin = 36, kTitle = 17, kSmall = 12.5, kBarWidth = 16, kBarRoom = 118;

double pixel_size(const Picture& picture) { return std::min(picture.width, picture.height * 4 / 3) / 1200.0; }

TextStyle label_style(double u) { return {kSmall * u, kInk}; }

bool has_bar(const Picture& picture) { return !picture.label.empty(); }

void draw_bar(const Picture& picture, const ValueRange& range, Sheet& sheet) {
  const double u = pixel_size(picture);
  const double height = std::round(0.46 * picture.height), x = std::round(picture.width - kBarRoom * u);
  const double top = std::round(0.5 * (picture.height - height) + 10 * u);
  draw_colour_bar(sheet, {x, top, x + kBarWidth * u, top + height}, range, picture.map, {kSmall * u});
  // The label ends at the margin, or starts at the bar if it is short.
  const TextStyle label = label_style(u);
  const double end = picture.width - 0.6 * kMargin * u - sheet.width_of(picture.label, label);
  sheet.text(std::min(x, end), top - 20 * u, picture.label, label);
}

}  // namespace

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

void draw_legend(const Picture& picture, const ValueRange& range, Sheet& sheet) {
  const double u = pixel_size(picture), left = kMargin * u;
  sheet.text(left, (kMargin + kTitle) * u, picture.title, {kTitle * u, kInk});
  sheet.text(left, (kMargin + 2.45 * kTitle) * u, picture.subtitle, {kSmall * u});
  if (has_bar(picture)) draw_bar(picture, range, sheet);
}

}  // namespace cairn::picture
