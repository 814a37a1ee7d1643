#include "base/patched_file.h"

#include <fcntl.h>

#include <algorithm>
#include <exception>

#include "base/assert.h"
#include "base/error.h"
#include "base/record.h"

namespace cairn {
namespace {

constexpr std::string_view kJournal = "journal 1";

// f(page number, offset in the page, part of bytes) for every page that [offset, offset + size) touches.
template <class Bytespan, class F>
void by_page(std::uint64_t offset, Bytespan bytes, std::uint64_t page_size, F&& f) {
  while (!bytes.empty()) {
    const std::uint64_t within = offset % page_size;
    const std::size_t part = std::min<std::size_t>(bytes.size(), page_size - within);
    f(offset / page_size, within, bytes.first(part));
    offset += part;
    bytes = bytes.subspan(part);
  }
}

}  // namespace

PatchedFile::PatchedFile(std::string path, Access access, const FileCalls& calls)
    : calls_(calls), path_(std::move(path)), file_(calls, path_, access == Access::read ? O_RDONLY : O_RDWR) {
  size_ = file_.size();
  old_pages_ = (size_ + kPage - 1) / kPage;
  load_journal();
}

// A journal that is not whole was never acknowledged by a commit, so the old state holds.
void PatchedFile::load_journal() {
  const std::string name = journal_name(path_);
  if (!file_exists(name)) return;
  const Decoded journal = decode_record(read_file(name, calls_), kJournal);
  if (journal.refusal != Refusal::none) return;

  const auto numbers = journal.record.get<std::vector<std::uint64_t>>("numbers");
  const auto pages = journal.record.get<std::vector<Page>>("pages");
  if (numbers.size() != pages.size()) return;
  for (std::size_t k = 0; k < numbers.size(); ++k) changed_[numbers[k]] = pages[k];
  size_ = std::max(size_, journal.record.get<std::uint64_t>("size"));
}

void PatchedFile::read_now(std::uint64_t offset, std::span<std::byte> bytes) {
  const std::size_t count = file_.read_at(offset, bytes);
  std::ranges::fill(bytes.subspan(count), std::byte{0});
  if (changed_.empty()) return;

  // Changed pages lie over what the file has.
  auto next = changed_.lower_bound(offset / kPage);
  for (; next != changed_.end() && next->first * kPage < offset + bytes.size(); ++next) {
    const std::uint64_t begin = std::max(offset, next->first * kPage);
    const std::uint64_t end = std::min(offset + bytes.size(), (next->first + 1) * kPage);
    std::copy_n(next->second.begin() + static_cast<std::ptrdiff_t>(begin % kPage), end - begin,
                bytes.begin() + static_cast<std::ptrdiff_t>(begin - offset));
  }
}

PatchedFile::Page& PatchedFile::changed_page(std::uint64_t number) {
  const auto known = changed_.find(number);
  if (known != changed_.end()) return known->second;
  Page page{};
  file_.read_at(number * kPage, page);
  return changed_[number] = page;
}

void PatchedFile::write_now(std::uint64_t offset, std::span<const std::byte> bytes) {
  // What lies behind the old pages goes to the disk; the rest waits for commit().
  const std::uint64_t boundary = old_pages_ * kPage;
  const std::size_t waiting = offset >= boundary ? 0 : std::min<std::size_t>(bytes.size(), boundary - offset);
  by_page(offset, bytes.first(waiting), kPage, [&](std::uint64_t number, std::uint64_t within, auto part) {
    std::ranges::copy(part, changed_page(number).begin() + static_cast<std::ptrdiff_t>(within));
  });
  if (waiting < bytes.size()) file_.write_at(offset + waiting, bytes.subspan(waiting));
}

bool PatchedFile::read(std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  try {
    read_now(offset, bytes);
    return true;
  } catch (const std::exception& error) {
    if (failure_.empty()) failure_ = error.what();
    return false;
  }
}

bool PatchedFile::write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  if (!failure_.empty()) return false;
  try {
    write_now(offset, bytes);
    size_ = std::max(size_, offset + bytes.size());
    return true;
  } catch (const std::exception& error) {
    failure_ = error.what();
    return false;
  }
}

void PatchedFile::write_journal() const {
  std::vector<std::uint64_t> numbers;
  std::vector<Page> pages;
  for (const auto& [number, page] : changed_) {
    numbers.push_back(number);
    pages.push_back(page);
  }
  Record journal;
  journal.put("size", size_);
  journal.put("numbers", numbers);
  journal.put("pages", pages);
  write_replacing(journal_name(path_), journal.encode(kJournal), calls_);
}

void PatchedFile::commit() {
  if (!failure_.empty()) throw RunError(failure_);
  const bool is_patched = !changed_.empty();
  if (is_patched) write_journal();

  // From here on the new state holds, whether or not it is all in the file yet.
  const std::uint64_t least = std::max(size_, file_.size());
  if (file_.size() < least) file_.resize(least);
  for (const auto& [number, page] : changed_) {
    const std::size_t inside = std::min<std::size_t>(kPage, least - std::min(least, number * kPage));
    file_.write_at(number * kPage, std::span(page).first(inside));
  }
  const std::string journal = journal_name(path_);
  if (is_patched) calls_.unlink(journal.c_str());
  changed_.clear();
  size_ = least;
  old_pages_ = (least + kPage - 1) / kPage;
}

}  // namespace cairn
