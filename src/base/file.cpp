#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

constexpr mode_t kMode = 0666;  // less what the user's umask takes

[[noreturn]] void fail(const char* action, const std::string& path, int error) {
  throw RunError(fmt::format("cannot {} {}: {}", action, path, std::strerror(error)));
}

// Both go on after interruptions and short counts.
template <class Call>
std::size_t read_all(const std::string& path, std::span<std::byte> bytes, Call&& call) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = call(bytes.subspan(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

template <class Call>
void write_all(const std::string& path, std::span<const std::byte> bytes, Call&& call) {
  while (!bytes.empty()) {
    const ssize_t count = call(bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write", path, errno);
    if (count == 0) fail("write", path, ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

// Removes a file unless told to keep it: half-written temporary files do not stay behind.
class Leftover {
 public:
  Leftover(const FileCalls& calls, const std::string& path) : calls_(calls), path_(path) {}
  ~Leftover() {
    if (!kept_) calls_.unlink(path_.c_str());
  }
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;
  void keep() { kept_ = true; }

 private:
  const FileCalls& calls_;
  const std::string& path_;
  bool kept_ = false;
};

constexpr int kWriteNew = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

int FileCalls::open(const char* path, int flags, mode_t mode) const { return ::open(path, flags, mode); }
ssize_t FileCalls::write(int file, const void* bytes, std::size_t size) const {
  return ::write(file, bytes, size);
}
ssize_t FileCalls::read(int file, void* bytes, std::size_t size) const { return ::read(file, bytes, size); }
ssize_t FileCalls::pread(int file, void* bytes, std::size_t size, off_t offset) const {
  return ::pread(file, bytes, size, offset);
}
ssize_t FileCalls::pwrite(int file, const void* bytes, std::size_t size, off_t offset) const {
  return ::pwrite(file, bytes, size, offset);
}
int FileCalls::fsync(int file) const { return ::fsync(file); }
int FileCalls::ftruncate(int file, off_t size) const { return ::ftruncate(file, size); }
int FileCalls::close(int file) const { return ::close(file); }
int FileCalls::rename(const char* from, const char* to) const { return ::rename(from, to); }
int FileCalls::unlink(const char* path) const { return ::unlink(path); }

OpenFile::OpenFile(const FileCalls& calls, std::string path, int flags)
    : calls_(calls), path_(std::move(path)) {
  do {
    file_ = calls_.open(path_.c_str(), flags | O_CLOEXEC, kMode);
  } while (file_ < 0 && errno == EINTR);
  if (file_ < 0) fail("open", path_, errno);
}

OpenFile::~OpenFile() {
  if (file_ >= 0) calls_.close(file_);
}

std::size_t OpenFile::read(std::span<std::byte> bytes) {
  return read_all(path_, bytes,
                  [&](std::span<std::byte> rest) { return calls_.read(file_, rest.data(), rest.size()); });
}

std::size_t OpenFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) {
  return read_all(path_, bytes, [&](std::span<std::byte> rest) {
    const std::uint64_t at = offset + (bytes.size() - rest.size());
    return calls_.pread(file_, rest.data(), rest.size(), static_cast<off_t>(at));
  });
}

void OpenFile::write(std::span<const std::byte> bytes) {
  write_all(path_, bytes,
            [&](std::span<const std::byte> rest) { return calls_.write(file_, rest.data(), rest.size()); });
}

void OpenFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  write_all(path_, bytes, [&](std::span<const std::byte> rest) {
    const std::uint64_t at = offset + (bytes.size() - rest.size());
    return calls_.pwrite(file_, rest.data(), rest.size(), static_cast<off_t>(at));
  });
}

void OpenFile::sync() {
  while (calls_.fsync(file_) < 0) {
    if (errno != EINTR) fail("sync", path_, errno);
  }
}

void OpenFile::resize(std::uint64_t size) {
  while (calls_.ftruncate(file_, static_cast<off_t>(size)) < 0) {
    if (errno != EINTR) fail("resize", path_, errno);
  }
}

std::uint64_t OpenFile::size() const {
  struct stat status {};
  if (::fstat(file_, &status) < 0) fail("read", path_, errno);
  if (!S_ISREG(status.st_mode)) throw RunError(fmt::format("cannot read {}: not a regular file", path_));
  return static_cast<std::uint64_t>(status.st_size);
}

// An interrupted close has closed the file all the same.
void OpenFile::close() {
  const int result = calls_.close(std::exchange(file_, -1));
  if (result < 0 && errno != EINTR) fail("close", path_, errno);
}

std::string temporary_name(const std::string& path) { return path + ".new"; }

void write_synced(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  Leftover leftover(calls, path);
  OpenFile file(calls, path, kWriteNew);
  file.write(bytes);
  file.sync();
  file.close();
  leftover.keep();
}

void rename_file(const std::string& from, const std::string& to, const FileCalls& calls) {
  if (calls.rename(from.c_str(), to.c_str()) < 0) fail("put a new file in place of", to, errno);
}

void remove_file(const std::string& path, const FileCalls& calls) {
  if (calls.unlink(path.c_str()) < 0) fail("remove", path, errno);
}

void sync_folder_of(const std::string& path, const FileCalls& calls) {
  OpenFile folder(calls, folder_of(path), O_RDONLY | O_DIRECTORY);
  folder.sync();
  folder.close();
}

void write_durably(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  const std::string temporary = temporary_name(path);
  write_synced(temporary, bytes, calls);
  Leftover leftover(calls, temporary);
  rename_file(temporary, path, calls);
  leftover.keep();
  sync_folder_of(path, calls);
}

void write_replacing(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  const std::string temporary = temporary_name(path);
  Leftover leftover(calls, temporary);
  OpenFile file(calls, temporary, kWriteNew);
  file.write(bytes);
  file.close();
  rename_file(temporary, path, calls);
  leftover.keep();
}

void append(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  OpenFile file(calls, path, O_WRONLY | O_CREAT | O_APPEND);
  file.write(bytes);
  file.close();
}

void truncate_file(const std::string& path, std::uint64_t size, const FileCalls& calls) {
  OpenFile file(calls, path, O_WRONLY);
  file.resize(size);
  file.close();
}

void sync_file(const std::string& path, const FileCalls& calls) {
  OpenFile file(calls, path, O_RDONLY);
  file.sync();
  file.close();
}

Bytes read_file(const std::string& path, const FileCalls& calls) {
  OpenFile file(calls, path, O_RDONLY | O_NONBLOCK);
  Bytes bytes(file.size());
  bytes.resize(file.read(bytes));
  file.close();
  return bytes;
}

std::string read_text(const std::string& path, const FileCalls& calls) {
  const Bytes bytes = read_file(path, calls);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool file_exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::uint64_t file_size(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) < 0) fail("look at", path, errno);
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace cairn
