#include "draw/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/axis.h"

namespace cairn::picture {
namespace {

// In pixels of a picture of 1200 x 900.
constexpr double kMargin = 36, kTitle = 17, kSmall = 12.5, kBarWidth = 16, kBarRoom = 118;
constexpr double kMark = 14, kGap = 8, kRow = 26, kLongestName = 220;  // for the names

double pixel_size(const Picture& picture) { return std::min(picture.width, picture.height * 4 / 3) / 1200.0; }

TextStyle label_style(double u) { return {kSmall * u, kInk}; }

bool has_names(const Picture& picture) { return !picture.names.empty(); }
bool has_bar(const Picture& picture) { return !picture.label.empty() && !has_names(picture); }

double names_width(const Picture& picture) {
  const double u = pixel_size(picture);
  double widest = text_width(picture.label, label_style(u));
  for (const ColourName& name : picture.names)
    widest = std::max(widest, (kMark + kGap) * u + text_width(name.name, {kSmall * u}));
  return std::min(widest, kLongestName * u);
}

// Draws as many rows as fit. The last row counts the names that are left out.
void draw_names(const Picture& picture, Sheet& sheet) {
  const double u = pixel_size(picture), width = names_width(picture);
  const double x = std::round(picture.width - kMargin * u - width), first = (2 * kMargin + 3 * kTitle) * u;
  const auto rows = static_cast<std::size_t>(
      std::max(1.0, std::floor((picture.height - first - kMargin * u) / (kRow * u))));
  const std::size_t count = picture.names.size(), shown = count <= rows ? count : rows - 1;
  sheet.text(x, first, picture.label, label_style(u));
  double y = first;
  for (std::size_t k = 0; k < shown; ++k) {
    y += kRow * u;
    sheet.fill({x, y - kMark * u, x + kMark * u, y}, {picture.names[k].colour});
    const TextStyle style{kSmall * u};
    const double left = (kMark + kGap) * u;
    sheet.text(x + left, y, sheet.shortened(picture.names[k].name, width - left, style), style);
  }
  if (shown < count) sheet.text(x, y + kRow * u, fmt::format("and {} more", count - shown), {kSmall * u});
}

void draw_bar(const Picture& picture, const ValueRange& range, Sheet& sheet) {
  const double u = pixel_size(picture);
  const double height = std::round(0.46 * picture.height), x = std::round(picture.width - kBarRoom * u);
  const double top = std::round(0.5 * (picture.height - height) + 10 * u);
  draw_colour_bar(sheet, {x, top, x + kBarWidth * u, top + height}, range, picture.map, {kSmall * u});
  // The label ends at the margin; a short one starts at the bar.
  const TextStyle label = label_style(u);
  const double end = picture.width - 0.6 * kMargin * u - sheet.width_of(picture.label, label);
  sheet.text(std::min(x, end), top - 20 * u, picture.label, label);
}

}  // namespace

PixelBox frame_of(const Picture& picture) {
  // Room for title and subtitle above, for names or colour bar at the right.
  const double u = pixel_size(picture), margin = kMargin * u;
  const double head = picture.title.empty() && picture.subtitle.empty()
                          ? 0
                          : (picture.subtitle.empty() ? 1.6 : 3) * kTitle * u;
  const double room = std::max(kBarRoom * u, text_width(picture.label, label_style(u)) + 0.6 * margin);
  const double taken = has_names(picture) ? names_width(picture) + margin : has_bar(picture) ? room : 0;
  const double right = taken > 0 ? std::min(taken + 24 * u, 0.4 * picture.width) : margin;
  return {margin, margin + head, picture.width - right, picture.height - margin};
}

// Paper white at the top, a little blue grey at the bottom.
void draw_background(Canvas& canvas) {
  const Rgb above = linear({0.985f, 0.988f, 0.992f}), below = linear({0.885f, 0.900f, 0.922f});
  for (int y = 0; y < canvas.height; ++y) {
    const float t = (static_cast<float>(y) + 0.5f) / static_cast<float>(canvas.height);
    std::fill_n(&canvas.at(0, y), canvas.width, mix(above, below, t * t * (3 - 2 * t)));
  }
}

void draw_legend(const Picture& picture, const ValueRange& range, std::size_t far_balls, Sheet& sheet) {
  const double u = pixel_size(picture), left = kMargin * u;
  const auto line = [&](double y, const std::string& text, const TextStyle& style) {
    sheet.text(left, y, sheet.shortened(text, picture.width - 2 * left, style), style);
  };
  line((kMargin + kTitle) * u, picture.title, {kTitle * u, kInk});
  line((kMargin + 2.45 * kTitle) * u,
       picture.subtitle + (far_balls > 0 ? fmt::format(", {} of them far away", far_balls) : ""),
       {kSmall * u});
  if (has_names(picture)) draw_names(picture, sheet);
  if (has_bar(picture)) draw_bar(picture, range, sheet);
}

}  // namespace cairn::picture
