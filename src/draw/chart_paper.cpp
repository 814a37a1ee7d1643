#include "draw/chart_paper.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/font.h"
#include "draw/legend.h"

namespace cairn::chart {
namespace {

using picture::Tick;

// Pixels of a sheet 900 wide.
constexpr double kMargin = 24, kTitle = 15, kText = 11.5, kTickRoom = 74, kBandAlpha = 0.16;
constexpr Rgb kInk{0.022f, 0.028f, 0.042f}, kSoftInk{0.11f, 0.125f, 0.155f}, kGrid{0.78f, 0.80f, 0.83f};
constexpr Rgb kPaper{1, 1, 1}, kBandColour{0.03f, 0.36f, 0.16f};

double position(double value, const PaperAxis& axis) {
  const bool is_log = axis.scale == Scale::logarithmic;
  const auto place = [is_log](double x) { return is_log ? std::log10(x) : x; };
  const double low = place(axis.range.low), high = place(axis.range.high);
  return (place(value) - low) / (high - low);
}

// Powers of ten, not more than eight; less than two decades: round numbers.
std::vector<Tick> log_ticks(const ValueRange& range) {
  const double low = std::log10(range.low), high = std::log10(range.high);
  if (high - low < 2) {
    std::vector<Tick> marks = picture::ticks(range);
    std::erase_if(marks, [](const Tick& tick) { return !(tick.value > 0); });
    return marks;
  }
  std::vector<Tick> marks;
  const double step = std::ceil((high - low) / 8);
  for (double k = std::ceil(low - 1e-9); k <= high + 1e-9; k += step)
    marks.push_back({std::pow(10, k), fmt::format("10^{}", static_cast<int>(k))});
  return marks;
}

std::vector<Tick> axis_ticks(const PaperAxis& axis) {
  return axis.scale == Scale::linear ? picture::ticks(axis.range) : log_ticks(axis.range);
}

double distance(const Spot& p, const Spot& a, const Spot& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

}  // namespace

Rgb series_colour(std::size_t index) {
  static constexpr std::array<Rgb, 7> kColours{{{0.00f, 0.35f, 0.63f},
                                                {0.83f, 0.35f, 0.00f},
                                                {0.00f, 0.55f, 0.41f},
                                                {0.74f, 0.40f, 0.60f},
                                                {0.30f, 0.65f, 0.86f},
                                                {0.85f, 0.60f, 0.00f},
                                                {0.25f, 0.25f, 0.28f}}};
  return linear(kColours[index % kColours.size()]);
}

Paper::Paper(int width, int height)
    : canvas_(width, height),
      unit_(std::min<double>(width, height * 1.5) / 900),
      room_{kMargin * unit_, kMargin * unit_, width - kMargin * unit_, height - kMargin * unit_} {
  std::ranges::fill(canvas_.pixels, kPaper);
}

void Paper::title(const std::string& text) {
  if (text.empty()) return;
  draw_text(canvas_, room_.left, room_.top + kTitle * unit_, text, {kTitle * unit_, 0.135, kInk});
  room_.top += 2 * kTitle * unit_;
}

void Paper::key(const std::vector<std::string>& names, std::size_t series) {
  if (names.empty() || (names.size() == 1 && names[0].empty())) return;
  const TextStyle style{kText * unit_, 0.125, kSoftInk};
  const double mark = 22 * unit_, gap = 8 * unit_, line = 1.9 * style.size;
  double x = room_.left, y = room_.top + style.size;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double width = mark + gap + text_width(names[k], style);
    if (x > room_.left && x + width > room_.right) x = room_.left, y += line;
    const double thick = (k < series ? 3 : 10) * unit_, middle = y - 0.5 * style.size;
    fill({x, middle - 0.5 * thick, x + mark, middle + 0.5 * thick},
         k < series ? series_colour(k) : kBandColour, k < series ? 1 : kBandAlpha);
    draw_text(canvas_, x + mark + gap, y, names[k], style);
    x += width + 3 * gap;
  }
  room_.top = y + line;
}

void Paper::scale(const std::string& label, const ValueRange& range, ColourMap map) {
  const TextStyle style{kText * unit_, 0.125, kSoftInk};
  const double width = 16 * unit_, top = room_.top + 2 * style.size, bottom = room_.bottom - 4 * style.size;
  const double room = std::max(kTickRoom * unit_ + width, text_width(label, style));
  const double left = room_.right - room;
  draw_text(canvas_, left, room_.top + style.size, label, style);
  for (double y = top; y < bottom; y += 1)
    fill({left, y, left + width, std::min(y + 1, bottom)}, mapped(map, (bottom - y - 0.5) / (bottom - top)),
         1);
  for (const Tick& tick : picture::ticks(range)) {
    const double y = bottom - (tick.value - range.low) / (range.high - range.low) * (bottom - top);
    fill({left + width, y - 0.5, left + width + 4 * unit_, y + 0.5}, kSoftInk, 1);
    draw_text(canvas_, left + width + 10 * unit_, y + 0.5 * style.size, tick.text, style);
  }
  room_.right = left - kMargin * unit_;
}

void Paper::keep_square(const ValueRange& x, const ValueRange& y) {
  // What axes() will take away.
  const double side = kTickRoom * unit_, head = 2 * kText * unit_, foot = 4 * kText * unit_;
  const double width = room_.right - room_.left - side, height = room_.bottom - room_.top - head - foot;
  const double per_unit = std::min(width / (x.high - x.low), height / (y.high - y.low));
  room_.right -= width - per_unit * (x.high - x.low);
  room_.bottom -= height - per_unit * (y.high - y.low);
}

void Paper::axes(const PaperAxis& x, const PaperAxis& y) {
  x_ = x, y_ = y;
  const TextStyle style{kText * unit_, 0.125, kSoftInk}, strong{kText * unit_, 0.125, kInk};
  if (!y.label.empty()) draw_text(canvas_, room_.left, room_.top + style.size, y.label, strong);
  room_.top += 2 * style.size, room_.left += kTickRoom * unit_, room_.bottom -= 4 * style.size;
  for (const Tick& tick : axis_ticks(y)) {
    const double at = pixel_y(tick.value);
    if (at < room_.top - 1 || at > room_.bottom + 1) continue;
    fill({room_.left, at - 0.5, room_.right, at + 0.5}, kGrid, 0.7);
    draw_text(canvas_, room_.left - 8 * unit_ - text_width(tick.text, style), at + 0.5 * style.size,
              tick.text, style);
  }
  for (const Tick& tick : axis_ticks(x)) {
    const double at = pixel_x(tick.value);
    if (at < room_.left - 1 || at > room_.right + 1) continue;
    fill({at - 0.5, room_.top, at + 0.5, room_.bottom}, kGrid, 0.7);
    draw_text(canvas_, at - 0.5 * text_width(tick.text, style), room_.bottom + 1.8 * style.size, tick.text,
              style);
  }
  const double width = text_width(x.label, strong);
  draw_text(canvas_, std::max(room_.left, room_.right - width), room_.bottom + 3.9 * style.size, x.label,
            strong);
}

void Paper::band(const ValueRange& y) {
  fill_inside({room_.left, pixel_y(y.high), room_.right, std::max(pixel_y(y.low), pixel_y(y.high) + 1)},
              kBandColour, kBandAlpha);
}

// Every pixel takes the largest cover of the segments near it, so that joints do not darken.
void Paper::line(const std::vector<Spot>& spots, const Rgb& colour) {
  if (spots.empty()) return;
  if (spots.size() == 1) return point(spots[0], colour);
  const double half = std::max(0.9 * unit_, 0.6);
  std::vector<float> cover(canvas_.pixels.size());
  const auto index = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas_.width) +
           static_cast<std::size_t>(x);
  };
  const int left = static_cast<int>(room_.left), right = static_cast<int>(room_.right);
  const int top = static_cast<int>(room_.top), bottom = static_cast<int>(room_.bottom);
  for (std::size_t k = 0; k + 1 < spots.size(); ++k) {
    // Far outside is as good as infinitely far, and an int can hold it.
    const auto placed = [&](const Spot& s) {
      return Spot{std::clamp(pixel_x(s.x), -1e5, 1e5), std::clamp(pixel_y(s.y), -1e5, 1e5)};
    };
    const Spot a = placed(spots[k]), b = placed(spots[k + 1]);
    const int x_low = std::max(left, static_cast<int>(std::min(a.x, b.x) - half) - 1);
    const int x_high = std::min(right, static_cast<int>(std::max(a.x, b.x) + half) + 1);
    const int y_low = std::max(top, static_cast<int>(std::min(a.y, b.y) - half) - 1);
    const int y_high = std::min(bottom, static_cast<int>(std::max(a.y, b.y) + half) + 1);
    for (int y = y_low; y <= y_high; ++y)
      for (int x = x_low; x <= x_high; ++x) {
        const double c = half + 0.5 - distance({x + 0.5, y + 0.5}, a, b);
        if (c > 0) cover[index(x, y)] = std::max(cover[index(x, y)], static_cast<float>(std::min(c, 1.0)));
      }
  }
  for (int y = top; y <= bottom; ++y)
    for (int x = left; x <= right; ++x) canvas_.blend(x, y, colour, cover[index(x, y)]);
}

