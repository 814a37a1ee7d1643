// What `cairn export` writes, as other programs read it: tests/python/exports.py.
#include <gtest/gtest.h>

#include "program/view_scene.h"

namespace cairn::program {
namespace {

class ExportTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has("h5py")) {
      ASSERT_TRUE(may_skip()) << "no h5py";
      GTEST_SKIP() << "no h5py";
    }
    std::string scene = box_scene("0.03 s", "5 ms");
    const std::string measures = "measure:\n";
    scene.insert(scene.find(measures) + measures.size(),
                 "  smooth: {field: {box: {min: [0, 0, 0], max: [20 mm, 20 mm, 20 mm]}, nx: 4, ny: 5, nz: 6, "
                 "width: 9 mm}, every: 5 ms}\n");
    folder.write("beads.yaml", scene);
    const Outcome made = cairn(folder, {"run", "beads.yaml", "-q", "-j", "1"});
    ASSERT_EQ(made.code, 0) << made.err;
  }
  bool has(const std::string& module) const {
    return run_other(folder, {"/usr/bin/python3", "-c", "import " + module}).code == 0;
  }
  void passes(const std::string& name) const {
    const Outcome outcome = script(folder, "exports.py", {name});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  }
  Outcome exported(const Words& more) const {
    Words words{"export", "beads.run"};
    words.insert(words.end(), more.begin(), more.end());
    return cairn(folder, words);
  }

  TemporaryFolder folder;
};

TEST_F(ExportTest, VtkReadsBodiesAndContacts) {
  if (!has("vtkmodules.vtkIOXML")) {
    ASSERT_TRUE(may_skip()) << "no python3-vtk9";
    GTEST_SKIP() << "no python3-vtk9";
  }
  passes("vtk");
}

TEST_F(ExportTest, TablesAndDumpsHaveTheNumbersOfTheFrames) { passes("tables"); }

TEST_F(ExportTest, ThePageHoldsTheAnswersOfTheServer) {
  folder.write("many.yaml", box_scene("0.03 s", "0.3 ms"));
  ASSERT_EQ(cairn(folder, {"run", "many.yaml", "-q", "-j", "1"}).code, 0);
  passes("html");
}

TEST_F(ExportTest, FilmsHaveTheirSizeRateAndLength) {
  if (run_other(folder, {"/usr/bin/env", "ffprobe", "-version"}).code != 0) {
    ASSERT_TRUE(may_skip()) << "no ffmpeg";
    GTEST_SKIP() << "no ffmpeg";
  }
  passes("movie");
}

TEST_F(ExportTest, WithoutFfmpegItSaysHowToGetIt) {
  const Outcome outcome = run_other(
      folder, {"/usr/bin/env", "PATH=/nowhere", cairn_program(), "export", "beads.run", "--movie", "a.mp4"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("apt-get install ffmpeg"), std::string::npos) << outcome.err;
  EXPECT_FALSE(folder.has("a.mp4"));
}

TEST_F(ExportTest, OptionsThatContradictAreRefused) {
  for (const auto& [words, part] : std::vector<std::pair<Words, std::string>>{
           {{}, "say what to export"},
           {{"--png", "--csv", "-o", "a"}, "one output"},
           {{"--csv", "--frame", "all", "-o", "a"}, "one table"},
           {{"--movie", "a.mp4", "--width", "161"}, "even"},
           {{"--movie", "a.mp4", "--speed", "1e-9"}, "at most"},
           {{"--movie", "a.mp4", "--path", "0,20"}, "two stations"},
           {{"--movie", "a.mp4", "--path", "0,20 9,99"}, "'9,99'"},
           {{"--movie", "a.mp4", "--path", "0,20 9,9,1,2"}, "zoom"},
           {{"--movie", "a.mp4", "--path", "0,2 9,9", "--orbit", "9"}, "--orbit"},
           {{"--csv", "--frame", "99"}, "from 0 to"}}) {
    const Outcome outcome = exported(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace cairn::program
