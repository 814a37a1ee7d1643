// The calls of all ranks, on a program by itself and on 1 to 8 threads: their answers, and what happens if
// ranks call different things, fail, or never come.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/ranks.h"
#include "base/thread_ranks.h"

namespace cairn {
namespace {

using namespace std::chrono_literals;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Bytes bytes(const std::string& text) {
  const auto span = bytes_of(text);
  return {span.begin(), span.end()};
}
std::string text(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

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

TEST_P(RanksTest, CombineTakesLargestAndSums) {
  run([&](Ranks& ranks) {
    const int n = ranks.count();
    for (int round = 0; round < 20; ++round) {
      std::vector<double> most{1.0 * ranks.own(), -1.0 * ranks.own(), -5.5, -kInfinite};
      std::vector<std::int64_t> sums{1, ranks.own(), std::int64_t{1} << 50};
      ranks.combine(most, sums);
      EXPECT_EQ(most, (std::vector<double>{n - 1.0, 0, -5.5, -kInfinite}));
      EXPECT_EQ(sums, (std::vector<std::int64_t>{n, n * (n - 1) / 2, n * (std::int64_t{1} << 50)}));
    }
  });
}

TEST_P(RanksTest, NotANumberStays) {
  run([](Ranks& ranks) {
    const bool last = ranks.own() == ranks.count() - 1;
    EXPECT_TRUE(std::isnan(largest(ranks, last ? kNan : kInfinite)));
  });
}

TEST_P(RanksTest, ShareGoesFromEachRankToAll) {
  run([](Ranks& ranks) {
    for (int from = 0; from < ranks.count(); ++from) {
      Bytes letter = bytes("this is rank " + std::to_string(ranks.own()));
      ranks.share(letter, from);
      EXPECT_EQ(text(letter), "this is rank " + std::to_string(from));
      Bytes none;
      ranks.share(none, from);
      EXPECT_TRUE(none.empty());
    }
  });
}

TEST_P(RanksTest, AllAndCollectKeepTheOrderOfRanks) {
  run([](Ranks& ranks) {
    const auto word = [](int rank) { return std::string(static_cast<std::size_t>(rank), 'x'); };
    const Bytes own = bytes(word(ranks.own()));
    const std::vector<Bytes> all = ranks.all(own), collected = ranks.collect(own);
    ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks.count()));
    for (int k = 0; k < ranks.count(); ++k) EXPECT_EQ(text(all[static_cast<std::size_t>(k)]), word(k));
    if (ranks.first())
      EXPECT_EQ(collected, all);
    else
      EXPECT_TRUE(collected.empty());
  });
}

TEST_P(RanksTest, LettersArriveSortedBySender) {
  run([](Ranks& ranks) {
    // Rank a writes to b if a + b is even, to itself too, the last address first.
    std::vector<Letter> letters;
    for (int to = ranks.count() - 1; to >= 0; --to)
      if ((ranks.own() + to) % 2 == 0)
        letters.push_back({to, bytes(std::to_string(ranks.own()) + ">" + std::to_string(to))});
    const std::vector<Letter> came = ranks.exchange(std::move(letters));
    std::vector<Letter> expected;
    for (int from = 0; from < ranks.count(); ++from)
      if ((ranks.own() + from) % 2 == 0)
        expected.push_back({from, bytes(std::to_string(from) + ">" + std::to_string(ranks.own()))});
    ASSERT_EQ(came.size(), expected.size());
    for (std::size_t k = 0; k < came.size(); ++k) {
      EXPECT_EQ(came[k].rank, expected[k].rank);
      EXPECT_EQ(text(came[k].bytes), text(expected[k].bytes));
    }
    EXPECT_TRUE(ranks.exchange({}).empty());
  });
}

TEST_P(RanksTest, PostsReachTheirPartners) {
  run([](Ranks& ranks) {
    const int n = ranks.count(), own = ranks.own();
    for (int round = 0; round < 50; ++round) {
      // a tells b the number 1000 a + b; another call comes in between.
      std::vector<std::int64_t> out(static_cast<std::size_t>(n)), in(out.size());
      std::vector<Post> posts;
      for (int k = 0; k < n; ++k) {
        const auto at = static_cast<std::size_t>(k);
        out[at] = 1000 * own + k + round;
        if (k != own || round % 2 == 0)
          posts.push_back(
              {k, std::as_bytes(std::span(&out[at], 1)), std::as_writable_bytes(std::span(&in[at], 1))});
      }
      ranks.begin(posts);
      ranks.poll();
      EXPECT_EQ(total(ranks, 1), n);
      ranks.end();
      for (int k = 0; k < n; ++k)
        EXPECT_EQ(in[static_cast<std::size_t>(k)], k != own || round % 2 == 0 ? 1000 * k + own + round : 0);
    }
  });
}

TEST_P(RanksTest, ExactSumsDoNotDependOnWhoHoldsATerm) {
  std::mt19937_64 random(3);
  std::vector<double> terms{1e300, 1, -1e300, 5e-324, -1e-300, 1e16};
  for (int k = 0; k < 1000; ++k)
    terms.push_back(std::ldexp(1.0 * static_cast<double>(random() >> 11) - 4e15, k % 300));
  ExactSum one;
  for (const double term : terms) one += term;
  run([&](Ranks& ranks) {
    std::vector<ExactSum> sums(2);
    for (std::size_t k = 0; k < terms.size(); ++k)
      if (static_cast<int>(k * k % 17) % ranks.count() == ranks.own()) sums[0] += terms[k];
    if (ranks.own() == 0) sums[1] += kInfinite;
    combine(ranks, sums);
    EXPECT_EQ(sums[0].value(), one.value());
    EXPECT_EQ(sums[1].value(), kInfinite);
  });
}

TEST_P(RanksTest, SelectFindsEveryPlace) {
  std::vector<double> values{3, -1, -0.0, 0, 3, 1e-310, -kInfinite, kInfinite, 2.5, -1e300, 7, 3};
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  run([&](Ranks& ranks) {
    std::vector<double> own;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (static_cast<int>(k) % ranks.count() == ranks.own()) own.push_back(values[k]);
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_EQ(select(ranks, own, static_cast<std::int64_t>(k)), sorted[k]) << k;
  });
}

TEST_P(RanksTest, AnyAsksAll) {
  run([](Ranks& ranks) {
    EXPECT_TRUE(any(ranks, ranks.own() == ranks.count() - 1));
    EXPECT_FALSE(any(ranks, false));
  });
}

// The error that comes out on each rank if `who` throws.
template <class Error>
void expect_on_all(Ranks& ranks, int who, const Error& thrown) {
  try {
    all_or_none(ranks, [&] {
      if (ranks.own() >= who) throw thrown;
    });
    FAIL() << "no error on rank " << ranks.own();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), thrown.what());
  }
}

TEST_P(RanksTest, AllThrowTheErrorOfTheLowestThatFails) {
  run([](Ranks& ranks) {
    const int who = ranks.count() / 2;
    const TextPlace place{"scene.yaml", 3, 6, "gap: 3 s"};
    expect_on_all(ranks, who, InputError("expected a length", place));
    expect_on_all(ranks, who, RunError("the disk is full"));
    expect_on_all(ranks, who, NotConverged("no convergence"));
    expect_on_all(ranks, who, std::bad_alloc());
    expect_on_all(ranks, who, std::runtime_error("other"));
    EXPECT_NO_THROW(all_or_none(ranks, [] {}));
  });
}

TEST_P(RanksTest, TheErrorOfRankZeroIsThatOfAll) {
  std::atomic<int> done{0};
  run([&](Ranks& ranks) {
    first_does(ranks, [&] { ++done; });
    EXPECT_THROW(first_does(ranks, [] { throw RunError("the disk is full"); }), RunError);
  });
  EXPECT_EQ(done, 1);
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
