// A sheet that cairo draws on: boxes, lines, discs and text, over white or over an image, into pixels or as
// SVG. Pixels count from the upper left corner, x to the right and y down; colours are sRGB.
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

// Text is UTF-8; '^' raises the digits and signs after it. Bytes that are not a character become '?'.
struct TextStyle {
  double size = 12;  // height of capitals [pixels]
  Ink ink = kSoftInk;
};
double text_width(std::string_view text, const TextStyle& style);

class Sheet {
 public:
  Sheet(int width, int height);        // white
  explicit Sheet(const Image& image);  // draws over a copy of it
  static Sheet svg(int width, int height);

  void fill(const PixelBox& box, const Ink& ink);
  // A line from corner to corner with round joints. The part outside the box is cut off.
  void line(std::span<const PixelPoint> corners, double width, const PixelBox& box, const Ink& ink);
  void disc(const PixelPoint& middle, double radius, const Ink& ink);
  // x, y: left end of the base line.
  void text(double x, double y, std::string_view text, const TextStyle& style);
  double width_of(std::string_view text, const TextStyle& style);
  // The text if it fits into the width, else its longest beginning that fits, with an ellipsis.
  std::string shortened(std::string_view text, double width, const TextStyle& style);

  Image image() const;                    // not for SVG
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

  std::unique_ptr<std::vector<std::uint8_t>> written_;  // bytes of an SVG
  std::unique_ptr<cairo_surface_t, Closed> surface_;
  std::unique_ptr<cairo_t, Closed> context_;
};

}  // namespace cairn
