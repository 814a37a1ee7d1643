// Tables of text, for a terminal and as Markdown. The first row holds the headings.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cairn {

using TextRow = std::vector<std::string>;
using TextRows = std::vector<TextRow>;

enum class Align { left, right };

// Each column is as wide as its widest field, with two spaces between columns.
std::string aligned(const TextRows& rows, Align align = Align::left);
std::string markdown(const TextRows& rows, Align align = Align::left);

// A number for people: five digits, no padding; "-" if there is no value.
std::string short_number(const std::optional<double>& value);

}  // namespace cairn
