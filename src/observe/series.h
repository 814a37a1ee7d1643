// series.csv: what the measures said, one row per output time.
//
//   # units: s,kg,1
//   time,flow.mass,grains.contacts
//   0,0,
//   0.005,0.0012,412
//
// Numbers are the shortest that read back to the same bits; a cell is empty where a measure has no value at
// that time. The file is opened, appended and closed per row. A checkpoint stores offset(); a resumed run
// cuts off what was written after it and goes on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn {

struct Column {
  std::string name;
  std::string unit = "1";
};

class Series {
 public:
  // Begins a new file with its two header lines; an old file is replaced.
  static Series start(std::string path, const std::vector<Column>& columns);
  // Goes on at `offset`. A file that is shorter, or does not begin with these columns: RunError.
  static Series resume(std::string path, const std::vector<Column>& columns, std::uint64_t offset);

  // One value per column; NaN leaves the cell empty.
  void add_row(std::span<const double> values);
  // Waits until all rows are on the disk: before a checkpoint relies on them.
  void sync() const;

  std::uint64_t offset() const { return offset_; }

 private:
  Series(std::string path, std::size_t columns, std::uint64_t offset);

  std::string path_;
  std::size_t columns_;
  std::uint64_t offset_;
};

}  // namespace cairn
