#include "results/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"

namespace cairn {
namespace {

// A CSV field: quoted if it holds a comma, a quote or a line break.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

std::string header(const std::vector<Column>& columns) {
  std::string units = "# units: ", names;
  for (const Column& column : columns) {
    const char* comma = &column == columns.data() ? "" : ",";
    units += comma + field(column.unit);
    names += comma + field(column.name);
  }
  return units + '\n' + names + '\n';
}

}  // namespace

Hash hash_of_lines(std::string_view text) {
  Hash sum;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    sum.add(bytes_of(text.substr(0, length)));
    text.remove_prefix(length);
  }
  return sum;
}

Series::Series(std::string path, std::size_t columns, std::string_view text)
    : path_(std::move(path)), columns_(columns), offset_(text.size()), sum_(hash_of_lines(text)) {}

Series Series::start(std::string path, const std::vector<Column>& columns) {
  const std::string text = header(columns);
  write_replacing(path, bytes_of(text));
  return {std::move(path), columns.size(), text};
}

Series Series::resume(std::string path, const std::vector<Column>& columns, std::uint64_t offset) {
  const Bytes bytes = read_own_file(path);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string expected = header(columns);
  if (text.size() < offset || offset < expected.size()) {
    throw RunError(fmt::format("cannot go on with {}: it has {} bytes, the checkpoint knows of {}", path,
                               text.size(), offset));
  }
  if (!text.starts_with(expected)) {
    throw RunError(fmt::format("cannot go on with {}: its columns are not those of the scene", path));
  }
  const std::string_view kept = text.substr(0, offset);
  write_replacing(path, bytes_of(kept));
  return {std::move(path), columns.size(), kept};
}

void Series::add_row(std::span<const double> values) {
  CAIRN_ASSERT(values.size() == columns_);
  std::string row;
  for (const double& value : values) {
    if (&value != values.data()) row += ',';
    if (!std::isnan(value)) fmt::format_to(std::back_inserter(row), "{}", value);
  }
  row += '\n';
  append(path_, bytes_of(row));
  offset_ += row.size();
  sum_.add(bytes_of(row));
}

void Series::sync() const { sync_file(path_); }

}  // namespace cairn
