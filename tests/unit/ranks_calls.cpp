#include "unit/ranks_calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

#include "base/error.h"

namespace cairn {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Bytes bytes(const std::string& text) {
  const auto span = bytes_of(text);
  return {span.begin(), span.end()};
}
std::string text(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

void combine_takes_largest_and_sums(Ranks& ranks) {
  const int n = ranks.count();
  for (int round = 0; round < 20; ++round) {
    std::vector<double> most{1.0 * ranks.own(), -1.0 * ranks.own(), -5.5, -kInfinite};
    std::vector<std::int64_t> sums{1, ranks.own(), std::int64_t{1} << 50};
    ranks.combine(most, sums);
    EXPECT_EQ(most, (std::vector<double>{n - 1.0, 0, -5.5, -kInfinite}));
    EXPECT_EQ(sums, (std::vector<std::int64_t>{n, n * (n - 1) / 2, n * (std::int64_t{1} << 50)}));
  }
}

void not_a_number_stays(Ranks& ranks) {
  const bool last = ranks.own() == ranks.count() - 1;
  EXPECT_TRUE(std::isnan(largest(ranks, last ? kNan : kInfinite)));
}

void share_goes_from_each_rank_to_all(Ranks& ranks) {
  for (int from = 0; from < ranks.count(); ++from) {
    Bytes letter = bytes("this is rank " + std::to_string(ranks.own()));
    ranks.share(letter, from);
    EXPECT_EQ(text(letter), "this is rank " + std::to_string(from));
    Bytes none;
    ranks.share(none, from);
    EXPECT_TRUE(none.empty());
  }
}

void all_and_collect_keep_the_order_of_ranks(Ranks& ranks) {
  const auto word = [](int rank) { return std::string(static_cast<std::size_t>(rank), 'x'); };
  const Bytes own = bytes(word(ranks.own()));
  const std::vector<Bytes> all = ranks.all(own), collected = ranks.collect(own);
  ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks.count()));
  for (int k = 0; k < ranks.count(); ++k) EXPECT_EQ(text(all[static_cast<std::size_t>(k)]), word(k));
  if (ranks.first())
    EXPECT_EQ(collected, all);
  else
    EXPECT_TRUE(collected.empty());
}

void letters_arrive_sorted_by_sender(Ranks& ranks) {
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
}

void posts_reach_their_partners(Ranks& ranks) {
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
}

void exact_sums_do_not_depend_on_who_holds_a_term(Ranks& ranks) {
  std::mt19937_64 random(3);
  std::vector<double> terms{1e300, 1, -1e300, 5e-324, -1e-300, 1e16};
  for (int k = 0; k < 1000; ++k)
    terms.push_back(std::ldexp(1.0 * static_cast<double>(random() >> 11) - 4e15, k % 300));
  ExactSum one;
  for (const double term : terms) one += term;
  std::vector<ExactSum> sums(2);
  for (std::size_t k = 0; k < terms.size(); ++k)
    if (static_cast<int>(k * k % 17) % ranks.count() == ranks.own()) sums[0] += terms[k];
  if (ranks.own() == 0) sums[1] += kInfinite;
  combine(ranks, sums);
  EXPECT_EQ(sums[0].value(), one.value());
  EXPECT_EQ(sums[1].value(), kInfinite);
}

void select_finds_every_place(Ranks& ranks) {
  std::vector<double> values{3, -1, -0.0, 0, 3, 1e-310, -kInfinite, kInfinite, 2.5, -1e300, 7, 3};
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  std::vector<double> own;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (static_cast<int>(k) % ranks.count() == ranks.own()) own.push_back(values[k]);
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_EQ(select(ranks, own, static_cast<std::int64_t>(k)), sorted[k]) << k;
}

void any_asks_all(Ranks& ranks) {
  EXPECT_TRUE(any(ranks, ranks.own() == ranks.count() - 1));
  EXPECT_FALSE(any(ranks, false));
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

void all_throw_the_error_of_the_lowest_that_fails(Ranks& ranks) {
  const int who = ranks.count() / 2;
  const TextPlace place{"scene.yaml", 3, 6, "gap: 3 s"};
  expect_on_all(ranks, who, InputError("expected a length", place));
  expect_on_all(ranks, who, RunError("the disk is full"));
  expect_on_all(ranks, who, NotConverged("no convergence"));
  expect_on_all(ranks, who, std::bad_alloc());
  expect_on_all(ranks, who, std::runtime_error("other"));
  EXPECT_NO_THROW(all_or_none(ranks, [] {}));
}

void first_other_is_the_lowest_that_differs(Ranks& ranks) {
  for (int low = 1; low <= ranks.count(); ++low) {
    const std::string version =
        ranks.own() >= low ? "0.2" + std::string(static_cast<std::size_t>(ranks.own()), '+') : "0.1";
    const std::optional<int> other = first_other(ranks, bytes_of(version));
    EXPECT_EQ(other, low < ranks.count() ? std::optional(low) : std::nullopt);
  }
}

}  // namespace

std::vector<RanksCall> ranks_calls() {
  return {
      {"CombineTakesLargestAndSums", combine_takes_largest_and_sums},
      {"NotANumberStays", not_a_number_stays},
      {"ShareGoesFromEachRankToAll", share_goes_from_each_rank_to_all},
      {"AllAndCollectKeepTheOrderOfRanks", all_and_collect_keep_the_order_of_ranks},
      {"LettersArriveSortedBySender", letters_arrive_sorted_by_sender},
      {"PostsReachTheirPartners", posts_reach_their_partners},
      {"ExactSumsDoNotDependOnWhoHoldsATerm", exact_sums_do_not_depend_on_who_holds_a_term},
      {"SelectFindsEveryPlace", select_finds_every_place},
      {"AnyAsksAll", any_asks_all},
      {"AllThrowTheErrorOfTheLowestThatFails", all_throw_the_error_of_the_lowest_that_fails},
      {"FirstOtherIsTheLowestThatDiffers", first_other_is_the_lowest_that_differs},
  };
}

}  // namespace cairn
