// JSON text for summary.json and --json. Objects keep the order in which their members were set. Numbers are
// the shortest that read back to the same bits. NaN and infinities, which JSON lacks, become null. Each byte
// that is not UTF-8 becomes U+FFFD.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cairn {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  Json(std::same_as<bool> auto value) : value_(value) {}
  Json(std::floating_point auto value) : value_(static_cast<double>(value)) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T value) {
    if constexpr (std::signed_integral<T>) {
      value_ = static_cast<std::int64_t>(value);
    } else {
      value_ = static_cast<std::uint64_t>(value);
    }
  }
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const std::string& text) : value_(text) {}
  Json(const char* text) : value_(std::string(text)) {}
  template <class T>
  Json(const std::vector<T>& values) : value_(Array(values.begin(), values.end())) {}

  static Json array() { return Json(Array{}); }
  static Json object() { return Json(Object{}); }
  static Json object(Object members) { return Json(std::move(members)); }

  // Sets a member of an object (null becomes an object). An existing member of that name keeps its position.
  Json& set(std::string_view name, Json value);
  // Adds to an array (null becomes an array).
  Json& add(Json value);

  // Indented by two; a list of plain values is on one line if it fits. Ends with a newline.
  std::string text() const;
  // Everything on one line, without a newline.
  std::string line() const;

 private:
  explicit Json(Object members) : value_(std::move(members)) {}
  explicit Json(Array values) : value_(std::move(values)) {}
  friend class JsonText;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_ =
      nullptr;
};

}  // namespace cairn
