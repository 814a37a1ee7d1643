#include "draw/chart_paper.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "draw/axis.h"

namespace cairn::chart {
namespace {

// In pixels of a sheet of 900 x 600.
constexpr double kMargin = 24, kTitle = 15, kText = 11.5, kTickRoom = 74;
constexpr Ink kGrid{{0.90f, 0.91f, 0.92f}}, kBand{{0.19f, 0.63f, 0.44f}, 0.14};

// Place of a value along the axis: 0 at the low end, 1 at the high end.
double position(double value, const ChartAxis& axis) {
  const bool is_log = axis.scale == Scale::logarithmic;
  const auto place = [is_log](double x) { return is_log ? std::log10(x) : x; };
  const double low = place(axis.range->low), high = place(axis.range->high);
  return (place(value) - low) / (high - low);
}

}  // namespace

Paper::Paper(Sheet& sheet, int width, int height)
    : sheet_(sheet),
      unit_(std::min<double>(width, height * 1.5) / 900),
      room_{kMargin * unit_, kMargin * unit_, width - kMargin * unit_, height - kMargin * unit_} {}

void Paper::title(const std::string& text) {
  if (text.empty()) return;
  const TextStyle style{kTitle * unit_, kInk};
  sheet_.text(room_.x_low, room_.y_low + style.size,
              sheet_.shortened(text, room_.x_high - room_.x_low, style), style);
  room_.y_low += 2 * kTitle * unit_;
}

void Paper::key(const std::vector<std::string>& names, std::size_t series) {
  if (names.empty() || (names.size() == 1 && names[0].empty())) return;
  const TextStyle style{kText * unit_};
  const double mark = 22 * unit_, gap = 8 * unit_, line = 1.9 * style.size;
  double x = room_.x_low, y = room_.y_low + style.size;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double width = mark + gap + sheet_.width_of(names[k], style);
    // A name that does not fit starts a new row.
    if (x > room_.x_low && x + width > room_.x_high) {
      x = room_.x_low;
      y += line;
    }
    const double half = (k < series ? 1.5 : 5) * unit_, middle = y - 0.5 * style.size;
    sheet_.fill({x, middle - half, x + mark, middle + half}, k < series ? Ink{series_colour(k)} : kBand);
    sheet_.text(x + mark + gap, y, names[k], style);
    x += width + 3 * gap;
  }
  room_.y_low = y + line;
}

void Paper::scale(const std::string& label, const ValueRange& range, ColourMap map) {
  const TextStyle style{kText * unit_};
  const double width = 16 * unit_;
  const double room = std::max(kTickRoom * unit_ + width, sheet_.width_of(label, style));
  const double left = room_.x_high - room;
  sheet_.text(left, room_.y_low + style.size, label, style);
  draw_colour_bar(sheet_, {left, room_.y_low + 2 * style.size, left + width, room_.y_high - 4 * style.size},
                  range, map, style);
  room_.x_high = left - kMargin * unit_;
}

void Paper::keep_square(const ValueRange& x, const ValueRange& y) {
  // The room that axes() will take away.
  const double side = kTickRoom * unit_, head = 2 * kText * unit_, foot = 4 * kText * unit_;
  const double width = room_.x_high - room_.x_low - side, height = room_.y_high - room_.y_low - head - foot;
  const double per_unit = std::min(width / (x.high - x.low), height / (y.high - y.low));
  room_.x_high -= width - per_unit * (x.high - x.low);
  room_.y_high -= height - per_unit * (y.high - y.low);
}

