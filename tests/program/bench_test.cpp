// `cairn bench` prints its rows. The work is little and nothing is timed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

// Fields of the rows of the first table, without the heading and the rule.
std::vector<Words> rows_of(const std::string& text) {
  std::vector<Words> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("|");) {
    Words fields;
    std::istringstream words(line);
    for (std::string field; std::getline(words, field, '|');) fields.push_back(field);
    rows.push_back(fields);
  }
  rows.erase(rows.begin(), rows.begin() + std::min<std::ptrdiff_t>(2, std::ssize(rows)));
  return rows;
}

struct Expected {
  const char* name;
  std::size_t rows;  // at least; one more for each further peer
};

class BenchRows : public testing::TestWithParam<Expected> {};

TEST_P(BenchRows, HaveWorkRatesAndStages) {
  const TemporaryFolder folder;
  const Outcome outcome = cairn(folder, {"bench", GetParam().name, "--quick", "--markdown"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<Words> rows = rows_of(outcome.out);
  EXPECT_GE(rows.size(), GetParam().rows) << outcome.out;
  for (const Words& fields : rows) {
    ASSERT_EQ(fields.size(), 13u) << outcome.out;
    EXPECT_GT(std::stod(fields[2]), 0) << "bodies";
    EXPECT_GT(std::stod(fields[4]), 0) << "rate";
    EXPECT_EQ(fields[5] == " - ", fields[6] == " - ") << "a peer has a rate";
    EXPECT_NE(fields[12].find(" %"), std::string::npos) << "stages";
  }
  EXPECT_NE(outcome.out.find("Load of the machine"), std::string::npos);
  EXPECT_TRUE(folder.list().empty()) << "files are left";
}

INSTANTIATE_TEST_SUITE_P(All, BenchRows,
                         testing::Values(Expected{"chute", 1}, Expected{"drum", 1}, Expected{"mixer", 1},
                                         Expected{"hopper", 1}, Expected{"rigid", 6}),
                         [](const auto& tested) { return tested.param.name; });

// Every state at rest was judged: no body of cairn may be deep in another one.
TEST(Bench, RigidJudgesOverlaps) {
  const TemporaryFolder folder;
  const Outcome outcome = cairn(folder, {"bench", "rigid", "--quick", "--markdown"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  constexpr double kPercentOfASlowFall = 5;
  for (const Words& fields : rows_of(outcome.out)) {
    EXPECT_LT(std::stod(fields[10]), kPercentOfASlowFall) << fields[1];
    EXPECT_EQ(fields[11] == " - ", fields[6] == " - ") << "the state of a peer was judged";
  }
}

TEST(Bench, PageKeepsItsTextAndGetsNewTables) {
  const TemporaryFolder folder;
  folder.write("page.md",
               "# Page\nText.\n<!-- cairn bench machine -->\nold\n<!-- end -->\nMore.\n"
               "<!-- cairn bench drum -->\n<!-- end -->\n");
  const Outcome outcome = cairn(folder, {"bench", "--page", "page.md", "--quick"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = folder.read("page.md");
  EXPECT_TRUE(page.starts_with("# Page\nText.\n<!-- cairn bench machine -->\n\n    cairn bench machine\n\n|"))
      << page;
  EXPECT_EQ(page.find("old"), std::string::npos) << page;
  EXPECT_NE(page.find("<!-- end -->\nMore.\n<!-- cairn bench drum -->\n\n    cairn bench drum\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("| drum, turning |"), std::string::npos) << page;
  // A page that is made twice has no more lines than one that is made once.
  ASSERT_EQ(cairn(folder, {"bench", "--page", "page.md", "--quick"}).code, 0);
  const std::string again = folder.read("page.md");
  EXPECT_EQ(std::ranges::count(again, '#'), std::ranges::count(page, '#'));
  EXPECT_TRUE(again.ends_with("<!-- end -->\n")) << again;
}

TEST(Bench, PageSaysWhatIsWrongWithIt) {
  const TemporaryFolder folder;
  folder.write("open.md", "Text.\n<!-- cairn bench machine -->\n");
  folder.write("plain.md", "Text.\n");
  folder.write("wrong.md", "<!-- cairn bench drun -->\n<!-- end -->\n");
  const auto says = [&](const char* page, const char* words) {
    const Outcome outcome = cairn(folder, {"bench", "--page", page, "--quick"});
    EXPECT_NE(outcome.code, 0) << page;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  };
  says("open.md", "open.md:2:");
  says("plain.md", "docs/benchmarks.md");
  says("wrong.md", "did you mean 'drum'?");
  says("absent.md", "absent.md");
  EXPECT_EQ(folder.read("wrong.md"), "<!-- cairn bench drun -->\n<!-- end -->\n");
}

// The page of the documentation names benchmarks that there are.
TEST(Bench, PageOfTheDocumentationHasKnownParts) {
  const TemporaryFolder folder;
  const std::string known = cairn(folder, {"bench", "--list"}).out;
  std::ifstream page(in_source_tree("docs/benchmarks.md"));
  int parts = 0;
  const std::string begin = "<!-- cairn bench ";
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with(begin)) continue;
    ++parts;
    const std::string name = line.substr(begin.size(), line.find(' ', begin.size()) - begin.size());
    EXPECT_NE(("\n" + known).find("\n" + name + " "), std::string::npos) << name;
  }
  EXPECT_GT(parts, 5);
}

}  // namespace
}  // namespace cairn::program
