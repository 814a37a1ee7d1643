#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

constexpr mode_t kMode = 0666;  // less the user's umask

[[noreturn]] void fail(const char* action, const std::string& path, int error) {
  throw RunError(fmt::format("cannot {} {}: {}", action, path, std::strerror(error)));
}

// An open file that is closed in every case.
class OpenFile {
 public:
  // `flags` as for open(2).
  OpenFile(const FileCalls& calls, const std::string& path, int flags)
      : OpenFile(calls, path, Number{open_file(calls, path, flags)}) {}
  // A number that open_file returned, -1 included.
  struct Number {
    int value;
  };
  OpenFile(const FileCalls& calls, const std::string& path, Number number)
      : calls_(calls), path_(path), file_(number.value) {
    if (file_ < 0) fail("open", path_, errno);
  }
  ~OpenFile() {
    if (file_ >= 0) calls_.close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  static int open_file(const FileCalls& calls, const std::string& path, int flags) {
    int file = -1;
    do {
      file = calls.open(path.c_str(), flags | O_CLOEXEC, kMode);
    } while (file < 0 && errno == EINTR);
    return file;
  }

  // Fills as much of `bytes` as the file has and returns the number of bytes read.
  std::size_t read(std::span<std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t count = calls_.read(file_, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail("read", path_, errno);
      if (count == 0) break;
      done += static_cast<std::size_t>(count);
    }
    return done;
  }
  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = calls_.write(file_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail("write", path_, errno);
      if (count == 0) fail("write", path_, ENOSPC);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }
  void sync() {
    while (calls_.fsync(file_) < 0) {
      if (errno != EINTR) fail("sync", path_, errno);
    }
  }
  // Syncs everything on the file system of this file.
  void sync_all() {
    while (calls_.syncfs(file_) < 0) {
      if (errno != EINTR) fail("sync", path_, errno);
    }
  }
  // The size of a regular file; throws for anything else.
  std::uint64_t size() const {
    struct stat status {};
    if (::fstat(file_, &status) < 0) fail("read", path_, errno);
    if (!S_ISREG(status.st_mode)) throw RunError(fmt::format("cannot read {}: not a regular file", path_));
    return static_cast<std::uint64_t>(status.st_size);
  }
  // Reports errors of the last writes. An interrupted close has still closed the file.
  void close() {
    const int result = calls_.close(std::exchange(file_, -1));
    if (result < 0 && errno != EINTR) fail("close", path_, errno);
  }

 private:
  const FileCalls& calls_;
  std::string path_;
  int file_ = -1;
};

// Removes a file unless keep() is called, so that no half-written temporary file stays behind.
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

constexpr int kWriteNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
constexpr int kTries = 100;  // attempts to find a free staging name
constexpr std::size_t kDigits = 16;
constexpr std::string_view kStaging = ".new";
constexpr std::size_t kManyFiles = 16;  // more files than this are synced all at once, with their file system

// Calls make(name) with new names until one is free. make returns false if the name is taken.
template <class Make>
std::string with_staging_name(const std::string& path, Make&& make) {
  for (int k = 0; k < kTries; ++k) {
    const std::string name = staging_name(path);
    if (make(name)) return name;
  }
  fail("find a free name beside", path, EEXIST);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

enum class Wait { no, for_the_disk };

// Writes a new file beside `path` and returns its staging name.
std::string write_beside(const std::string& path, std::span<const std::byte> bytes, Wait wait,
                         const FileCalls& calls) {
  return with_staging_name(path, [&](const std::string& name) {
    const int descriptor = OpenFile::open_file(calls, name, kWriteNew);
    if (descriptor < 0 && errno == EEXIST) return false;
    OpenFile file(calls, name, OpenFile::Number{descriptor});
    Leftover leftover(calls, name);
    file.write(bytes);
    if (wait == Wait::for_the_disk) file.sync();
    file.close();
    leftover.keep();
    return true;
  });
}

Bytes read_all_of(const std::string& path, int flags, const FileCalls& calls) {
  OpenFile file(calls, path, O_RDONLY | O_NONBLOCK | flags);
  Bytes bytes(file.size());
  bytes.resize(file.read(bytes));
  file.close();
  return bytes;
}

}  // namespace

int FileCalls::open(const char* path, int flags, mode_t mode) const { return ::open(path, flags, mode); }
ssize_t FileCalls::write(int file, const void* bytes, std::size_t size) const {
  return ::write(file, bytes, size);
}
ssize_t FileCalls::read(int file, void* bytes, std::size_t size) const { return ::read(file, bytes, size); }
int FileCalls::fsync(int file) const { return ::fsync(file); }
int FileCalls::syncfs(int file) const { return ::syncfs(file); }
int FileCalls::close(int file) const { return ::close(file); }
int FileCalls::rename(const char* from, const char* to) const { return ::rename(from, to); }
int FileCalls::unlink(const char* path) const { return ::unlink(path); }

std::string staging_name(const std::string& path) {
  std::uint64_t drawn = 0;
  while (::getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) {
    if (errno != EINTR) fail("draw a name for", path, errno);
  }
  return fmt::format("{}.{:0{}x}{}", path, drawn, kDigits, kStaging);
}

bool is_staging_name(std::string_view name, std::string_view of) {
  if (!name.starts_with(of) || !name.ends_with(kStaging)) return false;
  if (name.size() != of.size() + 1 + kDigits + kStaging.size() || name[of.size()] != '.') return false;
  return name.substr(of.size() + 1, kDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string make_staging_folder(const std::string& path) {
  return with_staging_name(path, [&](const std::string& name) {
    const int result = ::mkdir(name.c_str(), 0777);
    if (result < 0 && errno != EEXIST) fail("make the folder", name, errno);
    return result == 0;
  });
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

std::string write_staged(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  return write_beside(path, bytes, Wait::for_the_disk, calls);
}

void write_durably(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  const std::string staged = write_beside(path, bytes, Wait::for_the_disk, calls);
  Leftover leftover(calls, staged);
  rename_file(staged, path, calls);
  leftover.keep();
  sync_folder_of(path, calls);
}

void write_replacing(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  const std::string staged = write_beside(path, bytes, Wait::no, calls);
  Leftover leftover(calls, staged);
  rename_file(staged, path, calls);
  leftover.keep();
}

// O_NONBLOCK: a named pipe does not make us wait, since opening it or asking for its size fails.
void append(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls) {
  OpenFile file(calls, path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
  static_cast<void>(file.size());
  file.write(bytes);
  file.close();
}

void sync_file(const std::string& path, const FileCalls& calls) {
  OpenFile file(calls, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  file.sync();
  file.close();
}

void sync_files(const std::string& folder, std::span<const std::string> names, const FileCalls& calls) {
  OpenFile open(calls, folder, O_RDONLY | O_DIRECTORY);
  if (names.size() > kManyFiles) {
    open.sync_all();
  } else {
    for (const std::string& name : names) sync_file(folder + '/' + name, calls);
    open.sync();
  }
  open.close();
}

Bytes read_file(const std::string& path, const FileCalls& calls) { return read_all_of(path, 0, calls); }

Bytes read_own_file(const std::string& path, const FileCalls& calls) {
  return read_all_of(path, O_NOFOLLOW, calls);
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

std::string similar_file(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (fs::exists(path, error)) return {};
  if (!folder.empty() && !fs::is_directory(folder, error)) return "; its folder is not there";
  // Names in the order of the alphabet, because a folder lists them in any.
  std::vector<std::string> names;
  for (fs::directory_iterator item(folder.empty() ? "." : folder, error), end; !error && item != end;
       item.increment(error))
    names.push_back(item->path().filename().string());
  std::ranges::sort(names);
  const std::string near = nearest(fs::path(path).filename().string(), names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", quote((folder / near).string()));
}

}  // namespace cairn
