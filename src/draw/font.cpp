// Glyphs are written as strokes "xy xy xy": x in half units from the left, y in units from below; the base
// line is at 2, small letters reach 6, capitals 8, descenders 0. A stroke that begins with ~ is a curve
// (quadratic B-spline with fixed ends, or closed if it returns to its first point); strokes are separated by
// a bar.
#include "draw/font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace cairn {
namespace {

constexpr double kCapital = 6;    // units
constexpr double kSpacing = 1.7;  // between glyphs
constexpr double kSpace = 2.4;
constexpr char kFirst = '!', kLast = '~';

// From '!' to '~' in the order of ASCII.
constexpr std::array<const char*, kLast - kFirst + 1> kGlyphs{
    "08 04|02 02",                                  // !
    "08 06|28 26",                                  // "
    "12 38|52 78|04 84|06 86",                      // #
    "~67 28 08 05 65 62 22 03|49 41",               // $
    "02 88|~08 38 36 06 08|~54 84 82 52 54",        // %
    "~84 62 02 05 56 58 18 16 82",                  // &
    "08 06",                                        // '
    "~29 07 03 21",                                 // (
    "~09 27 23 01",                                 // )
    "24 28|05 47|07 45",                            // *
    "04 64|32 36",                                  // +
    "12 00",                                        // ,
    "04 44",                                        // -
    "02 02",                                        // .
    "01 49",                                        // /
    "~68 65 62 02 05 08 68",                        // 0
    "17 38 32",                                     // 1
    "~06 08 68 65 33 02|02 62",                     // 2
    "~07 18 68 65 25|~25 65 62 12 03",              // 3
    "52 58 04 74",                                  // 4
    "58 08 05|~05 26 66 62 12 03",                  // 5
    "~57 48 08 05 03|~05 65 62 02 05",              // 6
    "08 68 22",                                     // 7
    "~08 68 65 05 08|~05 65 62 02 05",              // 8
    "~13 22 62 65 67|~05 65 68 08 05",              // 9
    "02 02|05 05",                                  // :
    "12 00|15 15",                                  // ;
    "66 04 62",                                     // <
    "03 63|05 65",                                  // =
    "06 64 02",                                     // >
    "~07 08 68 65 35 34|32 32",                     // ?
    "~64 66 26 23 63 84 88 08 02 72",               // @
    "02 48 82|14 74",                               // A
    "02 08|~08 58 78 75 55 05|~05 55 85 82 52 02",  // B
    "~87 68 08 02 62 83",                           // C
    "02 08|~08 48 88 82 42 02",                     // D
    "72 02 08 78|05 65",                            // E
    "02 08 78|05 65",                               // F
    "~87 68 08 02 62 82 85|85 55",                  // G
    "02 08|82 88|05 85",                            // H
    "02 08",                                        // I
    "~68 64 62 02 04",                              // J
    "02 08|88 04|35 82",                            // K
    "08 02 72",                                     // L
    "02 08 44 88 82",                               // M
    "02 08 82 88",                                  // N
    "~88 85 82 02 05 08 88",                        // O
    "02 08|~08 58 88 84 54 04",                     // P
    "~88 85 82 02 05 08 88|54 91",                  // Q
    "02 08|~08 58 88 85 55 05|45 82",               // R
    "~77 58 08 05 85 82 22 03",                     // S
    "08 88|42 48",                                  // T
    "~08 04 02 82 84 88",                           // U
    "08 42 88",                                     // V
    "08 22 47 62 88",                               // W
    "02 88|08 82",                                  // X
    "08 45 88|45 42",                               // Y
    "08 88 02 82",                                  // Z
    "29 09 01 21",                                  // [
    "09 41",                                        // backslash
    "09 29 21 01",                                  // ]
    "06 28 46",                                     // ^
    "01 61",                                        // _
    "08 27",                                        // `
    "~06 66 62 02 06|66 62",                        // a
    "~06 66 62 02 06|08 02",                        // b
    "~65 46 06 02 42 63",                           // c
    "~06 66 62 02 06|68 62",                        // d
    "04 64|~64 66 06 02 42 63",                     // e
    "~48 28 26 22|06 46",                           // f
    "~06 66 62 02 06|~66 61 60 10 01",              // g
    "02 08|~04 06 66 64 62",                        // h
    "02 06|08 08",                                  // i
    "~26 21 20 00|28 28",                           // j
    "02 08|56 04|24 62",                            // k
    "08 02",                                        // l
    "02 06|~04 06 46 44 42|~44 46 86 84 82",        // m
    "02 06|~04 06 66 64 62",                        // n
    "~06 66 62 02 06",                              // o
    "~06 66 62 02 06|06 00",                        // p
    "~06 66 62 02 06|66 60",                        // q
    "02 06|~04 06 36 46",                           // r
    "~55 46 06 04 64 62 12 03",                     // s
    "~28 24 22 42|06 46",                           // t
    "~06 04 02 62 64|66 62",                        // u
    "06 32 66",                                     // v
    "06 22 46 62 86",                               // w
    "02 66|06 62",                                  // x
    "06 32|66 20",                                  // y
    "06 66 02 62",                                  // z
    "~39 19 16 05|~05 14 11 31",                    // {
    "09 01",                                        // |
    "~09 29 26 35|~35 24 21 01",                    // }
    "~04 26 43 65",                                 // ~
};

struct Point {
  double x, y;
};
using Stroke = std::vector<Point>;

// Chaikin's corner cutting, thrice: close to the quadratic B-spline.
Stroke curved(Stroke points) {
  const bool closed = points.front().x == points.back().x && points.front().y == points.back().y;
  for (int round = 0; round < 3; ++round) {
    Stroke finer;
    if (!closed) finer.push_back(points.front());
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Point &a = points[i], &b = points[i + 1];
      finer.push_back({0.75 * a.x + 0.25 * b.x, 0.75 * a.y + 0.25 * b.y});
      finer.push_back({0.25 * a.x + 0.75 * b.x, 0.25 * a.y + 0.75 * b.y});
    }
    finer.push_back(closed ? finer.front() : points.back());
    points = std::move(finer);
  }
  return points;
}

