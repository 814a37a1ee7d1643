// Tables in text files: what is read, and every message with its place.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "scene_build_sample.h"
#include "scratch.h"
#include "text/csv.h"
#include "tolerances.h"

namespace cairn {
namespace {

using sample::build_refusal;
using sample::one_body;
using sample::world_of;

std::string csv_refusal(const std::string& text) {
  try {
    CsvReader csv(text, "a.csv");
    while (csv.next())
      for (int k = 0; k < static_cast<int>(csv.columns().size()); ++k) csv.number(k);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SceneCsv, ReadsRowsAndSkipsWhatSaysNothing) {
  CsvReader csv("\xEF\xBB\xBF# a comment\n\n x, y ,word\r\n1,-2.5e-3,\ta b \r\n\n+3 , 4,c", "a.csv");
  EXPECT_EQ(csv.columns(), (std::vector<std::string>{"x", "y", "word"}));
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.number(0), 1);
  EXPECT_EQ(csv.number(1), -2.5e-3);
  EXPECT_EQ(csv.text(2), "a b");
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.number(0), 3);
  EXPECT_EQ(csv.text(2), "c");
  EXPECT_FALSE(csv.next());
  EXPECT_EQ(csv.rows(), 2u);
}

TEST(SceneCsv, EveryErrorHasItsPlace) {
  EXPECT_CONTAINS(csv_refusal(""), "a.csv:1:1: error: the file is empty");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,2\n3\n"),
                  "a.csv:3:1: error: expected 2 fields, one for each of x, y, got 1");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,2,3\n"), "got 3");
  EXPECT_CONTAINS(csv_refusal("x,y\n1, 2 mm\n"),
                  "a.csv:2:4: error: y: expected a number in SI units, got '2 mm'");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,\n"),
                  "a.csv:2:3: error: y: expected a number in SI units, got nothing");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,nan\n"), "'nan'");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,inf\n"), "'inf'");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,1e999\n"), "'1e999'");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,0x10\n"), "'0x10'");
  EXPECT_CONTAINS(csv_refusal("x,y\n1,\"2\"\n"), "a.csv:2:3: error: quotes are not allowed");
  EXPECT_CONTAINS(csv_refusal("x,y,x\n"), "a.csv:1:5: error: the column 'x' is there twice");
  EXPECT_CONTAINS(csv_refusal("x,,y\n"), "a column without a name");
  EXPECT_CONTAINS(csv_refusal("\xC3\xA9,y,y\n"), "a.csv:1:5");
  EXPECT_EQ(csv_refusal("x\n1e-999\n"), "accepted");
}

class BodyList : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(scratch_.file("balls.csv")) << text; }
  std::string refusal(const std::string& text, const std::string& fields = "material: glass, shape: sphere") {
    write(text);
    return build_refusal(one_body("name: balls, " + fields + ", csv: {file: balls.csv}"), scratch_.folder());
  }
  World world(const std::string& text, const std::string& fields) {
    write(text);
    return world_of(one_body("name: balls, " + fields + ", csv: {file: balls.csv}"), scratch_.folder());
  }
  Scratch scratch_;
};

TEST_F(BodyList, EveryColumnArrives) {
  const World world = this->world(
      "radius,material,x,y,z,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz\n"
      "0.1,glass,1,2,3,4,5,6,7,8,9,0,0,0,2\n"
      "0.2,glass,5,2,3,0,0,0,0,0,0,1,0,0,0\n",
      "position: [10, 0, 0], shape: sphere");
  ASSERT_EQ(world.bodies.size(), 2u);
  const Bodies::Body ball = world.bodies.get(0);
  EXPECT_EQ(ball.place.position, Vec3(11, 2, 3));
  EXPECT_EQ(ball.place.radius, 0.1);
  EXPECT_EQ(ball.motion.velocity, Vec3(4, 5, 6));
  EXPECT_EQ(ball.motion.spin, Vec3(7, 8, 9));
  EXPECT_EQ(ball.orientation, (Quat{0, 0, 0, 1}));
  EXPECT_EQ(ball.info.material, world.materials.find("glass"));
  EXPECT_NEAR(mass(ball.inertia), 2500 * 4 * M_PI / 3 * 1e-3, kThousandsOfRoundings);
  EXPECT_EQ(world.bodies.info[1].shape, ball.info.shape);
}

TEST_F(BodyList, ScaleMakesShapesThatBodiesOfEqualScaleShare) {
  const World world = this->world("x,y,z,scale\n0,0,0,1\n5,0,0,2\n10,0,0,2\n",
                                  "material: glass, shape: {box: {size: [1, 1, 1]}}");
  EXPECT_EQ(world.shapes.size(), 2u);
  EXPECT_EQ(world.bodies.info[1].shape, world.bodies.info[2].shape);
  EXPECT_NEAR(mass(world.bodies.inertia[1]), 8 * mass(world.bodies.inertia[0]), kMillionsOfRoundings);
  EXPECT_NEAR(world.bodies.place[1].radius, std::sqrt(3.0), kFewRoundings);
}

TEST_F(BodyList, RefusesWhatDoesNotFitTogether) {
  EXPECT_CONTAINS(refusal("x,y,z\n0,0,0\n"),
                  "balls.csv:1:1: error: the shape of 'balls' has no size: a column 'radius'");
  EXPECT_CONTAINS(refusal("x,y,z,radius\n0,0,0,1\n", "material: glass, shape: {sphere: {radius: 1}}"),
                  "balls.csv:1:7: error: the shape of 'balls' has a size of its own");
  EXPECT_CONTAINS(refusal("x,y,radius\n0,0,1\n"), "the columns x, y and z are needed");
  EXPECT_CONTAINS(refusal("x,y,z,radius,vx\n0,0,0,1,1\n"), "of vx, vy, vz all are needed or none");
  EXPECT_CONTAINS(refusal("x,y,z,radius,qw\n0,0,0,1,1\n"), "of qw, qx, qy, qz all");
  EXPECT_CONTAINS(refusal("x,y,z,radus\n0,0,0,1\n"),
                  "balls.csv:1:7: error: unknown column 'radus'; did you mean 'radius'?");
  EXPECT_CONTAINS(refusal("x,y,z,radius\n0,0,0,-1\n"), "balls.csv:2:7: error: radius must be > 0");
  EXPECT_CONTAINS(refusal("x,y,z,radius\n"), "the file has no rows");
  EXPECT_CONTAINS(refusal("x,y,z,radius,material\n0,0,0,1,glas\n", "shape: sphere"),
                  "balls.csv:2:9: error: unknown material 'glas'; did you mean 'glass'?");
  EXPECT_CONTAINS(refusal("x,y,z,radius,material\n0,0,0,1,glass\n"), "names a material of its own");
  EXPECT_CONTAINS(refusal("x,y,z,radius\n0,0,0,1\n", "shape: sphere"), "a column 'material' is needed");
  EXPECT_CONTAINS(refusal("x,y,z,radius,qw,qx,qy,qz\n0,0,0,1,0,0,0,0\n"), "a quaternion needs a length");
}

TEST_F(BodyList, StaysInTheFolder) {
  EXPECT_CONTAINS(build_refusal(one_body("name: b, material: glass, shape: sphere, csv: {file: ../x.csv}")),
                  "scene.yaml:7:59: error: '../x.csv' leads out");
}

}  // namespace
}  // namespace cairn
