// The examples of docs/adding.md. This program has the page's files and tests, and the tests that go over all
// rows of a table, in which the examples stand beside the others. Of those it runs only the ones with an
// example.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace cairn {
namespace {

// A suite over all rows, and an example that is one of them.
struct OverRows {
  std::string suite, example;
};
const std::vector<OverRows> kOverRows{
    {"EveryForceLaw", "soft"},   {"EveryRowLaw", "dilatant"}, {"EverySolver", "gradient"},
    {"LocalSolvers", "split"},   {"EveryMethod", "lawsoft"},  {"EveryMethod", "implicitlawdilatant"},
    {"EveryMethod", "substeps"},
};

std::vector<const testing::TestInfo*> all_tests() {
  std::vector<const testing::TestInfo*> all;
  const testing::UnitTest& program = *testing::UnitTest::GetInstance();
  for (int s = 0; s < program.total_test_suite_count(); ++s)
    for (int t = 0; t < program.GetTestSuite(s)->total_test_count(); ++t)
      all.push_back(program.GetTestSuite(s)->GetTestInfo(t));
  return all;
}

bool ends_with_suite(const testing::TestInfo& test, const std::string& suite) {
  return std::string(test.test_suite_name()).ends_with("/" + suite);
}
bool has_example(const testing::TestInfo& test, const OverRows& rows) {
  const std::string name = test.name();
  return ends_with_suite(test, rows.suite) && name.find(rows.example, name.find('/')) != std::string::npos;
}

// True for the tests of other folders, which this program shares.
bool is_shared(const testing::TestInfo& test) {
  const std::set<std::string> shared{"laws_table_test.cpp", "solvers_test.cpp", "nlgs_test.cpp",
                                     "methods_test.cpp"};
  return shared.contains(std::filesystem::path(test.file()).filename());
}

// All tests of the page, and those over rows that have an example.
std::string filter() {
  std::vector<std::string> names;
  for (const testing::TestInfo* test : all_tests()) {
    const auto is_row = [&](const OverRows& rows) { return has_example(*test, rows); };
    if (!is_shared(*test) || std::ranges::any_of(kOverRows, is_row))
      names.push_back(fmt::format("{}.{}", test->test_suite_name(), test->name()));
  }
  return fmt::format("{}", fmt::join(names, ":"));
}

std::string first_part(const std::string& name) { return name.substr(0, name.find('/')); }

TEST(AddingPage, EveryTestOverRowsMeetsItsExample) {
  for (const OverRows& rows : kOverRows) {
    SCOPED_TRACE(rows.suite + " " + rows.example);
    std::set<std::string> questions, asked;
    for (const testing::TestInfo* test : all_tests()) {
      if (ends_with_suite(*test, rows.suite)) questions.insert(first_part(test->name()));
      if (has_example(*test, rows)) asked.insert(first_part(test->name()));
    }
    EXPECT_FALSE(questions.empty());
    EXPECT_EQ(asked, questions);
  }
}

// One suite per section with an example.
TEST(AddingPage, EverySectionHasItsTest) {
  std::set<std::string> suites;
  for (const testing::TestInfo* test : all_tests())
    if (!is_shared(*test)) suites.insert(test->test_suite_name());
  const std::set<std::string> sections{"Soft",  "Dilatant", "Gradient",  "Split",    "Cyclic",
                                       "Prism", "Egg",      "Planar",    "Centroid", "Substeps",
                                       "Kick",  "Tilt",     "AddingPage"};
  EXPECT_EQ(suites, sections);
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(filter) == "*") GTEST_FLAG_SET(filter, cairn::filter());
  return RUN_ALL_TESTS();
}
