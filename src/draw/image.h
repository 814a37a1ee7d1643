// A picture of width x height pixels, three bytes (red, green, blue; sRGB) each, rows from the top.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  std::size_t offset(int x, int y) const {
    return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

}  // namespace cairn
