#include "draw/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

// 1, 2 or 5 times a power of ten: the smallest such step that fits at most six times into the range.
double round_step(double range) {
  const double rough = range / 6, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * 1.0001) return factor * power;
  return 10 * power;
}

// 0.25, 1200, 3e-7: no padding of the exponent, and as many decimals as the step needs.
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

constexpr std::size_t kFewest = 3;  // a logarithmic axis needs as many numbers to be readable

// Every power of ten in the range, or every second, third, ... so that nine remain at most.
std::vector<Tick> powers_of_ten(const ValueRange& range) {
  const double low = std::log10(range.low), high = std::log10(range.high), step = std::ceil((high - low) / 8);
  std::vector<Tick> marks;
  for (double k = std::ceil(low - 1e-9); k <= high + 1e-9; k += step)
    marks.push_back({std::pow(10, k), fmt::format("10^{}", static_cast<int>(k))});
  return marks;
}

// 1, 2 and 5 times the powers of ten: at least three in each decade.
std::vector<Tick> round_multiples(const ValueRange& range) {
  std::vector<Tick> marks;
  for (double k = std::floor(std::log10(range.low)); k <= std::log10(range.high); ++k)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double power = std::pow(10, k), value = factor * power;
      const bool is_inside = value >= range.low * (1 - 1e-9) && value <= range.high * (1 + 1e-9);
      if (is_inside) marks.push_back({value, number_text(value, power)});
    }
  return marks;
}

}  // namespace

std::vector<Tick> ticks(const ValueRange& range) {
  std::vector<Tick> marks;
  const double step = round_step(range.high - range.low);
  if (!(step > 0) || !std::isfinite(step)) return marks;
  const double slack = 1e-6, last = std::floor(range.high / step + slack);
  for (double k = std::ceil(range.low / step - slack); k <= last && marks.size() < 12; ++k)
    marks.push_back({k * step, number_text(k * step, step)});
  return marks;
}

std::vector<Tick> ticks(const ValueRange& range, Scale scale) {
  if (scale == Scale::linear) return ticks(range);
  CAIRN_ASSERT(range.low > 0 && range.high > range.low);
  if (range.high < 10 * range.low) return ticks(range);
  const std::vector<Tick> powers = powers_of_ten(range);
  return powers.size() >= kFewest ? powers : round_multiples(range);
}

void draw_colour_bar(Sheet& sheet, const PixelBox& box, const ValueRange& range, ColourMap map,
                     const TextStyle& style) {
  CAIRN_ASSERT(range.high > range.low);
  const double height = box.y_high - box.y_low, dash = 0.4 * style.size;
  // The bar, one row of pixels at a time.
  for (double y = box.y_low; y < box.y_high; y += 1)
    sheet.fill({box.x_low, y, box.x_high, std::min(y + 1, box.y_high)},
               {srgb(mapped(map, (box.y_high - y - 0.5) / height))});
  // Tick marks and numbers.
  for (const Tick& tick : ticks(range)) {
    const double y = box.y_high - (tick.value - range.low) / (range.high - range.low) * height;
    sheet.fill({box.x_high + 0.5 * dash, y - 0.5, box.x_high + 1.5 * dash, y + 0.5}, style.ink);
    sheet.text(box.x_high + 2.5 * dash, y + 0.5 * style.size, tick.text, style);
  }
}

}  // namespace cairn
