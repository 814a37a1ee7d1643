// Arrays of numbers as bytes for the browser: a JSON header with the name, type, shape and place of each
// array, then the arrays as they lie in memory.
//
//   u32 magic 0x4E524143 ("CARN"), u32 h, header of h bytes, arrays
//   header = {..., "arrays": {"position": {"type": "f32", "shape": [n, 3], "offset": bytes after the
//   header}}}
//
// The header is padded with spaces. 8 + h and every offset are multiples of 8. Numbers are little-endian.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace cairn {

static_assert(std::endian::native == std::endian::little, "arrays are sent as they lie in memory");

template <class T>
constexpr std::string_view array_type() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, std::uint32_t> ||
                std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint8_t>);
  if constexpr (std::is_same_v<T, float>) return "f32";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "u32";
  if constexpr (std::is_same_v<T, std::uint16_t>) return "u16";
  return "u8";
}

class ArrayFile {
 public:
  // `head`: the members of the header besides `arrays`.
  explicit ArrayFile(Json head) : head_(std::move(head)) {}

  // values.size() / columns rows; one column makes a plain list.
  template <class T>
  void add(std::string_view name, const std::vector<T>& values, std::size_t columns = 1) {
    add_bytes(name, array_type<T>(), std::as_bytes(std::span(values)), values.size(), columns);
  }

  std::string bytes() const;

 private:
  void add_bytes(std::string_view name, std::string_view type, std::span<const std::byte> bytes,
                 std::size_t count, std::size_t columns);

  Json head_, arrays_ = Json::object();
  std::string body_;
};

}  // namespace cairn
