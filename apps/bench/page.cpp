#include "bench/page.h"

#include <fmt/format.h>

#include <sstream>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::string_view kBegin = "<!-- cairn bench ", kClose = " -->", kEnd = "<!-- end -->";

bool begins_part(const std::string& line) { return line.starts_with(kBegin) && line.ends_with(kClose); }

}  // namespace

std::vector<PagePart> parts_of_page(const std::string& page, const std::string& name) {
  std::vector<PagePart> parts;
  std::istringstream lines(page);
  std::size_t number = 0, open = 0;
  const auto fail = [&](std::size_t line) {
    throw InputError(
        fmt::format("{}:{}: the part that begins here has no line '{}' behind it", name, line, kEnd));
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (begins_part(line)) {
      if (open != 0) fail(open);
      open = number;
      const std::size_t size = line.size() - kBegin.size() - kClose.size();
      parts.push_back({number, line.substr(kBegin.size(), size)});
    }
    if (line == kEnd) open = 0;
  }
  if (open != 0) fail(open);
  if (parts.empty())
    throw InputError(
        fmt::format("{} has no line such as '{}drum{}'; docs/benchmarks.md shows how a page looks", name,
                    kBegin, kClose));
  return parts;
}

std::string with_outputs(const std::string& page, const std::vector<std::string>& outputs) {
  std::string text;
  std::istringstream lines(page);
  std::size_t next = 0;
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == kEnd) is_inside = false;
    if (!is_inside) text += line + "\n";
    if (!begins_part(line)) continue;
    const std::string command = line.substr(5, line.size() - 5 - kClose.size());
    text += fmt::format("\n    {}\n\n{}\n", command, outputs.at(next++));
    is_inside = true;
  }
  return text;
}

}  // namespace cairn
