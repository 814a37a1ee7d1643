#include "observe/series.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"

namespace cairn {
namespace {

// A cell as CSV wants it: in quotes if it holds a comma, a quote or a line break.
std::string cell(const std::string& text) {
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
    units += comma + cell(column.unit);
    names += comma + cell(column.name);
  }
  return units + '\n' + names + '\n';
}

}  // namespace

Series::Series(std::string path, std::size_t columns, std::uint64_t offset)
    : path_(std::move(path)), columns_(columns), offset_(offset) {}

Series Series::start(std::string path, const std::vector<Column>& columns) {
  const std::string text = header(columns);
  write_replacing(path, bytes_of(text));
  return {std::move(path), columns.size(), text.size()};
}

Series Series::resume(std::string path, const std::vector<Column>& columns, std::uint64_t offset) {
  const std::string text = read_text(path), expected = header(columns);
  if (text.size() < offset || offset < expected.size()) {
    throw RunError(fmt::format("cannot go on with {}: it has {} bytes, the checkpoint knows of {}", path,
                               text.size(), offset));
  }
  if (!text.starts_with(expected)) {
    throw RunError(fmt::format("cannot go on with {}: its columns are not those of the scene", path));
  }
  truncate_file(path, offset);
  return {std::move(path), columns.size(), offset};
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
}

void Series::sync() const { sync_file(path_); }

}  // namespace cairn