// Strokes in units, base line at 0.
std::vector<Stroke> strokes(std::string_view glyph) {
  std::vector<Stroke> all;
  while (!glyph.empty()) {
    const std::string_view word = glyph.substr(0, glyph.find('|'));
    glyph.remove_prefix(std::min(glyph.size(), word.size() + 1));
    const std::size_t first = word.front() == '~' ? 1 : 0;
    Stroke stroke;
    for (std::size_t i = first; i + 1 < word.size(); i += 3)
      stroke.push_back({0.5 * (word[i] - '0'), static_cast<double>(word[i + 1] - '2')});
    all.push_back(first == 1 ? curved(std::move(stroke)) : std::move(stroke));
  }
  return all;
}

struct Glyph {
  std::vector<Stroke> strokes;
  double x, y, unit;  // left end of its base line, pixels per unit
};

bool is_raisable(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+'; }

// Places glyph after glyph; returns where the text ends.
template <class Take>
double set_text(double x, double y, std::string_view text, double size, Take&& take) {
  bool raised = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool raises = c == '^' && i + 1 < text.size() && is_raisable(text[i + 1]);
    raised = raises || (raised && is_raisable(c));
    if (raises) continue;
    const double unit = (raised ? 0.68 : 1.0) * size / kCapital;
    if (c < kFirst || c > kLast) {
      x += kSpace * unit;
      continue;
    }
    Glyph glyph{strokes(kGlyphs[static_cast<std::size_t>(c - kFirst)]), x, raised ? y - 0.48 * size : y,
                unit};
    double width = 0;
    for (const Stroke& stroke : glyph.strokes)
      for (const Point& p : stroke) width = std::max(width, p.x);
    x += (width + kSpacing) * unit;
    take(glyph);
  }
  return x;
}

double distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

double distance(const Point& p, const Glyph& glyph) {
  double nearest = 1e9;
  for (const Stroke& stroke : glyph.strokes)
    for (std::size_t i = 0; i < stroke.size(); ++i)
      nearest = std::min(nearest, distance(p, stroke[i], stroke[std::min(i + 1, stroke.size() - 1)]));
  return nearest;
}

// A pixel is covered as far as its middle lies inside the stroke.
void draw_glyph(Canvas& canvas, const Glyph& glyph, const TextStyle& style) {
  const double half = std::max(0.5, 0.5 * style.weight * style.size);
  const int x_low = static_cast<int>(glyph.x - half) - 1,
            x_high = static_cast<int>(glyph.x + 5 * glyph.unit + half) + 1;
  const int y_low = static_cast<int>(glyph.y - 7 * glyph.unit - half) - 1;
  const int y_high = static_cast<int>(glyph.y + 2 * glyph.unit + half) + 1;
  for (int y = y_low; y <= y_high; ++y)
    for (int x = x_low; x <= x_high; ++x) {
      const Point p{(x + 0.5 - glyph.x) / glyph.unit, (glyph.y - y - 0.5) / glyph.unit};
      const double cover = half - distance(p, glyph) * glyph.unit + 0.5;
      canvas.blend(x, y, style.colour, static_cast<float>(cover));
    }
}

}  // namespace

double text_width(std::string_view text, const TextStyle& style) {
  const double end = set_text(0, 0, text, style.size, [](const Glyph&) {});
  return text.empty() ? 0 : end - kSpacing * style.size / kCapital;
}

void draw_text(Canvas& canvas, double x, double y, std::string_view text, const TextStyle& style) {
  set_text(x, y, text, style.size, [&](const Glyph& glyph) { draw_glyph(canvas, glyph, style); });
}

}  // namespace cairn
