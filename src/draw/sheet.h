// A sheet that cairo draws on: boxes, lines, discs and text, over white or over an image, into pixels or as
// SVG. Pixels from the upper left corner, x to the right and y down; colours in sRGB.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draw/colour.h"
#include "draw/image.h"

namespace cairn {

struct Ink {
  Rgb colour;
  double alpha = 1;
};
inline constexpr Ink kInk{{0.158f, 0.181f, 0.227f}}, kSoftInk{{0.365f, 0.389f, 0.431f}};

// UTF-8; '^' raises the digits and signs after it. Bytes that are no character become '?'.
struct TextStyle {
  double size = 12;  // height of capitals [pixels]
  Ink ink = kSoftInk;
};
double text_width(std::string_view text, const TextStyle& style);

class Sheet {
 public:
  Sheet(int width, int height);        // white
  explicit Sheet(const Image& image);  // drawn over it
  static Sheet svg(int width, int height);

  void fill(const PixelBox& box, const Ink& ink);
  // A corner-to-corner line with round joints; what lies outside of the box is cut off.
  void line(std::span<const PixelPoint> corners, double width, const PixelBox& box, const Ink& ink);
  void disc(const PixelPoint& middle, double radius, const Ink& ink);
  // x, y: left end of the base line.
  void text(double x, double y, std::string_view text, const TextStyle& style);
  double width_of(std::string_view text, const TextStyle& style);

  Image image() const;                    // not of an SVG
  std::vector<std::uint8_t> png() const;  // the whole file
  std::string svg_text() &&;              // the whole file

 private:
  struct Closed {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };
  explicit Sheet(cairo_surface_t* surface);
  void set_ink(const Ink& ink);
  void set_font(const TextStyle& style);

  std::unique_ptr<std::vector<std::uint8_t>> written_;  // by an SVG
  std::unique_ptr<cairo_surface_t, Closed> surface_;
  std::unique_ptr<cairo_t, Closed> context_;
};

}  // namespace cairn
