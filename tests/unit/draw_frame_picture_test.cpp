// Pictures of stored frames: every shape comes back from its text, and what is drawn is what is there.
#include <gtest/gtest.h>

#include "base/error.h"
#include "draw/frame_picture.h"
#include "tolerances.h"
#include "unit/scratch.h"
#include "unit/solid_samples.h"
#include "unit/world_samples.h"

namespace cairn {
namespace {

TEST(FramePicture, EveryShapeComesBackFromItsText) {
  std::vector<samples::NamedSample> all = samples::sample_shapes();
  for (const samples::NamedSample& sample : samples::convex_solids()) all.push_back(sample);
  all.push_back({"cross", make_compound(samples::cross_of_cubes(0.2)).compound});
  for (const auto& [name, shape] : all) {
    const std::optional<TurnedShape> back = shape_of(describe(shape));
    ASSERT_TRUE(back.has_value()) << name;
    EXPECT_EQ(back->shape.index(), shape.index()) << name;
    if (name == "sphere" || name == "disc") continue;  // the body knows their radius
    EXPECT_EQ(back->turn, Quat{}) << name;
    EXPECT_LT(norm(back->offset), kFewRoundings) << name;
    if (!std::isfinite(bounding_radius(shape))) continue;
    EXPECT_NEAR(bounding_radius(back->shape), bounding_radius(shape), kFewRoundings) << name;
    if (std::isfinite(thickness(shape))) {
      EXPECT_NEAR(thickness(back->shape), thickness(shape), kFewRoundings) << name;
    }
  }
}

TEST(FramePicture, PlainShapesComeBackBitByBit) {
  for (const auto& [name, shape] : samples::sample_shapes())
    if (name != "sphere" && name != "disc") {
      EXPECT_EQ(describe(shape_of(describe(shape))->shape).parameters, describe(shape).parameters) << name;
    }
}

TEST(FramePicture, AnUnknownShapeIsLeftOut) { EXPECT_FALSE(shape_of({"teapot", "{}"}).has_value()); }

// A moving ball, a fixed box and a floor; the ball rests on the floor.
struct Stored {
  BodyTable bodies;
  Frame frame;
};

Stored ball_box_floor() {
  Stored stored;
  stored.bodies = {.uid = {0, 1, 2},
                   .name_index = {0, 1, 2},
                   .shape_index = {0, 1, 2},
                   .mass = {1, 0, 0},
                   .radius = {0.5, 0, 0},
                   .names = {"ball", "box", "floor"},
                   .shapes = {describe(Sphere{}), describe(Box{{1, 1, 1}}), describe(Plane{})}};
  Frame& frame = stored.frame;
  frame.time = 0.25;
  frame.uid = {0, 1, 2};
  frame.position = {{0, 0, 0.5}, {4, 0, 1}, {0, 0, 0}};
  frame.orientation.assign(3, Quat{});
  frame.velocity = {{3, 0, 4}, {}, {}};
  frame.angular_velocity.assign(3, Vec3{});
  frame.radius = {0.5, 0, 0};
  frame.name_index = {0, 1, 2};
  return stored;
}

TEST(FramePicture, ShowsBallsBodiesAndWalls) {
  const Stored stored = ball_box_floor();
  const Picture picture = frame_picture(stored.bodies, stored.frame, ColourBy::speed, "Title");
  ASSERT_EQ(picture.balls.size(), 1u);
  EXPECT_EQ(picture.balls[0].value, 5);
  EXPECT_EQ(picture.balls[0].radius, 0.5);
  ASSERT_EQ(picture.planes.size(), 1u);
  EXPECT_EQ(picture.planes[0].normal, (Vec3{0, 0, 1}));
  ASSERT_EQ(picture.meshes.size(), 1u);
  EXPECT_LT(picture.meshes[0].alpha, 1) << "fixed bodies are walls";
  for (const Vec3& v : picture.meshes[0].vertices) EXPECT_NEAR(std::abs(v.x - 4), 1, kFewRoundings);
  EXPECT_EQ(picture.title, "Title");
}

TEST(FramePicture, DrawsForceChainsFromCentreToWall) {
  Stored stored = ball_box_floor();
  EXPECT_THROW(frame_picture(stored.bodies, stored.frame, ColourBy::force, ""), InputError);
  stored.frame.contacts = FrameContacts{
      .bodies = {{0, 2}}, .point = {{0, 0, 0}}, .normal = {{0, 0, -1}}, .gap = {0}, .force = {{0, 0, -10}}};
  const Picture picture = frame_picture(stored.bodies, stored.frame, ColourBy::force, "");
  ASSERT_EQ(picture.links.size(), 1u);
  EXPECT_EQ(picture.links[0].a, (Vec3{0, 0, 0.5}));
  EXPECT_EQ(picture.links[0].b, (Vec3{0, 0, 0}));
  EXPECT_EQ(picture.links[0].value, 10);
  EXPECT_EQ(picture.balls[0].value, 10);
}

TEST(FramePicture, DrawsChainsAsWideAsTheirNormalForce) {
  Stored stored = ball_box_floor();
  stored.frame.contacts = FrameContacts{.bodies = {{0, 2}, {0, 1}},
                                        .point = {{0, 0, 0}, {0.5, 0, 0.5}},
                                        .normal = {{0, 0, -1}, {1, 0, 0}},
                                        .gap = {0, 0},
                                        .force = {{3, 0, -10}, {-2, 5, 0}}};
  const Picture picture = frame_picture(stored.bodies, stored.frame, ColourBy::chains, "");
  ASSERT_EQ(picture.links.size(), 2u);
  EXPECT_EQ(picture.links[0].value, 10);
  EXPECT_EQ(picture.links[1].value, -2) << "it pulls";
  EXPECT_DOUBLE_EQ(picture.links[1].radius, 0.2 * picture.links[0].radius);
  EXPECT_LT(picture.ball_alpha, 0.2);
  EXPECT_TRUE(std::isnan(picture.balls[0].value));
}

TEST(FramePicture, GroupsHaveTheColoursOfTheSceneOrTheirOwn) {
  Stored stored = ball_box_floor();
  const auto code = [](const Rgb& c) { return std::array{c.r, c.g, c.b}; };
  const Picture plain = frame_picture(stored.bodies, stored.frame, ColourBy::group, "");
  ASSERT_EQ(plain.names.size(), 1u) << "walls without a colour are grey";
  EXPECT_EQ(plain.names[0].name, "ball");
  EXPECT_EQ(code(plain.names[0].colour), code(series_colour(0)));
  EXPECT_EQ(code(plain.balls[0].colour), code(series_colour(0)));
  EXPECT_TRUE(std::isnan(plain.balls[0].value));

  stored.bodies.colours = {"#00ff00", "", "#ff0000"};
  const Picture given = frame_picture(stored.bodies, stored.frame, ColourBy::group, "");
  ASSERT_EQ(given.names.size(), 2u);
  EXPECT_EQ(given.names[1].name, "floor");
  EXPECT_EQ(code(given.balls[0].colour), code({0, 1, 0}));
  EXPECT_EQ(code(given.planes[0].colour), code({1, 0, 0}));
  const Picture speeds = frame_picture(stored.bodies, stored.frame, ColourBy::speed, "");
  EXPECT_EQ(speeds.balls[0].value, 5) << "a free body shows its speed";
  EXPECT_EQ(code(speeds.planes[0].colour), code({1, 0, 0}));
  EXPECT_TRUE(speeds.names.empty());
}

TEST(FramePicture, BodiesAtRestShowNoRoundOff) {
  Stored stored = ball_box_floor();
  stored.frame.velocity[0] = {1e-16, 0, 0};
  const Picture picture = frame_picture(stored.bodies, stored.frame, ColourBy::speed, "");
  EXPECT_EQ(automatic_range(picture).low, 0);
  EXPECT_DOUBLE_EQ(automatic_range(picture).high, 5e-4) << "a thousandth of the radius per second";
}

// Two balls that touch across the faces x = ±2 of a cell.
TEST(FramePicture, RodsAcrossACellLieWithinTheirGrains) {
  Stored stored = ball_box_floor();
  stored.bodies.mass[1] = 1, stored.bodies.shape_index[1] = 0;
  stored.frame.radius[1] = 0.5;
  stored.frame.position = {{1.5, 0, 1}, {-1.5, 0, 1}, {0, 0, 0}};
  stored.frame.contacts = FrameContacts{
      .bodies = {{0, 1}}, .point = {{2, 0, 1}}, .normal = {{1, 0, 0}}, .gap = {0}, .force = {{4, 0, 0}}};
  stored.frame.contacts->ends = {{1.5, 0, 1}, {2.5, 0, 1}};
  const Picture picture = frame_picture(stored.bodies, stored.frame, ColourBy::chains, "");
  ASSERT_EQ(picture.links.size(), 2u);
  EXPECT_EQ(picture.links[0].a, (Vec3{1.5, 0, 1}));
  EXPECT_EQ(picture.links[0].b, (Vec3{2, 0, 1}));
  EXPECT_EQ(picture.links[1].a, (Vec3{-1.5, 0, 1}));
  EXPECT_EQ(picture.links[1].b, (Vec3{-2, 0, 1}));
}

TEST(FramePicture, RodsAreNarrowerThanTheirThinnestBody) {
  Stored stored = ball_box_floor();
  stored.bodies.mass[1] = 1;
  stored.bodies.shapes[1] = describe(Box{{1, 1, 0.05}});
  stored.frame.radius[1] = 1.5;
  stored.frame.contacts = FrameContacts{
      .bodies = {{1, 2}}, .point = {{3, 0, 0}}, .normal = {{0, 0, -1}}, .gap = {0}, .force = {{0, 0, -10}}};
  const Picture picture = frame_picture(stored.bodies, stored.frame, ColourBy::chains, "");
  ASSERT_EQ(picture.links.size(), 1u);
  EXPECT_EQ(picture.links[0].b, (Vec3{3, 0, 0}));
  EXPECT_LT(picture.links[0].radius, 0.05);
}

TEST(FramePicture, OneRangeSetsColoursAndWidths) {
  Stored stored = ball_box_floor();
  stored.frame.contacts = FrameContacts{
      .bodies = {{0, 2}}, .point = {{0, 0, 0}}, .normal = {{0, 0, -1}}, .gap = {0}, .force = {{0, 0, -10}}};
  const Picture own = frame_picture(stored.bodies, stored.frame, ColourBy::chains, "");
  const Picture one = frame_picture(stored.bodies, stored.frame, ColourBy::chains, "", ValueRange{0, 40});
  EXPECT_DOUBLE_EQ(one.links[0].radius, own.links[0].radius / 4);
  EXPECT_EQ(one.range->high, 40);
  for (const double force : {0.0, kNoValue}) {
    stored.frame.contacts->force[0] = {0, 0, force};
    EXPECT_TRUE(frame_picture(stored.bodies, stored.frame, ColourBy::chains, "").links.empty()) << force;
    EXPECT_TRUE(
        frame_picture(stored.bodies, stored.frame, ColourBy::force, "", ValueRange{0, 40}).links.empty());
  }
}

TEST(FramePicture, FramesOfARunShareTheRangeOfTheFastest) {
  const Scratch scratch;
  const std::string path = scratch.file("run.h5");
  const World world = sample_world(6, 1);
  RunFile file = RunFile::create(path, world);
  for (const double speed : {0.0, 5.0, 2.0}) {
    Frame frame = frame_of(world);
    frame.velocity.assign(frame.size(), {0, speed, 0});
    file.append(world, frame);
  }
  const BodyTable bodies = read_bodies(path);
  EXPECT_EQ(range_of_frames(bodies, path, {0, 1, 2}, ColourBy::speed).high, 5);
  EXPECT_EQ(range_of_frames(bodies, path, {0, 2}, ColourBy::speed).low, 0);
  EXPECT_EQ(range_of_frames(bodies, path, {0, 2}, ColourBy::speed).high, 2);
}

TEST(FramePicture, RefusesABodyThatTheTableLacks) {
  Stored stored = ball_box_floor();
  stored.frame.uid[2] = 7;
  EXPECT_THROW(frame_picture(stored.bodies, stored.frame, ColourBy::speed, ""), RunError);
}

}  // namespace
}  // namespace cairn
