// series.csv: what the measures said, one row per output time.
//
//   # units: s,kg,1
//   time,flow.mass,grains.contacts
//   0,0,
//   0.005,0.0012,412
//
// Numbers are the shortest that read back to the same bits; a cell is empty where a measure has no value at
// that time. The file is opened, appended and closed per row. A checkpoint stores offset() and checksum(); a
// resumed run leaves out the rows that were written after it and goes on.
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
  // Begins a new file with its two header lines; an old file is replaced.
  static Series start(std::string path, const std::vector<Column>& columns);
  // Goes on at `offset`, in a new file that takes the place of the old one. A file that is shorter, or does
  // not begin with these columns: RunError.
  static Series resume(std::string path, const std::vector<Column>& columns, std::uint64_t offset);

  // One value per column; NaN leaves the cell empty.
  void add_row(std::span<const double> values);
  // Waits until all rows are on the disk: before a checkpoint relies on them.
  void sync() const;

  std::uint64_t offset() const { return offset_; }
  std::uint64_t checksum() const { return sum_.value(); }  // of all lines
  // The folder has got another name.
  void move_to(std::string path) { path_ = std::move(path); }

 private:
  Series(std::string path, std::size_t columns, std::string_view text);

  std::string path_;
  std::size_t columns_;
  std::uint64_t offset_;
  Hash sum_;
};

// Hash of a text line by line, line ends included: of the lines written so far it is Series::checksum().
Hash hash_of_lines(std::string_view text);

}  // namespace cairn
