// PNG files read back by a decoder of our own (chunks and filters here, inflate by zlib).
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <span>
#include <string>

#include "base/random.h"
#include "draw/png.h"

namespace cairn {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint32_t number(std::span<const std::uint8_t> bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
         bytes[3];
}

struct Chunk {
  std::string name;
  Bytes content;
  bool crc_is_right;
};

std::vector<Chunk> chunks(std::span<const std::uint8_t> file) {
  std::vector<Chunk> all;
  file = file.subspan(8);
  while (file.size() >= 12) {
    const std::size_t length = number(file);
    if (file.size() < length + 12) break;
    const auto checked = file.subspan(4, length + 4);
    const uLong crc = crc32(crc32(0, nullptr, 0), checked.data(), static_cast<uInt>(checked.size()));
    all.push_back({std::string(checked.begin(), checked.begin() + 4),
                   Bytes(checked.begin() + 4, checked.end()), crc == number(file.subspan(length + 8))});
    file = file.subspan(length + 12);
  }
  EXPECT_TRUE(file.empty());
  return all;
}

int prediction(int filter, int a, int b, int c) {
  const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  const int choices[] = {0, a, b, (a + b) / 2, paeth};
  return choices[filter];
}

// Undoes the filters and counts how often each was used.
Bytes unfiltered(const Bytes& rows, std::size_t stride, std::size_t height, std::array<int, 5>& used) {
  Bytes plain(stride * height);
  for (std::size_t y = 0; y < height; ++y) {
    const int filter = rows.at(y * (stride + 1));
    ++used.at(static_cast<std::size_t>(filter));
    for (std::size_t i = 0; i < stride; ++i) {
      const int a = i >= 3 ? plain[y * stride + i - 3] : 0, b = y > 0 ? plain[(y - 1) * stride + i] : 0;
      const int c = i >= 3 && y > 0 ? plain[(y - 1) * stride + i - 3] : 0;
      plain[y * stride + i] =
          static_cast<std::uint8_t>(rows.at(y * (stride + 1) + 1 + i) + prediction(filter, a, b, c));
    }
  }
  return plain;
}

struct Decoded {
  Image image;
  std::array<int, 5> filters{};
};

Decoded decoded(const Bytes& file) {
  const Bytes signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  EXPECT_TRUE(std::equal(signature.begin(), signature.end(), file.begin()));
  Decoded result;
  Bytes packed;
  const std::vector<Chunk> all = chunks(file);
  EXPECT_EQ(all.front().name, "IHDR");
  EXPECT_EQ(all.back().name, "IEND");
  for (const Chunk& chunk : all) {
    EXPECT_TRUE(chunk.crc_is_right) << chunk.name;
    if (chunk.name == "IHDR") {
      result.image.width = static_cast<int>(number(chunk.content));
      result.image.height = static_cast<int>(number(std::span(chunk.content).subspan(4)));
      EXPECT_EQ(Bytes(chunk.content.begin() + 8, chunk.content.end()), (Bytes{8, 2, 0, 0, 0}));
    }
    if (chunk.name == "IDAT") packed.insert(packed.end(), chunk.content.begin(), chunk.content.end());
  }
  const auto stride = static_cast<std::size_t>(result.image.width) * 3;
  const auto height = static_cast<std::size_t>(result.image.height);
  Bytes rows((stride + 1) * height);
  uLongf length = rows.size();
  EXPECT_EQ(uncompress(rows.data(), &length, packed.data(), packed.size()), Z_OK);
  EXPECT_EQ(length, rows.size());
  result.image.rgb = unfiltered(rows, stride, height, result.filters);
  return result;
}

template <class Pixel>
Image image_from(int width, int height, Pixel&& pixel) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c) image.rgb.push_back(static_cast<std::uint8_t>(pixel(x, y, c)));
  return image;
}

void expect_same_after_decoding(const Image& image) {
  const Decoded back = decoded(png_bytes(image));
  EXPECT_EQ(back.image.width, image.width);
  EXPECT_EQ(back.image.height, image.height);
  EXPECT_EQ(back.image.rgb, image.rgb);
}

TEST(Png, NoiseSurvives) {
  Random random(7);
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 17}, {23, 1}, {64, 48}, {257, 3}})
    expect_same_after_decoding(image_from(width, height, [&](int, int, int) { return random.next() & 255; }));
}

TEST(Png, SmoothPicturesSurviveAndUseFilters) {
  const Image image =
      image_from(120, 80, [](int x, int y, int c) { return (x * (c + 1) + 2 * y + x * y / 40) & 255; });
  const Decoded back = decoded(png_bytes(image));
  EXPECT_EQ(back.image.rgb, image.rgb);
  EXPECT_LT(back.filters[0], 8);  // a gradient is hardly ever best unfiltered
}

TEST(Png, PlainPictureIsSmall) {
  const Image image = image_from(400, 300, [](int, int, int c) { return 60 * c; });
  expect_same_after_decoding(image);
  EXPECT_LT(png_bytes(image).size(), image.rgb.size() / 100);
}

TEST(Png, SameImageGivesSameBytes) {
  Random random(3);
  const Image image = image_from(50, 40, [&](int, int, int) { return random.next() & 255; });
  EXPECT_EQ(png_bytes(image), png_bytes(image));
}

}  // namespace
}  // namespace cairn
