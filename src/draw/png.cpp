// Writes signature, IHDR, sRGB, IDAT (one zlib stream) and IEND. Every row is sent through the filter (none,
// sub, up, average, Paeth) whose bytes, read as signed numbers, have the smallest sum of magnitudes: such
// rows deflate best.
#include "draw/png.h"

#include <zlib.h>

#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kChannels = 3;
constexpr int kFilters = 5;
using Bytes = std::vector<std::uint8_t>;

void append_number(Bytes& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(number >> shift));
}

// Length, name, content, and the CRC of name and content.
void append_chunk(Bytes& out, std::string_view name, std::span<const std::uint8_t> content) {
  append_number(out, static_cast<std::uint32_t>(content.size()));
  const std::size_t start = out.size();
  out.insert(out.end(), name.begin(), name.end());
  out.insert(out.end(), content.begin(), content.end());
  const uLong crc = crc32_z(crc32_z(0, nullptr, 0), out.data() + start, out.size() - start);
  append_number(out, static_cast<std::uint32_t>(crc));
}

// Of left, up and upper left, the one nearest to left + up - upper left.
int paeth(int left, int up, int corner) {
  const int guess = left + up - corner;
  const int to_left = std::abs(guess - left), to_up = std::abs(guess - up),
            to_corner = std::abs(guess - corner);
  if (to_left <= to_up && to_left <= to_corner) return left;
  return to_up <= to_corner ? up : corner;
}

int predicted(int filter, int left, int up, int corner) {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) / 2;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

// One row as it is stored: the number of the filter, then byte minus prediction. Returns the sum of
// magnitudes.
long filter_row(int filter, std::span<const std::uint8_t> row, std::span<const std::uint8_t> above,
                Bytes& out) {
  out.clear();
  out.push_back(static_cast<std::uint8_t>(filter));
  long magnitude = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int left = i < kChannels ? 0 : row[i - kChannels];
    const int corner = i < kChannels ? 0 : above[i - kChannels];
    const auto rest = static_cast<std::uint8_t>(row[i] - predicted(filter, left, above[i], corner));
    magnitude += std::abs(static_cast<std::int8_t>(rest));
    out.push_back(rest);
  }
  return magnitude;
}

Bytes filtered_rows(const Image& image) {
  const std::size_t length = static_cast<std::size_t>(image.width) * kChannels;
  const Bytes zeros(length, 0);
  Bytes all;
  all.reserve((length + 1) * static_cast<std::size_t>(image.height));
  std::array<Bytes, kFilters> tries;
  for (int y = 0; y < image.height; ++y) {
    const std::span<const std::uint8_t> row(image.rgb.data() + image.offset(0, y), length);
    const std::span<const std::uint8_t> above =
        y == 0 ? std::span<const std::uint8_t>(zeros)
               : std::span(image.rgb.data() + image.offset(0, y - 1), length);
    int best = 0;
    long smallest = 0;
    for (int filter = 0; filter < kFilters; ++filter) {
      const long magnitude = filter_row(filter, row, above, tries[static_cast<std::size_t>(filter)]);
      if (filter > 0 && magnitude >= smallest) continue;
      best = filter;
      smallest = magnitude;
    }
    const Bytes& chosen = tries[static_cast<std::size_t>(best)];
    all.insert(all.end(), chosen.begin(), chosen.end());
  }
  return all;
}

Bytes deflated(const Bytes& plain) {
  uLongf length = compressBound(static_cast<uLong>(plain.size()));
  Bytes packed(length);
  const int status =
      compress2(packed.data(), &length, plain.data(), static_cast<uLong>(plain.size()), Z_BEST_COMPRESSION);
  CAIRN_ASSERT(status == Z_OK);
  packed.resize(length);
  return packed;
}

}  // namespace

std::vector<std::uint8_t> png_bytes(const Image& image) {
  CAIRN_ASSERT(image.width > 0 && image.height > 0);
  CAIRN_ASSERT(image.rgb.size() == image.offset(0, image.height));

  Bytes out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  // Size, 8 bits a channel, colour type RGB, deflate, adaptive filters, not interlaced.
  Bytes header;
  append_number(header, static_cast<std::uint32_t>(image.width));
  append_number(header, static_cast<std::uint32_t>(image.height));
  header.insert(header.end(), {8, 2, 0, 0, 0});
  append_chunk(out, "IHDR", header);
  const std::uint8_t perceptual = 0;
  append_chunk(out, "sRGB", {&perceptual, 1});
  append_chunk(out, "IDAT", deflated(filtered_rows(image)));
  append_chunk(out, "IEND", {});
  return out;
}

}  // namespace cairn
