// A file of named arrays with checksums, the format of checkpoints.
//
//   file    = header, record ..., end record
//   header  = "cairnrec", u32 format version, u32 length and text of the layout of its records
//   record  = u32 length of the name, u32 bytes per element, u64 elements, name, data,
//             u64 checksum of this record
//   end     = a record named "end"; its one element is the checksum of every byte before it
//
// All numbers are little-endian and follow each other without gaps. Checksums are those of base/hash.h: they
// always notice a change within a single word, and miss other damage with probability 2^-64.
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/file.h"

namespace cairn {

static_assert(std::endian::native == std::endian::little, "records are written as they lie in memory");

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

// Types that can be elements: copied byte by byte, without pointers.
template <class T>
concept Element =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_convertible_v<T, std::string_view>;

// Arrays, numbers and texts by name, for writing and reading. Names are unique.
class Record {
 public:
  template <Element T>
  void put(std::string_view name, std::span<const T> values) {
    std::byte* to = make(name, sizeof(T), values.size());
    for (const T& value : values) {
      T copy = value;
      clear_padding(copy);
      std::memcpy(to, &copy, sizeof(T));
      to += sizeof(T);
    }
  }
  template <Element T>
  void put(std::string_view name, const std::vector<T>& values) {
    put(name, std::span<const T>(values));
  }
  template <Element T>
  void put(std::string_view name, const T& value) {
    put(name, std::span<const T>(&value, 1));
  }
  void put(std::string_view name, std::string_view text);
  void put(std::string_view name, const std::vector<std::string>& texts);

  // T is the type that was put: a number or struct, std::string, or a std::vector of them. Throws RunError if
  // the name is missing, or the size or number of elements differs.
  template <class T>
  T get(std::string_view name) const {
    if constexpr (std::is_same_v<T, std::string>) {
      return text(name);
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
      return texts(name);
    } else if constexpr (is_vector<T>) {
      return elements<typename T::value_type>(name);
    } else {
      return element<T>(name);
    }
  }
  bool has(std::string_view name) const { return find(name) != nullptr; }

  // Takes items out, as far as they are there, into a record of their own.
  Record take(std::span<const std::string> names);
  // Adds the elements of each item behind those of the same name here. Throws RunError if their sizes differ.
  void append(const Record& more);
  // The same items, each without elements.
  Record without_elements() const;

  // The bytes of the whole file. `layout` identifies the meaning of its records.
  Bytes encode(std::string_view layout) const;

 private:
  friend struct Decoder;
  struct Item {
    std::string name;
    std::size_t size = 0, count = 0;
    Bytes data;
  };

  // Padding bytes between members have no value. Zeros there make equal states equal files.
  template <class T>
  static void clear_padding([[maybe_unused]] T& value) {
#if defined(__GNUC__) && !defined(__clang__)
    __builtin_clear_padding(&value);
#endif
  }
  template <Element T>
  std::vector<T> elements(std::string_view name) const {
    const Item& item = need(name, sizeof(T));
    std::vector<T> values(item.count);
    if (item.count > 0) std::memcpy(static_cast<void*>(values.data()), item.data.data(), item.data.size());
    return values;
  }
  template <Element T>
  T element(std::string_view name) const {
    const Item& item = need_one(name, sizeof(T));
    T value{};
    std::memcpy(static_cast<void*>(&value), item.data.data(), sizeof(T));
    return value;
  }
  std::string text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;

  std::byte* make(std::string_view name, std::size_t size, std::size_t count);
  const Item* find(std::string_view name) const;
  const Item& need(std::string_view name, std::size_t size) const;
  const Item& need_one(std::string_view name, std::size_t size) const;

  std::vector<Item> items_;
};

enum class Refusal { none, not_a_record, format_version, layout, truncated, damaged };

struct [[nodiscard]] Decoded {
  Record record;  // empty unless refusal is none
  Refusal refusal = Refusal::none;
  std::string reason;
};

// Checks every byte before it returns anything. A record with another layout is rejected, since its numbers
// may mean something else.
Decoded decode_record(std::span<const std::byte> bytes, std::string_view layout);

}  // namespace cairn
