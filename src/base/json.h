// JSON text for summary.json and --json: objects keep the order in which their members were set, numbers are
// the shortest that read back to the same bits, NaN and infinities (which JSON lacks) become null, texts that
// are not UTF-8 get U+FFFD in place of each bad byte.
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

  // Sets a member of an object (a null becomes one); an old member of that name is replaced where it stands.
  Json& set(std::string_view name, Json value);
  // Adds to an array (a null becomes one).
  Json& add(Json value);

  // Indented by two; lists of plain values stand on one line if they fit. Ends with a newline.
  std::string text() const;
  // All on one line, without a newline.
  std::string line() const;

 private:
  explicit Json(Object members) : value_(std::move(members)) {}
  explicit Json(Array values) : value_(std::move(values)) {}
  friend class JsonText;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_ =
      nullptr;
};

}  // namespace cairn
