// Files that survive a crash. A durable write goes to a temporary name in the same folder, is synced to the
// disk, takes the place of the old file in one rename, and the folder is synced: at any moment the path holds
// either the old bytes or the new ones, whole. Every failure throws RunError with the path and the system's
// reason.
//
// All system calls go through FileCalls, so that a test can make any of them fail.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

// The system's calls with their own meaning of results and errno.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int open(const char* path, int flags, mode_t mode) const;
  virtual ssize_t write(int file, const void* bytes, std::size_t size) const;
  virtual ssize_t read(int file, void* bytes, std::size_t size) const;
  virtual ssize_t pread(int file, void* bytes, std::size_t size, off_t offset) const;
  virtual ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t offset) const;
  virtual int fsync(int file) const;
  virtual int ftruncate(int file, off_t size) const;
  virtual int close(int file) const;
  virtual int rename(const char* from, const char* to) const;
  virtual int unlink(const char* path) const;
};

using Bytes = std::vector<std::byte>;

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Where write_durably and write_replacing put the bytes until they are whole.
std::string temporary_name(const std::string& path);

void write_durably(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
// The same without waiting for the disk: readers never see half a file, but a power cut may bring the old one
// back.
void write_replacing(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
void append(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
void truncate_file(const std::string& path, std::uint64_t size, const FileCalls& calls = {});
Bytes read_file(const std::string& path, const FileCalls& calls = {});
std::string read_text(const std::string& path, const FileCalls& calls = {});

// An open file that is closed in any case.
class OpenFile {
 public:
  // Flags as of open(2).
  OpenFile(const FileCalls& calls, std::string path, int flags);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  // Fills as much of `bytes` as the file has and returns how much that was.
  std::size_t read(std::span<std::byte> bytes);
  std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes);
  void write(std::span<const std::byte> bytes);
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void sync();
  void resize(std::uint64_t size);
  std::uint64_t size() const;  // of a regular file; anything else is refused
  void close();                // reports what the system says about the last writes

 private:
  const FileCalls& calls_;
  std::string path_;
  int file_ = -1;
};

// The steps of a durable write, for those who need other names in between.
void write_synced(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
void rename_file(const std::string& from, const std::string& to, const FileCalls& calls = {});
void remove_file(const std::string& path, const FileCalls& calls = {});
void sync_file(const std::string& path, const FileCalls& calls = {});
void sync_folder_of(const std::string& path, const FileCalls& calls = {});

// A regular file that can be seen; false also if its folder is missing.
bool file_exists(const std::string& path);
std::uint64_t file_size(const std::string& path);

}  // namespace cairn
