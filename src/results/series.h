// series.csv: the values of the measures, one row per output time.
//
//   # units: s,kg,1
//   time,flow.mass,grains.contacts
//   0,0,
//   0.005,0.0012,412
//
// A number has the fewest digits that read back to the same bits. A field is empty where a measure has no
// value at that time. Each row opens the file, appends and closes it. A checkpoint stores offset() and
// checksum(). A resumed run drops the rows that were written after its checkpoint.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace cairn {

struct Column {
  std::string name;
  std::string unit = "1";
};

class Series {
 public:
  // Starts a new file with its two header lines; it replaces an old file.
  static Series start(std::string path, const std::vector<Column>& columns);
  // Continues at `offset`, in a new file that replaces the old one. Throws RunError if the file is shorter or
  // does not begin with these columns.
  static Series resume(std::string path, const std::vector<Column>& columns, std::uint64_t offset);

  // One value per column; NaN leaves the field empty.
  void add_row(std::span<const double> values);
  // Waits until all rows are on the disk; call it before a checkpoint relies on them.
  void sync() const;

  std::uint64_t offset() const { return offset_; }
  std::uint64_t checksum() const { return sum_.value(); }  // of all lines
  // Follows a folder that got another name.
  void move_to(std::string path) { path_ = std::move(path); }

 private:
  Series(std::string path, std::size_t columns, std::string_view text);

  std::string path_;
  std::size_t columns_;
  std::uint64_t offset_;
  Hash sum_;
};

// Hash of a text line by line, line ends included; equal to Series::checksum() for the lines written so far.
Hash hash_of_lines(std::string_view text);

}  // namespace cairn
