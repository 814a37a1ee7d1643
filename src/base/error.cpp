#include "base/error.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/printable.h"

namespace cairn {
namespace {

constexpr std::size_t kIndent = 3;          // spaces before the source line
constexpr std::size_t kBefore = 60;         // characters of a long line shown before the caret
constexpr std::size_t kShown = 100;         // characters of a long line shown in total
constexpr std::size_t kLongestWord = 60;    // characters of a word that quote() shows; longest word compared
constexpr std::size_t kLongestNames = 160;  // characters of the list of names

// True for a byte that is not the first of its character.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

// Size of the line break at i, or 0. The breaks are those of YAML: LF, CR, CR LF, NEL, LS, PS.
std::size_t break_size(std::string_view text, std::size_t i) {
  if (text[i] == '\n') return 1;
  if (text[i] == '\r') return text.substr(i, 2) == "\r\n" ? 2 : 1;
  if (text.substr(i, 2) == "\xC2\x85") return 2;
  const std::string_view three = text.substr(i, 3);
  return three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9" ? 3 : 0;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  std::size_t begin = 0;
  std::uint32_t count = 1;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = break_size(text, i);
    if (size > 0 && count == line) return text.substr(begin, i - begin);
    i += size > 0 ? size : 1;
    if (size > 0) begin = i;
    if (size > 0) ++count;
  }
  return count == line ? text.substr(begin) : std::string_view();
}

// The source line with a caret below it. A long line is cut to the part around the caret.
std::string excerpt(const TextPlace& place) {
  if (place.text.empty() || place.column < 1) return {};
  std::vector<std::size_t> starts;  // start of each character
  for (std::size_t i = 0; i < place.text.size(); ++i)
    if (!continues(place.text[i])) starts.push_back(i);
  const std::size_t n = starts.size();
  const std::size_t caret = std::min(static_cast<std::size_t>(place.column) - 1, n);
  const std::size_t first = n <= kShown || caret <= kBefore ? 0 : caret - kBefore;
  const std::size_t last = std::min(n, first + kShown);
  starts.push_back(place.text.size());

  const std::string_view head = first > 0 ? "..." : "", tail = last < n ? "..." : "";
  const std::string shown = place.text.substr(starts[first], starts[last] - starts[first]);
  const std::size_t shift = kIndent + head.size() + caret - first;
  return fmt::format("\n{:{}}{}{}{}\n{:{}}^", "", kIndent, head, shown, tail, "", shift);
}

std::string render(const std::string& message, const TextPlace& place) {
  std::string where = place.file;
  if (place.line > 0) where += fmt::format(":{}:{}", place.line, place.column);
  if (!where.empty()) where += ": ";
  // No character of a user's file may control the terminal.
  return printable(where + "error: " + message + excerpt(place));
}

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// The number of insertions, deletions, substitutions and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// The number of slips between two lower-case words. If one begins the other, with three letters or more, that
// counts as one slip.
std::size_t slips(const std::string& wanted, const std::string& candidate) {
  const std::size_t distance = edit_distance(wanted, candidate);
  const bool begins = candidate.starts_with(wanted) || wanted.starts_with(candidate);
  const bool is_long = std::min(wanted.size(), candidate.size()) >= 3;
  return begins && is_long ? std::min<std::size_t>(distance, 1) : distance;
}

// Puts the names nearest to the word first if the list is too long to be shown whole.
std::vector<std::string> shown_first(std::string_view word, std::vector<std::string> names) {
  std::size_t size = 0;
  for (const std::string& name : names) size += name.size() + 2;
  if (size <= kLongestNames || word.empty() || word.size() > kLongestWord) return names;
  const std::string wanted = lower(word);
  std::ranges::stable_sort(names, {}, [&](const std::string& name) {
    return name.size() > 2 * kLongestWord ? name.size() : slips(wanted, lower(name));
  });
  return names;
}

}  // namespace

TextPlace Mark::place() const {
  if (document == nullptr) return {};
  const int shown_line = document->is_argument ? 0 : static_cast<int>(line);
  return {document->name, shown_line, static_cast<int>(column), std::string(line_of(document->text, line))};
}

InputError::InputError(const std::string& message, TextPlace place)
    : std::runtime_error(render(message, place)), message_(message), place_(std::move(place)) {}

std::string shortened(std::string_view word) {
  if (word.size() <= kLongestWord) return std::string(word);
  std::size_t end = kLongestWord - 3;
  while (end > 0 && continues(word[end])) --end;
  return std::string(word.substr(0, end)) + "...";
}

std::string quote(std::string_view word) { return fmt::format("'{}'", shortened(word)); }

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::string wanted = lower(word);
  std::string best;
  // Allowed slips: none in a word of one letter, one in a short word, a third of the letters in a long one.
  std::size_t best_distance = wanted.size() == 1 ? 1 : std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const std::string& name : names) {
    if (name.size() > 2 * kLongestWord) continue;
    const std::size_t distance = slips(wanted, lower(name));
    if (distance >= best_distance) continue;
    best = name;
    best_distance = distance;
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  std::string result;
  if (const std::string near = nearest(word, names); !near.empty())
    result = fmt::format("; did you mean '{}'?", near);
  if (names.empty()) return result;
  result += result.empty() ? "; known: " : " Known: ";
  std::size_t used = 0;
  for (const std::string& name : shown_first(word, names)) {
    const char* comma = used > 0 ? ", " : "";
    used += name.size() + 2;
    if (used > kLongestNames) return result + comma + "...";
    result += comma + name;
  }
  return result;
}

}  // namespace cairn
