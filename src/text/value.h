// What was read for an Option: a typed tree in SI units, defaults filled in, each with its place in the text.
// A Value points to its Option and to the Document it was read from: both must outlive it.
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
  struct Entry;  // of a map
  using Content = std::variant<std::monostate, double, std::int64_t, bool, std::string, std::array<double, 3>,
                               std::vector<Value>>;

  Value() = default;
  Value(const Option& option, const Mark& mark, Content content = {})
      : option_(&option), mark_(mark), content_(std::move(content)) {}

  // --- What it is
  bool empty() const { return std::holds_alternative<std::monostate>(content_); }  // declared but not given
  explicit operator bool() const { return !empty(); }
  const Option& option() const;
  OptionType type() const { return option().type; }
  const std::string& name() const { return option().name; }
  bool is_default() const { return is_default_; }  // filled in from the declaration, not written by the user
  const Mark& mark() const { return mark_; }
  TextPlace place() const { return mark_.place(); }

  // --- Fields of an object or of the chosen alternative, entries of a map. Asking an object for a name that
  // is not declared is a bug (assert); a declared but absent key gives an empty Value.
  bool has(std::string_view field) const { return !(*this)[field].empty(); }
  // The same where not every object declares the field.
  bool declares(std::string_view field) const { return option().child(field) != nullptr; }
  bool gives(std::string_view field) const { return declares(field) && has(field); }
  const Value& operator[](std::string_view field) const;

  // --- Contents; each asserts the type.
  double number() const;  // number, integer, constant function, right side of a condition
  std::int64_t integer() const;
  bool flag() const;
  const std::string& text()
      const;  // text; expression of t or file of a table (function); "<" or ">" (condition)
  const std::array<double, 3>& vector() const;
  const std::vector<Value>& items() const;  // of a list
  std::vector<Entry> entries() const;       // of a map, in the order written

  // --- Choices
  const std::string& chosen() const;  // word of a choice (empty: a number was given), name of the alternative
                                      // of a variant, left side of a condition
  const Value& selected() const;      // the chosen alternative of a variant
  bool is_number() const {
    return std::holds_alternative<double>(content_);
  }                       // not a word, expression or table
  bool is_table() const;  // function given as {table: file}

  // --- For the reader that builds the tree
  const Content& content() const { return content_; }
  void mark_default(const Mark& mark);              // this and everything below
  void mark_default_word() { is_default_ = true; }  // only which alternative it is

 private:
  const std::vector<Value>& parts() const;

  const Option* option_ = nullptr;
  Mark mark_;
  bool is_default_ = false;
  Content content_;
};

struct Value::Entry {
  const Value& key;  // the name, as a text with its place
  const Value& value;
  const std::string& name() const { return key.text(); }
};

}  // namespace cairn
