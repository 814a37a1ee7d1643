// Tables in text files: a header line that names the columns, then numbers and words separated by commas.
// Spaces around a field, empty lines and lines that begin with # are ignored. Quotes are rejected, and so is
// a row whose number of fields differs from the header's. Numbers are SI and finite. Limits: 1 GiB, 1e7 rows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/dimension.h"

namespace cairn {

// Reads row by row. Every error is an InputError at file:line:column.
class CsvReader {
 public:
  CsvReader(std::string text, std::string name);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;
  static CsvReader open(const std::string& path, std::string name);

  const std::vector<std::string>& columns() const { return columns_; }
  int find(std::string_view column) const;  // -1 if there is none

  bool next();  // goes to the next row; false at the end
  std::size_t rows() const { return rows_; }
  std::string_view text(int column) const { return fields_[static_cast<std::size_t>(column)]; }
  double number(int column, const Dimension& dimension = dim::none) const;  // within its limits

  [[noreturn]] void fail(int column, const std::string& message) const;         // in the current row
  [[noreturn]] void fail_header(int column, const std::string& message) const;  // -1: the whole line

 private:
  bool next_line();
  void split();
  [[noreturn]] void fail_at(int line, const std::string& text, std::size_t at,
                            const std::string& message) const;

  std::string text_, name_;
  std::string_view line_;  // the current line, without its end
  std::size_t next_ = 0;   // offset of the next line
  int number_ = 0;         // of the current line, from 1
  std::size_t rows_ = 0;
  std::string header_;
  int header_number_ = 0;
  std::vector<std::size_t> header_at_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
};

}  // namespace cairn