void Paper::point(const Spot& spot, const Rgb& colour) {
  const Spot p{pixel_x(spot.x), pixel_y(spot.y)};
  const double radius = 3.6 * unit_;
  if (!(p.x >= room_.left - 1 && p.x <= room_.right + 1 && p.y >= room_.top - 1 && p.y <= room_.bottom + 1))
    return;
  for (int y = static_cast<int>(p.y - radius) - 1; y <= p.y + radius + 1; ++y)
    for (int x = static_cast<int>(p.x - radius) - 1; x <= p.x + radius + 1; ++x)
      canvas_.blend(x, y, colour,
                    static_cast<float>(radius + 0.5 - std::hypot(x + 0.5 - p.x, y + 0.5 - p.y)));
}

void Paper::bar(double x_low, double x_high, double y, const Rgb& colour) {
  const bool is_log = y_.scale == Scale::logarithmic;
  const double base = is_log ? y_.range.low : std::clamp(0.0, y_.range.low, y_.range.high);
  const double a = pixel_y(y), b = pixel_y(base), left = pixel_x(x_low), right = pixel_x(x_high);
  fill_inside({left, std::min(a, b), right, std::max(a, b)}, colour, 0.75);
  fill_inside({left, a - 0.7 * unit_, right, a + 0.7 * unit_}, colour, 1);
}

