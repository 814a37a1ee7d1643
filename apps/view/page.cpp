#include "view/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/error.h"

namespace cairn {
namespace {

bool starts_with_word(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

// Position of a word in any case, from `begin` on; the end of the text if it is not there.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t begin) {
  for (std::size_t at = begin; at < text.size(); ++at)
    if (starts_with_word(text.substr(at), word)) return at;
  return text.size();
}

struct Element {
  std::string_view start, end;
};
constexpr std::array kElements = {Element{"<script", "</script"}, Element{"<style", "</style"}};
constexpr std::string_view kComment = "<!--", kCommentEnd = "-->";

}  // namespace

void require_built_in_page() {
  if (built_in_page().empty())
    throw InputError(
        "this cairn was built without the browser's page: it needs the commands node and npm, which "
        "'tools/install "
        "build' installs, and a network for their packages; then build again");
}

std::string with_nonce(std::string_view page, std::string_view nonce) {
  std::string text;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t next = std::min(page.find('<', at), page.size());
    text += page.substr(at, next - at);
    at = next;
    if (at == page.size()) break;
    const std::string_view rest = page.substr(at);
    const auto element = std::ranges::find_if(
        kElements, [&](const Element& one) { return starts_with_word(rest, one.start); });
    std::size_t end = at + 1;
    if (rest.starts_with(kComment)) {
      end = std::min(page.find(kCommentEnd, at), page.size());
    } else if (element != kElements.end()) {
      text += fmt::format("{} nonce=\"{}\"", page.substr(at, element->start.size()), nonce);
      at += element->start.size();
      end = find_word(page, element->end, at);
      // The end tag has no '<' but its own.
      text += page.substr(at, end - at);
      at = end;
      end = std::min(at + element->end.size(), page.size());
    }
    text += page.substr(at, end - at);
    at = end;
  }
  return text;
}

std::string page_policy(std::string_view nonce) {
  return fmt::format(
      "default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; img-src 'self' data: blob:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      nonce);
}

}  // namespace cairn
