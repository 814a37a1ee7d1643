#include "view/on_disk.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/hash.h"

namespace cairn {
namespace {

// Closes a file at the end of its scope.
class OpenFile {
 public:
  OpenFile(const std::string& path, int flags)
      : number_(::open(path.c_str(), flags | O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (number_ >= 0) ::close(number_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::optional<std::uint64_t> file_mark(const std::string& path) {
  struct stat found = {};
  if (::lstat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  Hash hash;
  for (const auto part :
       {static_cast<std::uint64_t>(found.st_ino), static_cast<std::uint64_t>(found.st_size),
        static_cast<std::uint64_t>(found.st_mtim.tv_sec), static_cast<std::uint64_t>(found.st_mtim.tv_nsec)})
    hash.add(part);
  return hash.value();
}

bool is_being_written(const std::string& folder) {
  const OpenFile file(folder, O_DIRECTORY);
  // A writer holds the lock exclusively, so that it cannot be shared. Closing the file gives it back at once.
  return file.number() >= 0 && ::flock(file.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

std::uint64_t LineCount::lines() {
  const OpenFile file(path_, O_NOFOLLOW | O_NONBLOCK);
  struct stat found = {};
  if (file.number() < 0 || ::fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode)) return 0;
  // A file that was replaced or cut is counted from its beginning.
  const bool is_same = found.st_ino == inode_ && static_cast<std::uint64_t>(found.st_size) >= bytes_;
  if (!is_same) bytes_ = lines_ = 0;
  inode_ = found.st_ino;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t count = ::pread(file.number(), buffer.data(), buffer.size(), static_cast<off_t>(bytes_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return lines_;
    bytes_ += static_cast<std::uint64_t>(count);
    lines_ += static_cast<std::uint64_t>(std::count(buffer.data(), buffer.data() + count, '\n'));
  }
}

}  // namespace cairn
