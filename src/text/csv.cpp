#include "text/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/file.h"
#include "text/limits.h"

namespace cairn {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;
constexpr std::size_t kMostRows = 10'000'000;

std::string_view trimmed(std::string_view field) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!field.empty() && is_space(field.front())) field.remove_prefix(1);
  while (!field.empty() && is_space(field.back())) field.remove_suffix(1);
  return field;
}

// Column, in characters, of a byte offset: bytes that do not continue a character count.
int column_of(std::string_view line, std::size_t at) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return 1 + static_cast<int>(std::ranges::count_if(line.substr(0, at), begins));
}

}  // namespace

CsvReader::CsvReader(std::string text, std::string name) : text_(std::move(text)), name_(std::move(name)) {
  if (text_.starts_with("\xEF\xBB\xBF")) next_ = 3;
  if (!next_line())
    throw InputError("the file is empty; expected a line that names the columns", {name_, 1, 1, ""});
  split();
  header_ = line_;
  header_number_ = number_;
  for (const std::string_view field : fields_) {
    header_at_.push_back(static_cast<std::size_t>(field.data() - line_.data()));
    columns_.emplace_back(field);
  }
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].empty()) fail_header(static_cast<int>(k), "a column without a name");
    if (find(columns_[k]) != static_cast<int>(k))
      fail_header(static_cast<int>(k), "the column " + quote(columns_[k]) + " is there twice");
  }
}

CsvReader CsvReader::open(const std::string& path, std::string name) {
  if (file_size(path) > kLargestFile)
    throw InputError("the file is larger than 1 GiB", TextPlace{std::move(name), 0, 0, ""});
  return {read_text(path), std::move(name)};
}

int CsvReader::find(std::string_view column) const {
  const auto found = std::ranges::find(columns_, column);
  return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
}

// Goes to the next line that is neither empty nor a comment.
bool CsvReader::next_line() {
  while (next_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', next_), text_.size());
    line_ = std::string_view(text_).substr(next_, end - next_);
    next_ = end + 1;
    ++number_;
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    const std::string_view content = trimmed(line_);
    if (!content.empty() && content.front() != '#') return true;
  }
  return false;
}

void CsvReader::split() {
  fields_.clear();
  for (std::size_t begin = 0; begin <= line_.size();) {
    const std::size_t end = std::min(line_.find(',', begin), line_.size());
    std::string_view field = line_.substr(begin, end - begin);
    if (const std::size_t quotes = field.find('"'); quotes != std::string_view::npos)
      fail_at(number_, std::string(line_), begin + quotes, "quotes are not allowed");
    field = trimmed(field);
    fields_.push_back(field.empty() ? line_.substr(begin, 0) : field);
    begin = end + 1;
  }
}

bool CsvReader::next() {
  if (!next_line()) return false;
  split();
  if (fields_.size() != columns_.size())
    fail_at(number_, std::string(line_), 0,
            fmt::format("expected {} fields, one for each of {}, got {}", columns_.size(),
                        fmt::join(columns_, ", "), fields_.size()));
  if (++rows_ > kMostRows) fail_at(number_, std::string(line_), 0, "more rows than the limit of 10 million");
  return true;
}

double CsvReader::number(int column, const Dimension& dimension) const {
  std::string_view field = text(column);
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  const bool whole = !field.empty() && end == field.data() + field.size();
  const bool tiny =
      whole && error == std::errc::result_out_of_range && field.find("e-") != std::string_view::npos;
  if (tiny) return 0;
  if (!whole || error != std::errc() || !std::isfinite(value))
    fail(column,
         fmt::format("{}: expected a number in SI units, got {}", columns_[static_cast<std::size_t>(column)],
                     text(column).empty() ? "nothing" : quote(text(column))));
  if (const std::string bound = refuse_large(value, dimension); !bound.empty())
    fail(column, fmt::format("{}: must be {}, got {}", columns_[static_cast<std::size_t>(column)], bound,
                             quote(text(column))));
  return value;
}

void CsvReader::fail(int column, const std::string& message) const {
  const std::size_t at = static_cast<std::size_t>(text(column).data() - line_.data());
  fail_at(number_, std::string(line_), at, message);
}

void CsvReader::fail_header(int column, const std::string& message) const {
  fail_at(header_number_, header_, column < 0 ? 0 : header_at_[static_cast<std::size_t>(column)], message);
}

void CsvReader::fail_at(int line, const std::string& text, std::size_t at, const std::string& message) const {
  throw InputError(message, TextPlace{name_, line, column_of(text, at), text});
}

}  // namespace cairn
