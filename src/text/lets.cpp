// Reads the names defined under `let`: values for expressions, each from those above it.
#include <fmt/core.h>

#include <cctype>

#include "text/expected.h"
#include "text/interpret.h"

namespace cairn {
namespace {

bool uses_word(std::string_view text, std::string_view word) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = text.find(word); i != std::string_view::npos; i = text.find(word, i + 1)) {
    const std::size_t end = i + word.size();
    if ((i == 0 || !in_word(text[i - 1])) && (end == text.size() || !in_word(text[end]))) return true;
  }
  return false;
}

// A hint for a name that is used before it is defined; "unknown" alone would mislead.
std::string order_hint(const Node* key) {
  for (const Node* later = key; later != nullptr; later = later->next->next)
    if (uses_word(key->next->text(), later->text()))
      return fmt::format("; a name may use only names above it, and {} is not", quote(later->text()));
  return {};
}

}  // namespace

Lets read_lets(const Node& map, std::string_view name) {
  const Path path{nullptr, name};
  if (!map.is_map()) fail(path, "expected a map of names and values, got " + found(map), map.mark());
  Lets lets;
  for (const Node* key = map.first; key != nullptr; key = key->next->next) {
    const Path below{&path, key->text()};
    const Node& value = *key->next;
    if (const std::string why = refuse_let_name(key->text()); !why.empty()) fail(below, why, key->mark());
    if (!value.is_scalar() || value.is_nothing())
      fail(below, "expected a value such as '2 mm', got " + found(value), value.mark());
    try {
      lets.emplace(key->text(), evaluate(value.text(), value.text_mark(), lets));
    } catch (const InputError& error) {
      throw InputError(below.text() + ": " + error.message() + order_hint(key), error.place());
    }
  }
  return lets;
}

}  // namespace cairn
