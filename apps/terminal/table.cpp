#include "terminal/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cairn {
namespace {

// Number of columns in a terminal: UTF-8 characters, not bytes.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string markdown_field(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, "\\");
  return text;
}

}  // namespace

std::string aligned(const TextRows& rows, Align align) {
  std::vector<std::size_t> widths;
  for (const TextRow& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], shown_width(row[k]));
  }
  std::string text;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string room(widths[k] + 2 - shown_width(row[k]), ' ');
      line += align == Align::left ? row[k] + room : room + row[k];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string markdown(const TextRows& rows, Align align) {
  std::string text;
  for (const TextRow& row : rows) {
    text += "|";
    for (const std::string& field : row) text += " " + markdown_field(field) + " |";
    text += "\n";
    if (&row != &rows.front()) continue;
    for (std::size_t k = 0; k < row.size(); ++k) text += align == Align::left ? "|---" : "|---:";
    text += "|\n";
  }
  return text;
}

std::string short_number(const std::optional<double>& value) {
  if (!value) return "-";
  const double size = std::abs(*value);
  if (size != 0 && (size < 1e-3 || size >= 1e6)) return fmt::format("{:.3e}", *value);
  return fmt::format("{:.5g}", *value + 0.0);  // + 0.0 turns -0 into 0
}

}  // namespace cairn
