// The folder of a benchmark that writes files.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.h"

namespace cairn {

// The user's folder, or a temporary one that the destructor removes.
class BenchFolder {
 public:
  explicit BenchFolder(const std::string& wanted) : folder_(wanted), is_ours_(wanted.empty()) {
    namespace fs = std::filesystem;
    if (is_ours_) folder_ = fs::temp_directory_path() / fmt::format("cairn-bench-{}", getpid());
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) throw InputError(fmt::format("cannot make the folder {}: {}", folder_, error.message()));
  }
  ~BenchFolder() {
    std::error_code ignored;
    if (is_ours_) std::filesystem::remove_all(folder_, ignored);
  }
  BenchFolder(const BenchFolder&) = delete;
  BenchFolder& operator=(const BenchFolder&) = delete;
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  bool is_ours_;
};

}  // namespace cairn
