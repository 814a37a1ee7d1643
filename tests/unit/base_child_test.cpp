// Work in a child process: its result comes back, whatever else happens to it is told.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>

#include "base/child.h"
#include "base/error.h"

namespace cairn {
namespace {

constexpr ChildLimits kLimits{.memory = 256u << 20u, .seconds = 10};

TEST(Child, ItsRecordComesBack) {
  const std::vector<double> values(300'000, 1.25);  // more than a pipe holds
  const ChildResult result = run_in_child(kLimits, [&] {
    Record record;
    record.put("values", values);
    return record;
  });
  EXPECT_EQ(result.reason, "");
  EXPECT_EQ(result.record.get<std::vector<double>>("values"), values);
}

TEST(Child, WhatItThrowsIsTheReason) {
  EXPECT_EQ(run_in_child(kLimits, []() -> Record { throw InputError("no good"); }).reason, "no good");
  EXPECT_EQ(run_in_child(kLimits, []() -> Record { throw RunError("broken"); }).reason, "broken");
}

TEST(Child, ItsDeathIsTheReason) {
  for (const int signal_number : {SIGSEGV, SIGABRT, SIGKILL}) {
    const ChildResult result = run_in_child(kLimits, [&]() -> Record {
      raise(signal_number);
      return {};
    });
    EXPECT_NE(result.reason.find(strsignal(signal_number)), std::string::npos) << result.reason;
  }
  EXPECT_NE(run_in_child(kLimits, []() -> Record { _exit(0); }).reason, "");
}

TEST(Child, ItsTimeIsLimited) {
  const ChildResult result = run_in_child({kLimits.memory, 1}, []() -> Record {
    volatile bool goes_on = true;
    while (goes_on) {
    }
    return {};
  });
  EXPECT_NE(result.reason.find("did not end within 1 s"), std::string::npos) << result.reason;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Child, ItsMemoryIsLimited) {
  const ChildResult result = run_in_child(kLimits, [] {
    const std::vector<char> much(1u << 30u, 1);
    Record record;
    record.put("last", much.back());
    return record;
  });
  EXPECT_NE(result.reason.find("memory"), std::string::npos) << result.reason;
}
#endif

TEST(Child, ItPrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const ChildResult result = run_in_child(kLimits, [] {
    static_cast<void>(write(STDOUT_FILENO, "hello", 5) + write(STDERR_FILENO, "hello", 5));
    return Record();
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(result.reason, "");
}

}  // namespace
}  // namespace cairn
