// Joints as scenes write them: what is refused, where, and with which words; what is left apart by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "simulate.h"

namespace cairn::test {
namespace {

std::string with_joint(const std::string& joint, const std::string& more = "") {
  return "method: {implicit: {law: coulomb}}\ntime: {step: 1 ms, end: 1}\nmaterials: {steel: {density: "
         "1000}}\n"
         "bodies:\n"
         "  - {name: arm, material: steel, shape: {box: {size: [0.2, 0.02, 0.02]}}, position: [0.1, 0, 0]}\n"
         "  - {name: lever, material: steel, shape: {box: {size: [0.2, 0.02, 0.02]}}, position: [0.29, 0, "
         "0]}\n"
         "  - {name: wall, material: steel, shape: plane, position: [0, 0, -5], fixed: true}\n"
         "  - {name: balls, material: steel, shape: {sphere: {radius: 1 mm}}, position: [0, 0, 1], lattice: "
         "{spacing: 3 mm, counts: [2, 1, 1]}}\n" +
         more + "joints:\n  - {" + joint + "}\n";
}

std::string refusal(const std::string& joint, const std::string& more = "") {
  try {
    SceneRun run(with_joint(joint, more));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SceneJoints, RefuseWhatCanNotBe) {
  const auto revolute = [](const std::string& bodies, const std::string& rest) {
    return "revolute: {bodies: [" + bodies + "], point: [0, 0, 0], " + rest + "}";
  };
  const std::string axis = "axis: [0, 1, 0]";
  const std::vector<std::pair<std::string, std::string>> cases{
      {revolute("arm, ground", "axis: [0, 0, 0]"), "axis"},
      {revolute("arn, ground", axis), "arm"},
      {revolute("balls, ground", axis), "2 of them"},
      {revolute("wall, ground", axis), "neither"},
      {revolute("arm, arm", axis), "itself"},
      {revolute("arm", axis), "2"},
      {revolute("arm, ground", "axix: [0, 1, 0]"), "axis"},
      {revolute("arm, ground", axis + ", limit: {min: 2, max: 1}"), "below"},
      {revolute("arm, ground", axis + ", limit: {min: 1 rad}"), "outside"},
      {revolute("arm, ground", axis + ", limit: {}"), "min or a max"},
      {revolute("arm, ground", axis + ", limit: {min: -1 m}"), "angle"},
      {revolute("arm, ground", axis + ", motor: {}"), "speed"},
      {revolute("arm, ground", axis + ", motor: {speed: 1, torque: 2}"), "torque"},
      {revolute("arm, ground", axis + ", motor: {force: 2}"), "force"},
      {revolute("arm, ground", axis + ", motor: {speed: 1, max: -1}"), "max"},
      {revolute("arm, ground", axis + ", motor: {speed: 1, time: 1}"), "time"},
      {"ball: {bodies: [arm, ground], point: [0, 0, 0], motor: {speed: 1}}", "motor"},
      {"hinge: {bodies: [arm, ground], point: [0, 0, 0]}", "hinge"},
      {"universal: {bodies: [arm, lever], point: [0.2, 0, 0], axis: [1, 0, 0], other_axis: [1, 1, 0]}",
       "right angle"},
      {"distance: {bodies: [arm, lever], point: [0.2, 0, 0], to: [0.2, 0, 0]}", "coincide"},
      {"distance: {bodies: [arm, lever], point: [0, 0, 0], to: [0.4, 0, 0], limit: {max: 0.3}}", "outside"},
  };
  for (const auto& [joint, expected] : cases) {
    const std::string message =
        refusal(joint, joint.find("balls") ? "collide: {except: [[arm, lever]]}\n" : "");
    EXPECT_NE(message, "accepted") << joint;
    EXPECT_NE(message.find(expected), std::string::npos) << joint << "\n" << message;
    EXPECT_NE(message.find("test.yaml:"), std::string::npos) << message;
  }
}

TEST(SceneJoints, RefuseWhatIsNotInThePlane) {
  EXPECT_NE(refusal("revolute: {bodies: [arm, ground], point: [0, 0, 0], axis: [1, 0, 0]}",
                    "dimension: 2\ncollide: {except: [[arm, lever]]}\n")
                .find("2-D"),
            std::string::npos);
  EXPECT_NE(refusal("ball: {bodies: [arm, ground], point: [0, 1, 0]}",
                    "dimension: 2\ncollide: {except: [[arm, lever]]}\n")
                .find("2-D"),
            std::string::npos);
}

TEST(SceneJoints, OfTwoOverlappingBodiesKeepThemFromColliding) {
  const std::string ball = "ball: {bodies: [lever, arm], point: [0.195, 0, 0]";
  EXPECT_EQ(refusal(ball + "}"), "accepted");
  EXPECT_NE(refusal(ball + ", collide: true}").find("overlap"), std::string::npos);
}

TEST(SceneJoints, AreMeasuredByName) {
  SceneRun run(with_joint(
      "revolute: {name: hinge, bodies: [arm, ground], point: [0, 0, 0], axis: [0, 1, 0]}",
      "collide: {except: [[arm, lever]]}\nmeasure: {hinge: {joint: {joint: hinge}, every: 1 ms}}\n"));
  run.simulation.advance();
  const std::vector<double>& row = run.simulation.row().values;
  ASSERT_EQ(row.size(), 13u);
  EXPECT_GT(row[3], 0);             // the hinge pulls the falling arm up
  EXPECT_LT(row[3], 0.08 * 9.81);   // with less than its weight
  EXPECT_TRUE(std::isnan(row[7]));  // it does not slide
  EXPECT_GT(row[10], 0);            // and turns about +y, down
  EXPECT_THROW(SceneRun(with_joint("ball: {bodies: [arm, ground], point: [0, 0, 0]}",
                                   "measure: {hinge: {joint: {joint: hinge}}}\n")),
               InputError);
}

}  // namespace
}  // namespace cairn::test
