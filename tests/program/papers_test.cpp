// Published experiments that take seconds: `cairn validate` finds their cards, runs them, and every band
// holds.
#include <gtest/gtest.h>

#include <cstdlib>

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
                         testing::Values("C1", "C2", "C5", "C7", "C16", "C17", "C19", "C20", "C21", "C22",
                                         "C23", "chung_ooi_1", "chung_ooi_2", "chung_ooi_3", "chung_ooi_4",
                                         "chung_ooi_7", "hertz_chain"),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace cairn::program
