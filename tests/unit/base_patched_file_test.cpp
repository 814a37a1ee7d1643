#include <gtest/gtest.h>

#include "base/error.h"
#include "base/patched_file.h"
#include "base/random.h"
#include "failing_calls.h"
#include "scratch.h"

namespace cairn {
namespace {

using Way = FailingCalls::Way;
using Access = PatchedFile::Access;

std::span<std::byte> writable(std::string& text) {
  return std::as_writable_bytes(std::span(text.data(), text.size()));
}

std::string seen_through(const std::string& path) {
  const FileCalls calls;
  PatchedFile file(path, Access::read, calls);
  std::string text(file.size(), '?');
  file.read(0, writable(text));
  return text;
}

// 10 000 letters, so that there are three pages, the last one begun.
std::string old_text() { return std::string(10000, 'o'); }

void change(PatchedFile& file) {
  file.write(10, bytes_of("first"));
  file.write(4090, bytes_of("across a page"));
  file.write(9998, bytes_of("over the end" + std::string(5000, 'e')));
  file.write(20000, bytes_of("far behind"));
}

std::string new_text() {
  std::string text = old_text();
  text.replace(10, 5, "first");
  text.replace(4090, 13, "across a page");
  text.replace(9998, 2, "over the end" + std::string(5000, 'e'));
  text.resize(20000, '\0');
  return text + "far behind";
}

TEST(PatchedFile, ChangesHoldFromCommitOn) {
  const Scratch scratch;
  const std::string path = scratch.file("a");
  write_durably(path, bytes_of(old_text()));
  const FileCalls calls;
  PatchedFile file(path, Access::change, calls);
  change(file);
  EXPECT_EQ(seen_through(path).substr(0, 10000), old_text());
  std::string own(file.size(), '?');
  file.read(0, writable(own));
  EXPECT_EQ(own, new_text());
  file.commit();
  EXPECT_EQ(read_text(path), new_text());
  EXPECT_FALSE(file_exists(PatchedFile::journal_name(path)));
}

TEST(PatchedFile, ReachesTheSizeAskedFor) {
  const Scratch scratch;
  write_durably(scratch.file("a"), bytes_of("x"));
  const FileCalls calls;
  PatchedFile file(scratch.file("a"), Access::change, calls);
  file.set_size(5);
  file.commit();
  EXPECT_EQ(read_text(scratch.file("a")), std::string("x\0\0\0\0", 5));
}

TEST(PatchedFile, RandomWritesEqualWritesInMemory) {
  const Scratch scratch;
  const FileCalls calls;
  Random random(3);
  std::string expected(30000, 'o');
  write_durably(scratch.file("a"), bytes_of(expected));
  for (int round = 0; round < 20; ++round) {
    PatchedFile file(scratch.file("a"), Access::change, calls);
    for (int k = 0; k < 30; ++k) {
      const std::size_t at = random.next() % (expected.size() + 3000), size = random.next() % 9000;
      const std::string text(size, static_cast<char>('a' + random.next() % 26));
      if (at + size > expected.size()) expected.resize(at + size, '\0');
      expected.replace(at, size, text);
      file.write(at, bytes_of(text));
    }
    std::string own(expected.size(), '?');
    file.read(0, writable(own));
    ASSERT_EQ(own, expected);
    file.commit();
    ASSERT_EQ(read_text(scratch.file("a")), expected);
  }
}

TEST(PatchedFile, EveryFailingCallLeavesTheOldStateOrTheNew) {
  for (const Way way : {Way::once, Way::for_good, Way::cut_short}) {
    int at = 0, old_states = 0, from_journal = 0;
    for (;; ++at) {
      const Scratch scratch;
      const std::string path = scratch.file("a");
      write_durably(path, bytes_of(old_text()));
      const FailingCalls calls(way, at, ENOSPC);
      bool committed = false;
      try {
        PatchedFile file(path, Access::change, calls);
        change(file);
        file.commit();
        committed = true;
      } catch (const RunError&) {
      }
      if (at >= calls.count()) break;
      const std::string now = seen_through(path);
      const bool is_new = now == new_text();
      ASSERT_TRUE(is_new || now.substr(0, 10000) == old_text()) << "call " << at;
      ASSERT_TRUE(is_new || !committed) << "call " << at;
      old_states += !is_new;
      from_journal += is_new && read_text(path) != now;

      // Whoever changes it next completes what was begun.
      const FileCalls working;
      PatchedFile next(path, Access::change, working);
      next.write(0, bytes_of("N"));
      next.commit();
      EXPECT_EQ(read_text(path).substr(1, 9999), now.substr(1, 9999));
    }
    EXPECT_GT(at, 8);
    if (way == Way::for_good) {
      EXPECT_GT(old_states, 3);
      EXPECT_GT(from_journal, 1);
    }
  }
}

TEST(PatchedFile, ADamagedJournalIsNotBelieved) {
  const Scratch scratch;
  const std::string path = scratch.file("a");
  write_durably(path, bytes_of(old_text()));
  write_durably(PatchedFile::journal_name(path), bytes_of("cairnrec and then nonsense"));
  EXPECT_EQ(seen_through(path), old_text());
}

}  // namespace
}  // namespace cairn
