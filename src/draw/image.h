// An image of width x height pixels, three bytes (red, green, blue; sRGB) each, rows from the top.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cairn {

// Pixel coordinates start at the upper left corner, x to the right and y down. The middle of the first pixel
// is (0.5, 0.5).
struct PixelPoint {
  double x = 0, y = 0;
};

// A rectangle of pixel coordinates; empty if low exceeds high.
struct PixelBox {
  double x_low = 0, y_low = 0, x_high = 0, y_high = 0;
};

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  std::size_t offset(int x, int y) const {
    return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

// A PNG file (ISO/IEC 15948). The same image gives the same bytes with the same libraries.
std::vector<std::uint8_t> png_bytes(const Image& image);
void write_png(const std::string& path, const Image& image);

}  // namespace cairn
