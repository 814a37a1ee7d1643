// System calls that fail when the test says so.
#pragma once

#include <algorithm>
#include <cerrno>

#include "base/file.h"

namespace cairn {

class FailingCalls : public FileCalls {
 public:
  enum class Way {
    once,       // call number `at` fails, all others work
    for_good,   // from call number `at` on all fail, as if the process had died there
    cut_short,  // if call number `at` writes or reads, it does so for half of the bytes only
  };
  FailingCalls(Way way, int at, int error = EIO) : way_(way), at_(at), error_(error) {}

  int count() const { return count_; }
  bool has_failed() const { return has_failed_; }

  int open(const char* path, int flags, mode_t mode) const override {
    return fails() ? -1 : FileCalls::open(path, flags, mode);
  }
  ssize_t write(int file, const void* bytes, std::size_t size) const override {
    return transfer(size, [&](std::size_t part) { return FileCalls::write(file, bytes, part); });
  }
  ssize_t read(int file, void* bytes, std::size_t size) const override {
    return transfer(size, [&](std::size_t part) { return FileCalls::read(file, bytes, part); });
  }
  int fsync(int file) const override { return fails() ? -1 : FileCalls::fsync(file); }
  int syncfs(int file) const override { return fails() ? -1 : FileCalls::syncfs(file); }
  int rename(const char* from, const char* to) const override {
    return fails() ? -1 : FileCalls::rename(from, to);
  }
  int unlink(const char* path) const override { return fails() ? -1 : FileCalls::unlink(path); }
  // The number is given back in any case, as the kernel does.
  int close(int file) const override {
    const bool failed = fails();
    const int result = FileCalls::close(file);
    return failed ? (errno = error_, -1) : result;
  }

 private:
  bool fails() const {
    const int number = count_++;
    const bool failed = way_ == Way::once ? number == at_ : way_ == Way::for_good && number >= at_;
    if (failed) errno = error_;
    has_failed_ = has_failed_ || failed;
    return failed;
  }
  // A call that fails may have moved half of the bytes already; one that was interrupted has not.
  template <class Call>
  ssize_t transfer(std::size_t size, Call&& call) const {
    const bool is_cut = way_ == Way::cut_short && count_ == at_;
    if (!fails()) return call(is_cut ? std::max<std::size_t>(size / 2, 1) : size);
    if (size > 1 && error_ != EINTR) static_cast<void>(call(size / 2));
    errno = error_;
    return -1;
  }

  Way way_;
  int at_, error_;
  mutable int count_ = 0;
  mutable bool has_failed_ = false;
};

}  // namespace cairn
