// The calls of all ranks, on a program by itself and on 1 to 8 threads: their answers, and what happens if
// ranks call different things, fail, or never come.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/ranks.h"
#include "base/thread_ranks.h"
#include "unit/ranks_calls.h"

namespace cairn {
namespace {

using namespace std::chrono_literals;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The parameter is the number of ranks; 0 stands for OneRank.
class RanksTest : public testing::TestWithParam<int> {
 protected:
  static int count() { return std::max(1, GetParam()); }
  static void run(const std::function<void(Ranks&)>& program) {
    if (GetParam() > 0) return run_on_threads(GetParam(), program);
    OneRank one;
    program(one);
  }
};

TEST_P(RanksTest, HaveNumbersFromZero) {
  std::atomic<int> seen{0};
  run([&](Ranks& ranks) {
    EXPECT_EQ(ranks.count(), count());
    EXPECT_EQ(ranks.first(), ranks.own() == 0);
    seen += 1 << ranks.own();
  });
  EXPECT_EQ(seen, (1 << count()) - 1);
}

TEST_P(RanksTest, TheErrorOfRankZeroIsThatOfAll) {
  std::atomic<int> done{0};
  run([&](Ranks& ranks) {
    first_does(ranks, [&] { ++done; });
    EXPECT_THROW(first_does(ranks, [] { throw RunError("the disk is full"); }), RunError);
  });
  EXPECT_EQ(done, 1);
}

TEST_P(RanksTest, PassesAllCalls) {
  for (const RanksCall& call : ranks_calls()) {
    SCOPED_TRACE(call.name);
    run(call.run);
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, RanksTest, testing::Values(0, 1, 2, 3, 4, 8));

// --- Ranks that do not agree
// -------------------------------------------------------------------------------------

std::string error_of(int count, const std::function<void(Ranks&)>& program,
                     std::chrono::milliseconds limit = std::chrono::minutes(2)) {
  try {
    run_on_threads(count, program, limit);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(ThreadRanks, DifferentCallsAreNamed) {
  const std::string error = error_of(3, [](Ranks& ranks) {
    Bytes letter;
    if (ranks.own() == 2)
      ranks.share(letter, 0);
    else
      total(ranks, 1);
  });
  EXPECT_NE(error.find("rank 0 calls combine at "), error.npos) << error;
  EXPECT_NE(error.find("rank 2 calls share at "), error.npos) << error;
  EXPECT_NE(error.find("base_ranks_test.cpp:"), error.npos) << error;
}

TEST(ThreadRanks, TheSameCallFromAnotherLineIsNamed) {
  const std::string error = error_of(2, [](Ranks& ranks) {
    if (ranks.first()) total(ranks, 1);
    if (!ranks.first()) total(ranks, 1);
  });
  EXPECT_NE(error.find("rank 1 calls combine at "), error.npos) << error;
}

TEST(ThreadRanks, ARankThatEndsEarlyEndsAll) {
  const std::string error = error_of(3, [](Ranks& ranks) {
    if (ranks.own() != 1) total(ranks, 1);
  });
  EXPECT_NE(error.find("rank 1 has ended"), error.npos) << error;
}

TEST(ThreadRanks, ARankThatWaitsTooLongEndsAll) {
  const auto program = [](Ranks& ranks) {
    if (ranks.first()) std::this_thread::sleep_for(300ms);
    total(ranks, 1);
  };
  const std::string error = error_of(2, program, 20ms);
  EXPECT_NE(error.find("rank 1 waited too long for the others in combine at "), error.npos) << error;
  EXPECT_EQ(error_of(2, program, 1min), "");
}

TEST(ThreadRanks, APostWithoutPartnerEndsAll) {
  const std::string error = error_of(
      2,
      [](Ranks& ranks) {
        std::byte in{};
        const Post post{1 - ranks.own(), {}, {&in, 1}};
        if (ranks.first()) ranks.begin({&post, 1}), ranks.end();
      },
      50ms);
  EXPECT_NE(error.find("rank 0 waited too long for the others in end at "), error.npos) << error;
}

TEST(ThreadRanks, TheErrorOfOneRankEndsTheOthers) {
  std::atomic<int> ended{0};
  const std::string error = error_of(4, [&](Ranks& ranks) {
    try {
      if (ranks.own() == 2) throw RunError("the disk is full");
      total(ranks, 1);
    } catch (const RunError&) {
      ++ended;
      throw;
    }
  });
  EXPECT_EQ(error, "the disk is full");
  EXPECT_EQ(ended, 4);
}

TEST(ThreadRanks, AbandonHasAnExitCode) {
  try {
    run_on_threads(3, [](Ranks& ranks) {
      if (ranks.own() == 1) ranks.abandon(3);
      total(ranks, 1);
    });
    FAIL();
  } catch (const Abandoned& end) {
    EXPECT_EQ(end.code, 3);
  }
}

TEST(OneRankDeathTest, AbandonEndsTheProgram) {
  EXPECT_EXIT(OneRank().abandon(3), testing::ExitedWithCode(3), "");
}

// --- Orders of doubles
// -----------------------------------------------------------------------------------------------

TEST(OrderOf, IsThatOfTheNumbers) {
  const std::vector<double> sorted{-kInfinite, -1e300, -1,    -5e-324,   -0.0, 0,
                                   5e-324,     1,      1e300, kInfinite, kNan};
  for (std::size_t k = 0; k + 1 < sorted.size(); ++k)
    EXPECT_LT(order_of(sorted[k]), order_of(sorted[k + 1])) << k;
  for (const double x : sorted)
    EXPECT_EQ(std::bit_cast<std::int64_t>(of_order(order_of(x))), std::bit_cast<std::int64_t>(x));
}

}  // namespace
}  // namespace cairn
