#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>

#include "base/error.h"
#include "base/file.h"
#include "failing_calls.h"
#include "scratch.h"

namespace cairn {
namespace {

using Way = FailingCalls::Way;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(File, ReadsWhatWasWritten) {
  const Scratch scratch;
  const std::string path = scratch.file("a"), text("zero \0 inside", 13);
  write_durably(path, bytes_of(text));
  EXPECT_EQ(read_text(path), text);
  EXPECT_EQ(file_size(path), 13u);
  write_replacing(path, bytes_of("shorter"));
  EXPECT_EQ(read_text(path), "shorter");
  append(path, bytes_of(" and longer"));
  EXPECT_EQ(read_text(path), "shorter and longer");
  write_durably(path, {});
  EXPECT_EQ(read_text(path), "");
}

TEST(File, AppendMakesTheFile) {
  const Scratch scratch;
  append(scratch.file("a"), bytes_of("x"));
  EXPECT_EQ(read_text(scratch.file("a")), "x");
}

TEST(File, FailuresNamePathAndReason) {
  const Scratch scratch;
  const std::string missing = scratch.file("none/a");
  for (const auto& action : std::initializer_list<std::function<void()>>{
           [&] { write_durably(missing, {}); }, [&] { append(missing, {}); }, [&] { read_file(missing); },
           [&] { file_size(missing); }, [&] { sync_file(missing); }}) {
    const std::string message = message_of(action);
    EXPECT_TRUE(contains(message, missing) && contains(message, "No such file or directory")) << message;
  }
}

TEST(File, RefusesWhatIsNoRegularFile) {
  const Scratch scratch;
  EXPECT_TRUE(contains(message_of([&] { read_file(scratch.folder()); }), "not a regular file"));
  EXPECT_TRUE(contains(message_of([] { read_file("/dev/zero"); }), "not a regular file"));
  EXPECT_FALSE(file_exists(scratch.folder()));
}

TEST(File, DoesNotWriteThroughALink) {
  const Scratch scratch;
  write_durably(scratch.file("outside"), bytes_of("precious"));
  std::filesystem::create_symlink(scratch.file("outside"), scratch.file("a"));
  EXPECT_THROW(append(scratch.file("a"), bytes_of("new")), RunError);
  EXPECT_THROW(read_own_file(scratch.file("a")), RunError);
  write_durably(scratch.file("a"), bytes_of("new"));  // takes the place of the link
  EXPECT_FALSE(std::filesystem::is_symlink(scratch.file("a")));
  EXPECT_EQ(read_text(scratch.file("outside")), "precious");
}

TEST(File, StagingNamesAreNewAndRecognised) {
  const std::string one = staging_name("a.run"), two = staging_name("a.run");
  EXPECT_NE(one, two);
  EXPECT_TRUE(is_staging_name(one, "a.run"));
  for (const char* other : {"a.run.new", "a.run.0123456789abcdeg.new", "b.run.0123456789abcdef.new",
                            "a.run.0123456789abcdef", "a.run.0123456789abcdef0.new"})
    EXPECT_FALSE(is_staging_name(other, "a.run")) << other;
  const Scratch scratch;
  const std::string folder = make_staging_folder(scratch.file("a.run"));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

// A pipe of that name would keep a writer waiting for a reader.
TEST(File, PipesAreRefused) {
  const Scratch scratch;
  ASSERT_EQ(mkfifo(scratch.file("pipe").c_str(), 0600), 0);
  EXPECT_THROW(append(scratch.file("pipe"), bytes_of("x")), RunError);
  EXPECT_THROW(read_own_file(scratch.file("pipe")), RunError);
}

// Runs the write with its k-th call failing, for every k, and looks at what is there afterwards.
void expect_old_or_new(const std::function<void(const std::string&, const FileCalls&)>& write_new, Way way,
                       int error) {
  for (int at = 0;; ++at) {
    const Scratch scratch;
    const std::string path = scratch.file("a");
    write_durably(path, bytes_of("old"));
    const FailingCalls calls(way, at, error);
    const std::string message = message_of([&] { write_new(path, calls); });
    if (at >= calls.count()) {
      EXPECT_EQ(read_text(path), "new!");
      EXPECT_GT(at, 3) << "hardly any calls were made";
      return;
    }
    const std::string now = read_text(path);
    EXPECT_TRUE(now == "old" || now == "new!") << now << " after call " << at;
    EXPECT_TRUE(!message.empty() || now == "new!") << "said nothing, call " << at;
    EXPECT_TRUE(message.empty() || contains(message, scratch.folder())) << message;
    EXPECT_TRUE(message.empty() || way != Way::cut_short) << message;
  }
}

TEST(File, EveryFailingCallLeavesTheOldFileOrTheNew) {
  const auto durable = [](const std::string& path, const FileCalls& calls) {
    write_durably(path, bytes_of("new!"), calls);
  };
  const auto replacing = [](const std::string& path, const FileCalls& calls) {
    write_replacing(path, bytes_of("new!"), calls);
  };
  for (const int error : {EIO, ENOSPC, EACCES}) {
    expect_old_or_new(durable, Way::once, error);
    expect_old_or_new(durable, Way::for_good, error);
    expect_old_or_new(replacing, Way::once, error);
  }
  expect_old_or_new(durable, Way::cut_short, 0);
}

TEST(File, InterruptedCallsAreTriedAgain) {
  for (const int at : {0, 1, 2, 3, 5, 6, 7}) {  // all but the rename
    const Scratch scratch;
    const FailingCalls calls(Way::once, at, EINTR);
    write_durably(scratch.file("a"), bytes_of("new!"), calls);
    EXPECT_EQ(read_text(scratch.file("a")), "new!");
    EXPECT_TRUE(calls.has_failed());
  }
}

TEST(File, FailedWritesLeaveNoTemporaryFile) {
  const Scratch scratch;
  const FailingCalls calls(Way::once, 1, ENOSPC);  // the write
  EXPECT_THROW(write_durably(scratch.file("a"), bytes_of("new!"), calls), RunError);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.folder()));
}

TEST(File, ReadingSurvivesShortCounts) {
  const Scratch scratch;
  write_durably(scratch.file("a"), bytes_of("some longer text"));
  const FailingCalls calls(Way::cut_short, 1);
  EXPECT_EQ(read_text(scratch.file("a"), calls), "some longer text");
}

}  // namespace
}  // namespace cairn
