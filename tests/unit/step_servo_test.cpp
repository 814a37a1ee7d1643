// Servo walls: gaps between walls, areas, and every scene that is refused.
#include <gtest/gtest.h>

#include "base/error.h"
#include "scene_build_sample.h"
#include "step/servo.h"
#include "tolerances.h"
#include "unit/measure_samples.h"

namespace cairn {
namespace {

using namespace measure_samples;
using sample::build_refusal;
using sample::world_of;

constexpr double kPi = 3.141592653589793;

// Planes and boxes (2 x 1 x 0.5), turned about y.
TEST(GapBetween, IsMeasuredFromFaceToFace) {
  World world = empty_world();
  const auto turned = [](double angle) { return rotation(angle * Vec3{0, 1, 0}); };
  add(world, {.position = {0, 0, 1}, .shape = kPlane, .flags = kFixed});
  add(world, {.position = {5, 0, 4}, .shape = kPlane, .flags = kFixed, .orientation = turned(kPi)});
  add(world, {.position = {0, 0, 4}, .shape = kBox, .flags = kFixed});
  add(world, {.position = {7, 0, 4}, .shape = kBox, .flags = kFixed, .orientation = turned(kPi / 2)});
  EXPECT_NEAR(gap_between(world, 0, 1), 3, kFewRoundings);
  EXPECT_NEAR(gap_between(world, 0, 2), 2.75, kFewRoundings);
  EXPECT_NEAR(gap_between(world, 2, 0), 2.75, kFewRoundings);
  EXPECT_NEAR(gap_between(world, 2, 3), 7 - 1 - 0.25, kFewRoundings);
  EXPECT_NEAR(gap_between(world, 3, 2), 7 - 1 - 0.25, kFewRoundings);
}

std::string plate(const std::string& servo, const std::string& shape = "{box: {size: [2, 3, 0.5]}}",
                  const std::string& more = "") {
  return "bodies:\n"
         "  - {name: floor, material: wall, shape: plane, position: [0, 0, 0], fixed: true}\n"
         "  - {name: drum, material: wall, shape: {drum: {radius: 9, length: 9}}, position: [0, 0, 0], "
         "fixed: true}\n"
         "  - {name: beads, material: glass, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.5], lattice: "
         "{spacing: 0.3, counts: [2, 1, 1]}}\n"
         "  - {name: plate, material: wall, shape: " +
         shape + ", position: [0, 0, " + (shape == "plane" ? "-0.5]" : "3]") + more + ", motion: {servo: {" +
         servo + "}}}\n";
}

TEST(ServoPlan, TakesTheAreaOfTheFaceAlongTheAxis) {
  const auto area = [](const std::string& servo, const std::string& shape, const std::string& more = "") {
    const World world = world_of(plate(servo, shape, more));
    return servo_area(world, world.drives.at(0).servo.value(), 0);
  };
  const std::string box = "{box: {size: [2, 3, 0.5]}}";
  EXPECT_DOUBLE_EQ(area("pressure: 1, axis: [0, 0, -1]", box), 6);
  EXPECT_DOUBLE_EQ(area("pressure: 1, axis: [0, 4, 0]", box), 1);
  EXPECT_DOUBLE_EQ(
      area("pressure: 1, axis: [1, 0, 0]", box, ", orientation: {axis: [0, 1, 0], angle: 90 deg}"), 6);
  EXPECT_DOUBLE_EQ(area("pressure: 1, axis: [0, 0, 1]", "{cylinder: {radius: 2, height: 1}}"), 4 * kPi);
  EXPECT_DOUBLE_EQ(area("pressure: 1, area: 7, axis: [0, 0, 1]", box), 7);
  EXPECT_TRUE(std::isnan(area("force: 1, axis: [0, 0, 1]", "plane")));
}

TEST(ServoPlan, SurveysTheGrainsThatFitOnTheFace) {
  World world = world_of(plate("pressure: 1, area: 0.04, axis: [0, 0, -1]"));
  survey_servos(world);
  const GrainLayer& one = world.drives.at(0).servo->state.layer;
  EXPECT_DOUBLE_EQ(one.contacts, 1);
  EXPECT_NEAR(one.mass, 2500 * 4 * kPi / 3 * 1e-3, kThousandsOfRoundings);
  EXPECT_NEAR(one.curvature, 10, kThousandsOfRoundings);
  world = world_of(plate("pressure: 1, axis: [0, 0, -1]"));
  survey_servos(world);
  EXPECT_DOUBLE_EQ(world.drives.at(0).servo->state.layer.contacts, 2);  // there are no more
}

TEST(ServoPlan, RefusesWhatMakesNoSense) {
  const auto expect = [](const std::string& lines, const std::string& message) {
    EXPECT_NE(build_refusal(lines).find(message), std::string::npos) << build_refusal(lines);
  };
  expect(plate("pressure: 1 kPa, axis: [0, 0, 0]"), "scene.yaml:10:");
  expect(plate("pressure: 1 kPa"), "axis");
  expect(plate("axis: [0, 0, -1]"), "pressure");
  expect(plate("pressure: 1 kPa, force: 2 N, axis: [0, 0, -1]"), "force");
  expect(plate("pressure: 1 kPa, axis: [0, 0, -1], area: -1 mm2"), "area");
  expect(plate("pressure: 1 kPa, axis: [0, 0, -1], area: 0"), "area");
  expect(plate("pressure: 1 N, axis: [0, 0, -1]"), "pressure");
  expect(plate("pressure: 1 kPa, axis: [0, 0, -1], gain: -1"), "gain");
  expect(plate("pressure: 1 kPa, axis: [0, 0, -1], max_speed: 0"), "max_speed");
  const std::string no_face = "'plate': the pressure of a servo needs its 'area' or 'between'";
  expect(plate("pressure: 1 kPa, axis: [0, 0, -1]", "plane"), no_face);
  expect(plate("pressure: 1 kPa, axis: [0, 1, -1]"), no_face);
  const std::string pressed = "pressure: 1 kPa, axis: [0, 0, -1], ";
  expect(plate(pressed + "between: [[floor, plate]]"), "'between' needs two pairs of walls");
  expect(plate(pressed + "between: [[floor, plate], [drum, plate]]"), "'drum' is neither");
  expect(plate(pressed + "between: [[floor, plate], [beads, plate]]"), "'beads' are several bodies");
  expect(plate(pressed + "between: [[floor, plate], [floor, flor]]"), "did you mean 'floor'");
  expect(plate(pressed + "between: [[floor, floor], [floor, plate]]"), "two different walls");
  expect(plate(pressed + "area: 1, between: [[floor, plate], [drum, plate]]"), "exclude each other");
  expect(plate("pressure: 1 kPa, axis: [0, 0, -1]", "{box: {size: [2, 3, 0.5]}}", ", fixed: true"), "fixed");
  // a servo moves one body, never a crowd
  expect(
      "bodies:\n  - {name: many, material: glass, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0], "
      "lattice: "
      "{spacing: 1, counts: [2, 1, 1]}, motion: {servo: {force: 1 N, axis: [0, 0, 1]}}}\n",
      "'many': a servo moves one body, the entry has 2");
  const std::string pressing = plate("pressure: 1 kPa, axis: [0, 0, -1]");
  expect(pressing + "events: [{at: 0.5, motion: {beads: {servo: {force: 1 N, axis: [0, 0, 1]}}}}]\n",
         "'beads': a servo moves one body, the entry has 2");
  expect(pressing + "events: [{at: 0.5, motion: {floor: {servo: {pressure: 1 Pa, axis: [0, 0, 1]}}}}]\n",
         "'floor': the pressure of a servo needs its 'area'");
  expect(
      pressing +
          "events: [{at: 0.5, add: {name: late, material: wall, shape: plane, position: [0, 0, -9], motion: "
          "{servo: {pressure: 1 Pa, axis: [0, 0, -1]}}}}]\n",
      "'late': the pressure of a servo needs its 'area'");
}

TEST(ServoArea, StopsTheRunWhenItIsNone) {
  World world = world_of(plate("pressure: 1 kPa, axis: [0, 0, -1], area: \"1 - t\""));
  const Servo& servo = world.drives.at(0).servo.value();
  EXPECT_DOUBLE_EQ(servo_target(world, servo, 0.5), 500);
  EXPECT_THROW(servo_area(world, servo, 1), RunError);
  world = world_of(plate("pressure: 1 kPa, axis: [0, 0, -1], between: [[floor, plate], [plate, floor]]"));
  EXPECT_DOUBLE_EQ(servo_area(world, world.drives.at(0).servo.value(), 0), 2.75 * 2.75);
  std::vector<std::uint32_t> no_floor{1, 2, 3, 4};
  world.bodies.reorder(no_floor);
  EXPECT_THROW(servo_area(world, world.drives.at(0).servo.value(), 0), RunError);
}

TEST(ServoMeasure, ShowsForceTargetAndPlace) {
  World world = world_of(plate("pressure: \"1 kPa*(1 + t)\", axis: [0, 0, -1]"));
  world.time = 1;
  world.bodies.load[world.bodies.local(4)].force = {3, 0, 12};
  auto values = measured("servo", "{body: plate}", world);
  EXPECT_DOUBLE_EQ(values["force"], 12);
  EXPECT_DOUBLE_EQ(values["area"], 6);
  EXPECT_DOUBLE_EQ(values["pressure"], 2);
  EXPECT_DOUBLE_EQ(values["target"], 12000);
  EXPECT_DOUBLE_EQ(values["position"], -3);
  EXPECT_DOUBLE_EQ(values["speed"], 0);
  EXPECT_TRUE(std::isnan(measured("servo", "{body: floor}", world)["force"]));
}

}  // namespace
}  // namespace cairn
