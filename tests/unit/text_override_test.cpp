// --set KEY=VALUE
#include <gtest/gtest.h>

#include "unit/scene_sample.h"

namespace cairn {
namespace {

class Override : public testing::Test {
 protected:
  const Option schema = sample::vocabulary();

  // The scene with overrides; `value` looks at it while tree and schema live.
  template <class Look>
  void with(const std::vector<std::string>& overrides, Look look) {
    Tree tree = Tree::from_text(sample::kScene, "scene.yaml");
    for (const std::string& argument : overrides) tree.set(argument, schema);
    look(interpret(tree, schema));
  }
};

TEST_F(Override, ReplacesValues) {
  with({"let.gap=2.5mm", "time.end=1s", "materials.glass.friction=0.3"}, [](const Value& scene) {
    EXPECT_EQ(scene["bodies"].items()[1]["shape"]["size"].vector()[2], 0.0025);
    EXPECT_EQ(scene["time"]["end"].number(), 1);
    EXPECT_EQ(scene["materials"]["glass"]["friction"].number(), 0.3);
    EXPECT_EQ(scene["materials"]["wall"]["friction"].number(), 0.7);
  });
}

TEST_F(Override, ItemsByIndexAndByName) {
  with({"bodies.0.position=[0, 0, 1]", "bodies.slope.position=[d, 0, 0]", "events.1.at=0.7 s"},
       [](const Value& scene) {
         EXPECT_EQ(scene["bodies"].items()[0]["position"].vector()[2], 1);
         EXPECT_EQ(scene["bodies"].items()[1]["position"].vector()[0], 0.0005);
         EXPECT_EQ(scene["events"].items()[1]["at"].number(), 0.7);
         EXPECT_EQ(scene["events"].items().size(), 2u);
       });
}

TEST_F(Override, ItemsByTheNameBelowTheirKind) {
  Tree tree =
      Tree::from_text("joints:\n  - {ball: {name: hip}}\n  - {slider: {name: knee, limit: 1}}\n", "a.yaml");
  tree.set("joints.knee.slider.limit=3", schema);
  const Node* second = tree.root().find("joints")->first->next;
  EXPECT_EQ(second->find("slider")->find("limit")->text(), "3");
  try {
    tree.set("joints.kne.slider.limit=3", schema);
    FAIL() << "there is no such joint";
  } catch (const InputError& error) {
    EXPECT_NE(error.message().find("did you mean 'knee'?"), std::string::npos) << error.message();
  }
}

TEST_F(Override, InsertsKeysThatTheSchemaKnows) {
  with({"time.allow_unstable=true", "dimension=2", "stop.after=1s", "materials.wall.young=1 MPa"},
       [](const Value& scene) {
         EXPECT_TRUE(scene["time"]["allow_unstable"].flag());
         EXPECT_EQ(scene["dimension"].integer(), 2);
         EXPECT_EQ(scene["stop"]["after"].number(), 1);
         EXPECT_EQ(scene["materials"]["wall"]["young"].number(), 1e6);
       });
}

TEST_F(Override, InsertsWholeSections) {
  const std::string text = "materials: {a: {}}\ntime:\n";
  Tree tree = Tree::from_text(text, "scene.yaml");
  tree.set("time.end=3 s", schema);
  tree.set("method.impact.lambda=7", schema);
  const Value scene = interpret(tree, schema);
  EXPECT_EQ(scene["time"]["end"].number(), 3);
  EXPECT_EQ(scene["method"]["lambda"].number(), 7);
}

TEST_F(Override, LastOneWins) {
  with({"time.end=1s", "time.end=4s"},
       [](const Value& scene) { EXPECT_EQ(scene["time"]["end"].number(), 4); });
}

TEST_F(Override, PlacesNameTheArgument) {
  with({"time.end=1s"}, [](const Value& scene) {
    EXPECT_EQ(scene["time"]["end"].place().file, "--set time.end=1s");
    EXPECT_EQ(scene["time"].place().file, "scene.yaml");
  });
}

TEST_F(Override, ErrorsNameTheArgument) {
  const auto refusal = [](const std::string& argument) {
    return sample::refusal(sample::kScene, {argument});
  };
  EXPECT_EQ(refusal("let.gpa=2mm"),
            "--set let.gpa=2mm: error: no such key 'gpa'; did you mean 'gap'? Known: d, gap\n"
            "   let.gpa=2mm\n"
            "       ^");
  EXPECT_CONTAINS(refusal("materials.glas.friction=1"),
                  "--set materials.glas.friction=1: error: no such key 'glas'; did you mean 'glass'?");
  EXPECT_CONTAINS(refusal("time.ned=1s"),
                  "--set time.ned=1s: error: unknown key 'ned' in 'time'; did you mean 'end'?");
  EXPECT_CONTAINS(refusal("tmie.end=1s"),
                  "--set tmie.end=1s: error: unknown key 'tmie' in the file; did you mean 'time'?");
  EXPECT_CONTAINS(
      refusal("time.end=3 mm"),
      "--set time.end=3 mm: error: time.end: expected a time such as '5 ms', got '3 mm' (a length)");
  EXPECT_CONTAINS(refusal("time.end=3 mm"), "\n   time.end=3 mm\n            ^");
  EXPECT_CONTAINS(refusal("let.gap=2mmm"),
                  "--set let.gap=2mmm: error: let.gap: unknown unit 'mmm'; did you mean 'mm'?");
  EXPECT_CONTAINS(refusal("bodies.9.fixed=true"), "no item '9' among 3 items");
  EXPECT_CONTAINS(refusal("bodies.slop.fixed=true"), "no item 'slop' among 3 items; did you mean 'slope'?");
  EXPECT_CONTAINS(refusal("title.x=1"), "'title' is a single value in the file and has no key 'x'");
  EXPECT_CONTAINS(refusal("time.end"), "--set time.end: error: expected KEY=VALUE, for example time.end=2s");
  EXPECT_CONTAINS(refusal("=1"), "expected KEY=VALUE");
  EXPECT_CONTAINS(refusal("time.end="), "no value after '='");
  EXPECT_CONTAINS(refusal("time..end=1"), "empty key in the path");
  EXPECT_CONTAINS(refusal("time.end=[1"), "not valid YAML");
  EXPECT_CONTAINS(refusal("time.end=&a 1"), "anchors (&name) are not allowed");
}

}  // namespace
}  // namespace cairn
