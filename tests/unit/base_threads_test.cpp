// parallel_for covers every index once, in parts that do not depend on the number of threads; exceptions.
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>

#include "base/threads.h"

namespace cairn {
namespace {

class ThreadsTest : public testing::TestWithParam<int> {
 protected:
  Threads threads{GetParam()};
};

TEST_P(ThreadsTest, EveryIndexOnce) {
  EXPECT_EQ(threads.count(), GetParam());
  for (const std::size_t n : {0u, 1u, 2u, 7u, 64u, 1000u, 1023u, 1025u, 5000u}) {
    for (const std::size_t part : {1u, 3u, 7u, 64u, 1023u, 6000u}) {
      std::vector<int> visits(n);
      std::vector<std::size_t> begins((n + part - 1) / part, n + 1), ends(begins.size());
      parallel_for(threads, n, part, [&](std::size_t begin, std::size_t end, std::size_t b) {
        begins[b] = begin, ends[b] = end;
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      EXPECT_EQ(visits, std::vector<int>(n, 1)) << "n " << n << " part " << part;
      for (std::size_t b = 0; b < begins.size(); ++b) {
        EXPECT_EQ(begins[b], b * part);
        EXPECT_EQ(ends[b], std::min(n, (b + 1) * part));
      }
    }
  }
}

TEST_P(ThreadsTest, ManyRoundsInARow) {
  // Writes of one round are seen by the next, whoever did them.
  constexpr int kRounds = 300;
  std::vector<long> value(97);
  for (int round = 0; round < kRounds; ++round) {
    parallel_for(threads, value.size(), 5, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) value[i] += static_cast<long>(i) + round;
    });
  }
  const long rounds = kRounds * (kRounds - 1L) / 2;
  for (std::size_t i = 0; i < value.size(); ++i) EXPECT_EQ(value[i], kRounds * static_cast<long>(i) + rounds);
}

TEST_P(ThreadsTest, ExceptionOfTheLowestPart) {
  for (int round = 0; round < 50; ++round) {
    std::string what;
    try {
      parallel_for(threads, 100, 1, [](std::size_t i, std::size_t, std::size_t) {
        if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    EXPECT_EQ(what, "7");
  }
  // The pool is as good as new.
  std::vector<int> visits(100);
  parallel_for(threads, 100, 1, [&](std::size_t i, std::size_t, std::size_t) { ++visits[i]; });
  EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), 100);
}

TEST_P(ThreadsTest, PoolsComeAndGo) {
  for (int k = 0; k < 20; ++k) {
    Threads pool(GetParam());
    std::vector<int> visits(k);
    parallel_for(pool, visits.size(), 2, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(k, 1));
  }
}

INSTANTIATE_TEST_SUITE_P(OneToFour, ThreadsTest, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace cairn
