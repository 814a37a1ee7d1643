// The calls of all ranks over MPI: mpirun -n 4 mpi_tests. With one argument the program shows a fault
// instead: unequal_calls (the ranks call different things), late (rank 1 never comes), abandon (rank 1 ends
// all).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "mpi/ranks.h"
#include "mpi/zoltan.h"
#include "unit/ranks_calls.h"

namespace cairn {
namespace {

// Hides what goes well on all ranks but the first.
class FailuresAlone final : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) printf("%s:%d: %s\n", result.file_name(), result.line_number(), result.summary());
  }
};

class Call final : public testing::Test {
 public:
  Call(const RanksCall& call, Ranks& ranks) : call_(call), ranks_(ranks) {}
  void TestBody() override { call_.run(ranks_); }

 private:
  const RanksCall call_;
  Ranks& ranks_;
};

// More than one message of MPI may hold goes through in pieces.
void long_letters_arrive(Ranks& ranks) {
  if (ranks.count() != 2 || std::getenv("CAIRN_LONG") == nullptr) return;
  const std::size_t size = (std::size_t{1} << 31) + 12345;
  std::vector<Letter> letters;
  if (ranks.own() == 0) letters.push_back({1, Bytes(size, std::byte{7})});
  const std::vector<Letter> came = ranks.exchange(std::move(letters));
  if (ranks.own() == 1) {
    ASSERT_EQ(came.size(), 1u);
    EXPECT_TRUE(came[0].bytes == Bytes(size, std::byte{7}));
  }
}

// Zoltan gives every rank its share of a cloud of leaves, and all ranks the same answer.
void zoltan_shares_leaves(Ranks& ranks) {
  constexpr double kMostOverMean = 1.05;  // leaves are 1 % of a share at most
  ZoltanPartition partition(ranks);
  for (const std::size_t n : {0u, 1u, 7u, 4000u}) {
    std::vector<LeafPlace> leaves;
    std::uint64_t random = 1;
    const auto next = [&] { return static_cast<double>((random = random * 6364136223846793005u + 1) >> 40); };
    for (std::size_t k = 0; k < n; ++k)
      leaves.push_back({{next(), next(), next()}, 1.0 + static_cast<double>(k % 5)});
    const std::vector<int> owners = partition.owners(leaves, ranks.count());
    ASSERT_EQ(owners.size(), n);
    EXPECT_FALSE(first_other(ranks, std::as_bytes(std::span(owners))));
    std::vector<double> weight(static_cast<std::size_t>(ranks.count()));
    double all = 0;
    for (std::size_t k = 0; k < n; ++k) {
      ASSERT_TRUE(owners[k] >= 0 && owners[k] < ranks.count());
      weight[static_cast<std::size_t>(owners[k])] += leaves[k].weight;
      all += leaves[k].weight;
    }
    const double mean = all / ranks.count();
    if (n < 4000) continue;  // leaves are too few for equal shares
    EXPECT_LE(*std::ranges::max_element(weight), kMostOverMean * mean);
  }
}

int show(const std::string& fault, Ranks& ranks) {
  if (fault == "unequal_calls") {
    Bytes letter;
    if (ranks.own() == 1) ranks.share(letter, 0);
    if (ranks.own() != 1) total(ranks, 1);
  }
  if (fault == "late") {
    if (ranks.own() == 1) std::this_thread::sleep_for(std::chrono::hours(1));
    total(ranks, 1);
  }
  if (fault == "abandon") {
    if (ranks.own() == 1) ranks.abandon(3);
    total(ranks, 1);
  }
  return 0;
}

int run(int argc, char** argv) {
  MpiRanks ranks(argc, argv, Calls::compared);
  if (argc > 1) return show(argv[1], ranks);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (!ranks.first()) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresAlone);
  }
  std::vector<RanksCall> calls = ranks_calls();
  calls.push_back({"LongLettersArrive", long_letters_arrive});
  calls.push_back({"ZoltanSharesLeaves", zoltan_shares_leaves});
  for (const RanksCall& call : calls)
    testing::RegisterTest("MpiRanks", call.name, nullptr, nullptr, __FILE__, __LINE__,
                          [call, &ranks]() -> testing::Test* { return new Call(call, ranks); });
  // All ranks fail if one does.
  return any(ranks, RUN_ALL_TESTS() != 0) ? 1 : 0;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return cairn::run(argc, argv);
}
