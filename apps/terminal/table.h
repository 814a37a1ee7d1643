// Tables of text, for a terminal and as Markdown. The first row are the headings.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cairn {

using TextRow = std::vector<std::string>;
using TextRows = std::vector<TextRow>;

enum class Align { left, right };

// Columns as wide as their widest cell, two spaces apart.
std::string aligned(const TextRows& rows, Align align = Align::left);
std::string markdown(const TextRows& rows, Align align = Align::left);

// A number for people: five digits, no padding; "-" if there is none.
std::string short_number(const std::optional<double>& value);

}  // namespace cairn
