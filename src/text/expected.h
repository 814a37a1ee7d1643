// Words for messages and the reference page: the expected value of a key, an example of it, and the value
// that was found instead.
#pragma once

#include <string>

#include "text/node.h"
#include "text/option.h"

namespace cairn {

std::string expected(const Option& option);  // "a length such as '2 mm'", "true or false", "one of x, y, z"
std::string item(const Option& option);      // "radius: 2 mm", "law: hooke, stiffness: 500 N/m"
std::string example(const Option& option);   // "2 mm", "[2 mm, 2 mm, 2 mm]", "{sphere: ...}"
std::string bounds(const Option& option);    // "> 0", ">= 0 and <= 1", empty if there are none
std::string found(const Node& node);         // "'3 s'", "a list of 2", "nothing"
std::string column_text(const ColumnRow& row);  // "x, y, z [N]: force on the body"
std::string with_article(const std::string&);   // "a length", "an angle"
// The cure for a text that ends within parentheses, because YAML takes a comma in braces or brackets for its
// own; empty for others.
std::string comma_cure(std::string_view text);

// The place of a value: materials.glass.friction, bodies[3].shape. It lives on the stack while reading.
struct Path {
  const Path* above = nullptr;
  std::string_view name;
  int index = -1;

  std::string text() const;
};
// Throw an InputError that begins with the path; fail_type says "expected ..., got ...".
[[noreturn]] void fail(const Path& path, const std::string& message, const Mark& mark);
[[noreturn]] void fail_type(const Path& path, const Option& option, const Node& node);

}  // namespace cairn
