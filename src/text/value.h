// The value read for an Option: a typed tree in SI units with defaults filled in, each part with its place in
// the text. A Value points to its Option and to its Document: both must outlive it.
//   const Value& body = scene["bodies"].items()[0];
//   if (body.has("density")) rho = body["density"].number();
//   if (body["shape"].chosen() == "sphere") r = body["shape"]["radius"].number();
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "text/option.h"

namespace cairn {

class Value {
 public:
  struct Item;  // of a map
  using Content = std::variant<std::monostate, double, std::int64_t, bool, std::string, std::array<double, 3>,
                               std::vector<Value>>;

  Value() = default;
  Value(const Option& option, const Mark& mark, Content content = {})
      : option_(&option), mark_(mark), content_(std::move(content)) {}

  // --- Properties
  bool empty() const { return std::holds_alternative<std::monostate>(content_); }  // declared but not given
  explicit operator bool() const { return !empty(); }
  const Option& option() const;
  OptionType type() const { return option().type; }
  const std::string& name() const { return option().name; }
  const Mark& mark() const { return mark_; }
  TextPlace place() const { return mark_.place(); }

  // --- Fields of an object or of the chosen alternative, items of a map. Asserts that an object declares
  // the name; a declared but absent key gives an empty Value.
  bool has(std::string_view field) const { return !(*this)[field].empty(); }
  // For objects that may not declare the field.
  bool declares(std::string_view field) const { return option().child(field) != nullptr; }
  bool gives(std::string_view field) const { return declares(field) && has(field); }
  const Value& operator[](std::string_view field) const;

  // --- Contents; each asserts the type.
  double number() const;  // number, integer, constant function
  std::int64_t integer() const;
  bool flag() const;
  // A text; the expression of t or the table's file of a function; a condition as it is written.
  const std::string& text() const;
  const std::array<double, 3>& vector() const;
  const std::vector<Value>& items() const;  // of a list
  std::vector<Item> map_items() const;      // of a map, in the order written

  // --- Choices
  // The word of a choice (empty: a number was given), the name of the alternative of a variant.
  const std::string& chosen() const;
  const Value& selected() const;  // the chosen alternative of a variant
  // False for a word, an expression or a table.
  bool is_number() const { return std::holds_alternative<double>(content_); }
  bool is_table() const;  // function given as {table: file}

  // --- For the reader that builds the tree
  const Content& content() const { return content_; }
  void move_to(const Mark& mark);  // this and everything below

 private:
  const std::vector<Value>& parts() const;

  const Option* option_ = nullptr;
  Mark mark_;
  Content content_;
};

struct Value::Item {
  const Value& key;  // the name, as a text with its place
  const Value& value;
  const std::string& name() const { return key.text(); }
};

}  // namespace cairn
