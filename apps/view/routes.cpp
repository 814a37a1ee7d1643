#include "view/routes.h"

#include <array>
#include <charconv>

namespace cairn {
namespace {

// '#' stands for a number.
struct Pattern {
  Route route;
  std::string_view path;
};
constexpr std::array kPatterns = {
    Pattern{Route::page, "/"},
    Pattern{Route::runs, "/api/runs"},
    Pattern{Route::run, "/api/run/#"},
    Pattern{Route::bodies, "/api/run/#/bodies"},
    Pattern{Route::frame, "/api/run/#/frame/#"},
    Pattern{Route::contacts, "/api/run/#/contacts/#"},
    Pattern{Route::series, "/api/run/#/series"},
    Pattern{Route::summary, "/api/run/#/summary"},
    Pattern{Route::picture, "/api/run/#/picture/#.png"},
    Pattern{Route::live, "/api/live"},
};
constexpr std::size_t kMostDigits = 9;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes a number without leading zeros from the front of the text; nothing if there is none.
std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits == 0 || digits > kMostDigits || (digits > 1 && text[0] == '0')) return std::nullopt;
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + digits, number);
  text.remove_prefix(digits);
  return number;
}

std::optional<Question> match(const Pattern& pattern, std::string_view path) {
  Question question{pattern.route};
  std::array<std::size_t*, 2> places{&question.run, &question.number};
  auto place = places.begin();
  for (const char c : pattern.path) {
    if (c == '#') {
      const std::optional<std::size_t> number = take_number(path);
      if (!number) return std::nullopt;
      **place++ = *number;
    } else {
      if (path.empty() || path.front() != c) return std::nullopt;
      path.remove_prefix(1);
    }
  }
  return path.empty() ? std::optional(question) : std::nullopt;
}

}  // namespace

std::optional<Question> question_of(std::string_view path) {
  for (const Pattern& pattern : kPatterns)
    if (const std::optional<Question> question = match(pattern, path)) return question;
  return std::nullopt;
}

std::string path_of(const Question& question) {
  std::string path;
  bool is_first = true;
  for (const Pattern& pattern : kPatterns) {
    if (pattern.route != question.route) continue;
    for (const char c : pattern.path.substr(1)) {
      if (c == '#') {
        path += std::to_string(is_first ? question.run : question.number);
        is_first = false;
      } else {
        path += c;
      }
    }
  }
  return path;
}

}  // namespace cairn
