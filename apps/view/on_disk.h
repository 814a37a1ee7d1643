// Quick looks at a folder that another process may be writing to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cairn {

// A number that changes whenever the file is replaced or written to; none if there is no such file.
std::optional<std::uint64_t> file_mark(const std::string& path);

// True if a process writes to the folder (run/folder.h).
bool is_being_written(const std::string& folder);

// Counts the lines of a growing text file and reads only what is new.
class LineCount {
 public:
  explicit LineCount(std::string path) : path_(std::move(path)) {}
  std::uint64_t lines();  // complete lines; 0 if there is no file

 private:
  std::string path_;
  std::uint64_t bytes_ = 0, lines_ = 0, inode_ = 0;
};

}  // namespace cairn