void Paper::cell(const Spot& low, const Spot& high, const Rgb& colour) {
  fill_inside({pixel_x(low.x), pixel_y(high.y), pixel_x(high.x), pixel_y(low.y)}, colour, 1);
}

void Paper::frame() {
  fill({room_.left - 0.5, room_.top, room_.left + 0.5, room_.bottom}, kSoftInk, 1);
  fill({room_.left, room_.bottom - 0.5, room_.right, room_.bottom + 0.5}, kSoftInk, 1);
}

double Paper::pixel_x(double value) const {
  return room_.left + position(value, x_) * (room_.right - room_.left);
}

double Paper::pixel_y(double value) const {
  return room_.bottom - position(value, y_) * (room_.bottom - room_.top);
}

void Paper::fill(const Box& box, const Rgb& colour, double alpha) {
  picture::fill(canvas_, box.left, box.top, box.right - box.left, box.bottom - box.top, colour, alpha);
}

void Paper::fill_inside(Box box, const Rgb& colour, double alpha) {
  box = {std::max(box.left, room_.left), std::max(box.top, room_.top), std::min(box.right, room_.right),
         std::min(box.bottom, room_.bottom)};
  if (box.left < box.right && box.top < box.bottom) fill(box, colour, alpha);
}

}  // namespace cairn::chart
