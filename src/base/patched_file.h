// A file that is changed in one step. Until commit(), bytes of the old file are changed in memory only, page
// by page; what is written past its end goes to the disk at once, where nobody looks for it yet. commit()
// first leaves the changed pages in a journal beside the file (written whole, or not there at all), then puts
// them into the file and removes the journal. A process killed before the journal is there leaves the old
// state, one killed after it the new state: whoever opens the file again finds the journal and sees the
// changed pages.
//
// Guards against killed processes and failing calls. It does not wait for the disk; sync_file() after a
// commit does.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "base/file.h"

namespace cairn {

class PatchedFile {
 public:
  enum class Access { read, change };
  PatchedFile(std::string path, Access access, const FileCalls& calls);

  // Bytes past the end read as zero. A failure is kept and thrown by commit(); after one, nothing more is
  // written.
  bool read(std::uint64_t offset, std::span<std::byte> bytes) noexcept;
  bool write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  const std::string& failure() const { return failure_; }  // empty if there was none
  const std::string& path() const { return path_; }
  // The size after commit(); a file never shrinks.
  void set_size(std::uint64_t size) { size_ = size; }
  std::uint64_t size() const { return size_; }

  void commit();

  static std::string journal_name(const std::string& path) { return path + ".journal"; }

 private:
  static constexpr std::uint64_t kPage = 4096;
  using Page = std::array<std::byte, kPage>;

  void load_journal();
  void write_journal() const;
  Page& changed_page(std::uint64_t number);
  void read_now(std::uint64_t offset, std::span<std::byte> bytes);
  void write_now(std::uint64_t offset, std::span<const std::byte> bytes);

  const FileCalls& calls_;
  std::string path_;
  OpenFile file_;
  std::uint64_t size_ = 0;
  std::uint64_t old_pages_ = 0;  // pages that the file had, begun ones included
  std::map<std::uint64_t, Page> changed_;
  std::string failure_;
};

}  // namespace cairn