void Paper::axes(const ChartAxis& x, const ChartAxis& y) {
  for (const ChartAxis* axis : {&x, &y}) {
    CAIRN_ASSERT(axis->range && axis->range->high > axis->range->low);
    CAIRN_ASSERT(axis->scale == Scale::linear || axis->range->low > 0);
  }
  // Room for the label of y above, its numbers at the left, and numbers and label of x below.
  x_ = x;
  y_ = y;
  const TextStyle style{kText * unit_}, strong{kText * unit_, kInk};
  sheet_.text(room_.x_low, room_.y_low + style.size, y.label, strong);
  room_.y_low += 2 * style.size;
  room_.x_low += kTickRoom * unit_;
  room_.y_high -= 4 * style.size;
  // Grid lines and numbers of y, then of x.
  for (const Tick& tick : ticks(*y.range, y.scale)) {
    const double at = pixel_y(tick.value);
    if (at < room_.y_low - 1 || at > room_.y_high + 1) continue;
    sheet_.fill({room_.x_low, at - 0.5, room_.x_high, at + 0.5}, kGrid);
    sheet_.text(room_.x_low - 8 * unit_ - sheet_.width_of(tick.text, style), at + 0.5 * style.size, tick.text,
                style);
  }
  for (const Tick& tick : ticks(*x.range, x.scale)) {
    const double at = pixel_x(tick.value);
    if (at < room_.x_low - 1 || at > room_.x_high + 1) continue;
    sheet_.fill({at - 0.5, room_.y_low, at + 0.5, room_.y_high}, kGrid);
    sheet_.text(at - 0.5 * sheet_.width_of(tick.text, style), room_.y_high + 1.8 * style.size, tick.text,
                style);
  }
  const double width = sheet_.width_of(x.label, strong);
  sheet_.text(std::max(room_.x_low, room_.x_high - width), room_.y_high + 3.9 * style.size, x.label, strong);
}

void Paper::band(const ValueRange& y) {
  const double top = pixel_y(y.high);
  fill_inside({room_.x_low, top, room_.x_high, std::max(pixel_y(y.low), top + 1)}, kBand);
}

void Paper::line(const std::vector<Spot>& spots, const Rgb& colour) {
  if (spots.size() == 1) return point(spots[0], colour);
  std::vector<PixelPoint> corners;
  for (const Spot& spot : spots) corners.push_back({pixel_x(spot.x), pixel_y(spot.y)});
  sheet_.line(corners, std::max(1.8 * unit_, 1.2), room_, {colour});
}

void Paper::point(const Spot& spot, const Rgb& colour) {
  const PixelPoint p{pixel_x(spot.x), pixel_y(spot.y)};
  const bool is_inside =
      p.x >= room_.x_low - 1 && p.x <= room_.x_high + 1 && p.y >= room_.y_low - 1 && p.y <= room_.y_high + 1;
  if (is_inside) sheet_.disc(p, 3.6 * unit_, {colour});
}

void Paper::bar(double x_low, double x_high, double y, const Rgb& colour) {
  const bool is_log = y_.scale == Scale::logarithmic;
  const double base = is_log ? y_.range->low : std::clamp(0.0, y_.range->low, y_.range->high);
  const double a = pixel_y(y), b = pixel_y(base), left = pixel_x(x_low), right = pixel_x(x_high);
  fill_inside({left, std::min(a, b), right, std::max(a, b)}, {colour, 0.6});
  fill_inside({left, a - 0.7 * unit_, right, a + 0.7 * unit_}, {colour});
}

void Paper::cell(const Spot& low, const Spot& high, const Rgb& colour) {
  // Edges on whole pixels leave no seams between neighbouring cells.
  fill_inside({std::round(pixel_x(low.x)), std::round(pixel_y(high.y)), std::round(pixel_x(high.x)),
               std::round(pixel_y(low.y))},
              {colour});
}

void Paper::frame() {
  sheet_.fill({room_.x_low - 0.5, room_.y_low, room_.x_low + 0.5, room_.y_high}, kSoftInk);
  sheet_.fill({room_.x_low, room_.y_high - 0.5, room_.x_high, room_.y_high + 0.5}, kSoftInk);
}

double Paper::pixel_x(double value) const {
  return room_.x_low + position(value, x_) * (room_.x_high - room_.x_low);
}

double Paper::pixel_y(double value) const {
  return room_.y_high - position(value, y_) * (room_.y_high - room_.y_low);
}

void Paper::fill_inside(const PixelBox& box, const Ink& ink) {
  const PixelBox cut{std::max(box.x_low, room_.x_low), std::max(box.y_low, room_.y_low),
                     std::min(box.x_high, room_.x_high), std::min(box.y_high, room_.y_high)};
  if (cut.x_low < cut.x_high && cut.y_low < cut.y_high) sheet_.fill(cut, ink);
}

}  // namespace cairn::chart
