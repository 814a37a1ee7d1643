// Published experiments that take seconds: `cairn validate` finds their cards, runs them, and every band
// holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "places.h"
#include "program.h"

namespace cairn::program {
namespace {

class Published : public testing::TestWithParam<const char*> {};

TEST_P(Published, IsReproduced) {
  const TemporaryFolder folder;
  setenv("CAIRN_SCENES", in_source_tree("scenes").c_str(), 1);
  const Outcome outcome = cairn(folder, {"validate", GetParam(), "-o", "validation"});
  unsetenv("CAIRN_SCENES");
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(folder.has("validation/ledger.jsonl"));
}

INSTANTIATE_TEST_SUITE_P(Quick, Published,
                         testing::Values("C1", "C2", "C5", "C7", "C16", "C19", "C20", "C22", "C23",
                                         "chung_ooi_1", "chung_ooi_2", "chung_ooi_3", "chung_ooi_4",
                                         "chung_ooi_7", "hertz_chain"),
                         [](const auto& named) { return std::string(named.param); });

// Cards that miss a band, and the quantities by which they do. Another miss, or none, is news.
struct Miss {
  const char* card;
  std::vector<std::string> quantities;
};
void PrintTo(const Miss& miss, std::ostream* out) { *out << miss.card; }
class Missed : public testing::TestWithParam<Miss> {};

TEST_P(Missed, FailsByTheKnownQuantitiesAlone) {
  const TemporaryFolder folder;
  setenv("CAIRN_SCENES", in_source_tree("scenes").c_str(), 1);
  const Outcome outcome = cairn(folder, {"validate", GetParam().card, "-o", "validation"});
  unsetenv("CAIRN_SCENES");
  EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
  std::istringstream lines(outcome.out);
  std::size_t failed = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(GetParam().card) || !line.ends_with("FAIL")) continue;
    ++failed;
    const auto is_named = [&](const std::string& name) { return line.find(name) != std::string::npos; };
    EXPECT_TRUE(std::ranges::any_of(GetParam().quantities, is_named)) << line;
  }
  EXPECT_EQ(failed, GetParam().quantities.size()) << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Quick, Missed,
                         testing::Values(Miss{"C17", {"sweeps, sal", "sweeps, ibp"}},
                                         Miss{"C21", {"spin, energy tracking"}}),
                         [](const auto& named) { return std::string(named.param.card); });

// Cards can fail: each does so with the setting that it calls wrong.
TEST(Wrong, SettingsMakeCardsFail) {
  const TemporaryFolder folder;
  setenv("CAIRN_SCENES", in_source_tree("scenes").c_str(), 1);
  const Outcome outcome =
      cairn(folder, {"validate", "--wrong", "C1", "C2", "C16", "C20", "C22", "C23", "chung_ooi_1",
                     "chung_ooi_2", "chung_ooi_3", "chung_ooi_7", "hertz_chain"});
  unsetenv("CAIRN_SCENES");
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

}  // namespace
}  // namespace cairn::program
