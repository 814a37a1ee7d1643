// Files that survive a crash. A durable write goes to a new file in the same folder and syncs it to the disk.
// One rename puts it in the place of the old file, and then the folder is synced. At any moment the path
// holds either the old bytes or the new ones, whole. Every failure throws RunError with the path and the
// system's reason.
//
// Nothing here writes through a symbolic link, into a file that somebody else made under a temporary name, or
// into anything other than a regular file. Staging names are random, and their files are created exclusively.
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

// The system calls, with their usual results and errno.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int open(const char* path, int flags, mode_t mode) const;
  virtual ssize_t write(int file, const void* bytes, std::size_t size) const;
  virtual ssize_t read(int file, void* bytes, std::size_t size) const;
  virtual int fsync(int file) const;
  virtual int syncfs(int file) const;
  virtual int close(int file) const;
  virtual int rename(const char* from, const char* to) const;
  virtual int unlink(const char* path) const;
};

using Bytes = std::vector<std::byte>;

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Turns "a.run" into "a.run.0123456789abcdef.new" with random digits: the name of a file or folder that
// replaces `path` once it is complete.
std::string staging_name(const std::string& path);
// True if a name without its folder is a staging name of `of`.
bool is_staging_name(std::string_view name, std::string_view of);

void write_durably(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
// The same without waiting for the disk. Readers never see half a file, but a power cut may bring
// the old one back.
void write_replacing(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
void append(const std::string& path, std::span<const std::byte> bytes, const FileCalls& calls = {});
Bytes read_file(const std::string& path, const FileCalls& calls = {});
// Rejects a symbolic link: for files of a results folder, which may come from anywhere.
Bytes read_own_file(const std::string& path, const FileCalls& calls = {});
std::string read_text(const std::string& path, const FileCalls& calls = {});

// The steps of a durable write, for callers that need other names in between. write_staged returns the
// staging name of the new file, which is then on the disk.
std::string write_staged(const std::string& path, std::span<const std::byte> bytes,
                         const FileCalls& calls = {});
// Makes a new empty folder beside `path` and returns its staging name.
std::string make_staging_folder(const std::string& path);
void rename_file(const std::string& from, const std::string& to, const FileCalls& calls = {});
void remove_file(const std::string& path, const FileCalls& calls = {});
void sync_file(const std::string& path, const FileCalls& calls = {});
// Syncs files of one folder, and the folder.
void sync_files(const std::string& folder, std::span<const std::string> names, const FileCalls& calls = {});
void sync_folder_of(const std::string& path, const FileCalls& calls = {});

// True if a regular file is visible there; false also if its folder is missing.
bool file_exists(const std::string& path);
std::uint64_t file_size(const std::string& path);
// The end of a message about a path that is not there: "; did you mean 'scene.yaml'?" with the nearest name
// in its folder, or that the folder is missing. Empty if no name is near.
std::string similar_file(const std::string& path);

}  // namespace cairn
