// The server of `cairn view` from outside: tests/python/view.py asks it over 127.0.0.1.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "program/view_scene.h"

namespace cairn::program {
namespace {

class ViewTest : public testing::Test {
 protected:
  void SetUp() override {
    const Words imports{"/usr/bin/python3", "-c", "import h5py, numpy"};
    if (run_other(folder, imports).code != 0) {
      ASSERT_TRUE(may_skip()) << "no h5py";
      GTEST_SKIP() << "no h5py";
    }
    folder.write("beads.yaml", box_scene("0.03 s", "5 ms"));
    const Outcome made = cairn(folder, {"run", "beads.yaml", "-q", "-j", "1"});
    ASSERT_EQ(made.code, 0) << made.err;
  }
  void passes(const Words& words) {
    const Outcome outcome = script(folder, "view.py", words);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  }

  TemporaryFolder folder;
};

TEST_F(ViewTest, AnswersOnlyItsOwnPage) { passes({"guard"}); }

TEST_F(ViewTest, SendsHeadersThatConfineThePage) { passes({"headers"}); }

TEST_F(ViewTest, UnderstandsNoMethodButGet) { passes({"methods"}); }

TEST_F(ViewTest, NoPathReachesTheDisk) { passes({"traversal"}); }

TEST_F(ViewTest, DismissesClientsThatSendTooMuchOrTooSlowly) { passes({"limits"}); }

TEST_F(ViewTest, SendsTheNumbersOfTheFrames) { passes({"arrays"}); }

TEST_F(ViewTest, ShowsWhatIsReadableInADamagedFolder) { passes({"damaged"}); }

TEST_F(ViewTest, FollowsARunThatIsKilledAndResumed) {
  folder.write("long.yaml", box_scene("1000 s", "5 ms"));
  passes({"live"});
}

TEST_F(ViewTest, NamesPortsAndFoldersThatItCannotUse) {
  for (const char* copy : {"other.run", "study/runs/001.run"}) {
    std::filesystem::create_directories((folder.path() / copy).parent_path());
    std::filesystem::copy(folder.path() / "beads.run", folder.path() / copy,
                          std::filesystem::copy_options::recursive);
  }
  folder.write("study/table.csv", "# units: 1,1\nrun,let.mu\n001.run,0.5\n002.run,failed\n");
  passes({"places"});
}

TEST_F(ViewTest, OpensABrowserWhereThereIsADisplay) { passes({"browser"}); }

TEST_F(ViewTest, ARunBesideItsPageHasTheSameBits) {
  const Outcome page = cairn(folder, {"export", "beads.run", "--html", "page.html"});
  if (page.code != 0) {
    EXPECT_NE(page.err.find("without the browser's page"), std::string::npos) << page.err;
    ASSERT_TRUE(may_skip()) << "no page in the program";
    GTEST_SKIP() << "no page in the program";
  }
  passes({"companion"});
}

TEST_F(ViewTest, SurvivesRandomRequests) {
  passes({"fuzz", std::getenv("CAIRN_LONG") != nullptr ? "100000" : "2000"});
}

}  // namespace
}  // namespace cairn::program
