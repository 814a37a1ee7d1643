// Files outside the scene's folder: refused, unless the user allows them.
#include <gtest/gtest.h>

#include "program/program.h"

namespace cairn::program {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string kHead =
    "materials: {glass: {density: 2500}}\nmethod: {explicit: {law: hooke, stiffness: 200}}\n"
    "time: {step: 10 us, end: 1 ms}\n";

std::string csv_scene(const std::string& file) {
  return kHead + "bodies:\n  - {name: balls, material: glass, shape: sphere, csv: {file: " + file + "}}\n";
}

void write_balls(const TemporaryFolder& folder, const std::string& name) {
  folder.write(name, "x,y,z,radius\n0,0,0,0.1\n1,0,0,0.1\n");
}

// The folder that a message proposes.
std::string proposed(const std::string& message) {
  const std::size_t at = message.find("--allow '");
  if (at == std::string::npos) return "";
  return message.substr(at + 9, message.find('\'', at + 9) - at - 9);
}

TEST(Allow, TheMessageOfARefusedFileWorksWhenFollowed) {
  const TemporaryFolder folder;
  write_balls(folder, "data/balls.csv");
  folder.write("scenes/dots.yaml", csv_scene("../data/balls.csv"));
  folder.write("scenes/absolute.yaml", csv_scene((folder.path() / "data/balls.csv").string()));
  std::filesystem::create_symlink("../data/balls.csv", folder.path() / "scenes/link.csv");
  folder.write("scenes/link.yaml", csv_scene("link.csv"));
  for (const std::string name : {"dots", "absolute", "link"}) {
    const std::string scene = "scenes/" + name + ".yaml";
    for (const char* command : {"check", "run"}) {
      const Outcome refused = cairn(folder, {command, scene});
      EXPECT_EQ(refused.code, 2) << name;
      EXPECT_TRUE(has(refused.err, scene + ":5:")) << refused.err;
      const std::string dir = proposed(refused.err);
      ASSERT_NE(dir, "") << refused.err;
      const Outcome followed = cairn(folder, {command, scene, "--allow", "scenes", "--allow", dir});
      EXPECT_EQ(followed.code, 0) << followed.err;
    }
    // A run knows what it was allowed when it goes on.
    const Outcome resumed = cairn(folder, {"resume", name + ".run", "-q", "--until", "2 ms"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
  }
  const Outcome compared =
      cairn(folder, {"compare", "scenes/dots.yaml", "--methods", "scene", "--allow", "data", "-o", "c"});
  EXPECT_EQ(compared.code, 0) << compared.out << compared.err;
}

TEST(Allow, AllowsThatFolderAndNoOther) {
  const TemporaryFolder folder;
  write_balls(folder, "data/balls.csv");
  write_balls(folder, "data2/balls.csv");
  folder.write("scenes/a.yaml", csv_scene("../data2/balls.csv"));
  EXPECT_EQ(cairn(folder, {"check", "scenes/a.yaml", "--allow", "data"}).code, 2);
  EXPECT_EQ(cairn(folder, {"check", "scenes/a.yaml", "--allow", "data2"}).code, 0);
  const Outcome none = cairn(folder, {"check", "scenes/a.yaml", "--allow", "nowhere"});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(has(none.err, "--allow 'nowhere': there is no such folder")) << none.err;
  // The scene cannot allow anything itself.
  folder.write("scenes/b.yaml", csv_scene("../data/balls.csv") + "allow: [../data]\n");
  EXPECT_EQ(cairn(folder, {"check", "scenes/b.yaml"}).code, 2);
}

TEST(Allow, AStartIsLookedForBesideTheResultsToo) {
  const TemporaryFolder folder;
  write_balls(folder, "scenes/balls.csv");
  folder.write("scenes/first.yaml", csv_scene("balls.csv"));
  folder.write("scenes/second.yaml", kHead + "start: {from: first.run}\n");
  EXPECT_EQ(cairn(folder, {"run", "scenes/second.yaml", "-q"}).code, 2) << "there is no first.run yet";
  ASSERT_EQ(cairn(folder, {"run", "scenes/first.yaml", "-q"}).code, 0);  // in ./first.run
  EXPECT_EQ(cairn(folder, {"check", "scenes/second.yaml"}).code, 0);
  const Outcome second = cairn(folder, {"run", "scenes/second.yaml", "-q"});
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(json_value(folder.read("second.run/summary.json"), "bodies"), "2");
  EXPECT_EQ(cairn(folder, {"resume", "second.run", "-q", "--until", "2 ms"}).code, 0);
  // Not in the place of the run that it starts from.
  const Outcome own = cairn(folder, {"run", "scenes/second.yaml", "-q", "-o", "first.run", "--force"});
  EXPECT_EQ(own.code, 2);
  EXPECT_TRUE(has(own.err, "the scene starts from there")) << own.err;
  // Results elsewhere have no such neighbour.
  EXPECT_EQ(cairn(folder, {"run", "scenes/second.yaml", "-q", "-o", "far/second.run"}).code, 2);
}

}  // namespace
}  // namespace cairn::program
