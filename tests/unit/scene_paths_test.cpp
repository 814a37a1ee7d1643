// A scene can name files inside its own folder and nothing else.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "scene/paths.h"
#include "scratch.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

class ScenePaths : public testing::Test {
 protected:
  ScenePaths() {
    fs::create_directories(scratch_.file("scene/data"));
    std::ofstream(scratch_.file("scene/data/balls.csv")) << "x\n";
    std::ofstream(scratch_.file("secret.csv")) << "x\n";
    fs::create_symlink("../secret.csv", scratch_.file("scene/out.csv"));
    fs::create_symlink("..", scratch_.file("scene/up"));
    fs::create_symlink("data/balls.csv", scratch_.file("scene/in.csv"));
    fs::create_symlink("/dev/zero", scratch_.file("scene/zero"));
    mkfifo(scratch_.file("scene/pipe").c_str(), 0600);
  }
  std::string folder() const { return scratch_.file("scene"); }
  std::string refusal(const std::string& name) const {
    try {
      return "accepted: " + confined_file(folder(), name, mark_);
    } catch (const InputError& error) {
      return error.what();
    }
  }

  Scratch scratch_;
  Document document_{"scene.yaml", "csv: {file: name}", false};
  Mark mark_{&document_, 1, 13};
};

TEST_F(ScenePaths, FindsFilesInsideAndBehindInnerLinks) {
  EXPECT_EQ(fs::path(confined_file(folder(), "data/balls.csv", mark_)).filename(), "balls.csv");
  EXPECT_EQ(confined_file(folder(), "in.csv", mark_), confined_file(folder(), "./data/balls.csv", mark_));
  EXPECT_EQ(fs::path(confined_folder(folder(), "data", mark_)).filename(), "data");
}

TEST_F(ScenePaths, RefusesEveryWayOut) {
  EXPECT_NE(refusal("../secret.csv").find("scene.yaml:1:13: error: '../secret.csv' leads out"),
            std::string::npos)
      << refusal("../secret.csv");
  EXPECT_NE(refusal("data/../../secret.csv").find("'..' is not allowed"), std::string::npos);
  EXPECT_NE(refusal(scratch_.file("scene/data/balls.csv")).find("absolute path"), std::string::npos);
  EXPECT_NE(refusal("/etc/passwd").find("absolute path"), std::string::npos);
  EXPECT_NE(refusal("out.csv").find("link that leads out"), std::string::npos);
  EXPECT_NE(refusal("up/secret.csv").find("link that leads out"), std::string::npos);
  EXPECT_NE(refusal("zero").find("link that leads out"), std::string::npos);
}

TEST_F(ScenePaths, RefusesWhatIsNoRegularFile) {
  EXPECT_NE(refusal("pipe").find("device, pipe or socket"), std::string::npos);
  EXPECT_NE(refusal("data").find("is a folder"), std::string::npos);
  EXPECT_NE(refusal("none.csv").find("No such file"), std::string::npos);
  EXPECT_NE(refusal("").find("not the name of a file"), std::string::npos);
  EXPECT_NE(refusal(std::string("a\0b", 3)).find("no file name can have"), std::string::npos);
  EXPECT_THROW(confined_folder(folder(), "data/balls.csv", mark_), InputError);
}

TEST_F(ScenePaths, FoldersThatTheUserAllowsAreReachedByAnyPath) {
  const auto allowed = [&](const std::string& folder_name) {
    return Folders(folder(), allowed_folders({scratch_.file(folder_name)}));
  };
  fs::create_directories(scratch_.file("scene2"));
  std::ofstream(scratch_.file("scene2/a.csv")) << "x\n";
  for (const std::string& name : {std::string("../scene2/a.csv"), scratch_.file("scene2/a.csv")}) {
    EXPECT_EQ(fs::path(confined_file(allowed("scene2"), name, mark_)).filename(), "a.csv");
    EXPECT_THROW(confined_file(allowed("scene"), name, mark_), InputError) << name;
    EXPECT_NE(refusal(name).find("--allow '" + fs::canonical(scratch_.file("scene2")).string() + "'"),
              std::string::npos)
        << refusal(name);
  }
  EXPECT_EQ(fs::path(confined_file(allowed("."), "out.csv", mark_)).filename(), "secret.csv");
  EXPECT_EQ(fs::path(confined_folder(allowed("scene2"), "../scene2", mark_)).filename(), "scene2");
  EXPECT_THROW(allowed_folders({scratch_.file("secret.csv")}), InputError);
}

TEST_F(ScenePaths, AFolderWithTheSameBeginningIsOutside) {
  fs::create_directories(scratch_.file("scene2"));
  std::ofstream(scratch_.file("scene2/a.csv")) << "x\n";
  fs::create_symlink("../scene2/a.csv", scratch_.file("scene/near.csv"));
  EXPECT_NE(refusal("near.csv").find("leads out"), std::string::npos);
}

}  // namespace
}  // namespace cairn
