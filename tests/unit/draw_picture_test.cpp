// Pictures judged by their pixels: coverage, occlusion, fit, determinism, bad input.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <span>

#include "base/hash.h"
#include "base/random.h"
#include "draw/camera.h"
#include "draw/legend.h"
#include "draw/picture.h"
#include "draw/raster.h"
#include "draw/stage.h"

namespace cairn {
namespace {

constexpr double kPixelsOfTheRim = 0.01;   // of the area
constexpr double kSubpixel = 1e-6;         // pixels that the camera may leave
constexpr double kTwoOfAThousand = 0.002;  // balls: where the quantile lies between them

constexpr double kInf = std::numeric_limits<double>::infinity();

std::uint64_t hash_of(const Image& image) {
  Hash hash;
  hash.add(std::as_bytes(std::span(image.rgb)));
  return hash.value();
}

Picture small_picture(const View& view = front_view()) {
  Picture picture;
  picture.width = 160;
  picture.height = 120;
  picture.view = view;
  return picture;
}

std::array<int, 3> pixel(const Image& image, int x, int y) {
  const std::size_t k = image.offset(x, y);
  return {image.rgb[k], image.rgb[k + 1], image.rgb[k + 2]};
}
std::array<int, 3> middle_pixel(const Image& image) {
  return pixel(image, image.width / 2, image.height / 2);
}
bool is_blue(const std::array<int, 3>& c) { return c[2] > c[0] + 30; }
bool is_yellow(const std::array<int, 3>& c) { return c[0] > c[2] + 60 && c[1] > c[2] + 60; }

int changed_pixels(const Image& a, const Image& b) {
  int count = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) count += pixel(a, x, y) != pixel(b, x, y);
  return count;
}

std::vector<DrawnBall> random_balls(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<DrawnBall> balls;
  for (int i = 0; i < count; ++i)
    balls.push_back({{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                     random.uniform(0.05, 0.2),
                     random.uniform()});
  return balls;
}

// A rectangle square to y.
DrawnMesh sheet(double y, double half, double alpha) {
  DrawnMesh mesh;
  mesh.vertices = {{-half, y, -half}, {half, y, -half}, {half, y, half}, {-half, y, half}};
  mesh.triangles = {{0, 1, 2}, {0, 3, 2}};
  mesh.alpha = alpha;
  return mesh;
}

TEST(Picture, BallCoversItsDisc) {
  for (const View& view : {front_view(), View{0.7, 0.5, Projection::orthographic, 0.5, 1}}) {
    Picture picture = small_picture(view);
    picture.width = 400, picture.height = 300, picture.samples = 1;
    const Image empty = draw(picture);
    picture.balls = {{{3, -2, 5}, 0.25, 1}};
    const PixelBox frame = picture::frame_of(picture);
    const double radius = 0.5 * (frame.y_high - frame.y_low), area = std::numbers::pi * radius * radius;
    EXPECT_NEAR(changed_pixels(draw(picture), empty), area, kPixelsOfTheRim * area);
  }
}

TEST(Picture, PerspectiveBoxIsTight) {
  Random random(11);
  for (int trial = 0; trial < 50; ++trial) {
    picture::Camera camera;
    camera.scale = 300;
    camera.middle = {200, 200};
    const Vec3 centre{random.uniform(-1, 1), random.uniform(-1, 1), 3};
    const double radius = random.uniform(0.1, 0.8);
    const picture::SampleGrid grid{2, 800, 0, 800};
    PixelBox seen{1e9, 1e9, -1e9, -1e9};
    visit_ball(camera, grid, centre, radius, [&](int k, float) {
      const double x = grid.x(k % grid.columns), y = grid.y(k / grid.columns);
      seen = {std::min(seen.x_low, x), std::min(seen.y_low, y), std::max(seen.x_high, x),
              std::max(seen.y_high, y)};
    });
    const PixelBox box = camera.box(centre, radius);
    const double one_pixel = 1;
    EXPECT_NEAR(seen.x_low, std::max(0.0, box.x_low), one_pixel);
    EXPECT_NEAR(seen.x_high, std::min(400.0, box.x_high), one_pixel);
    EXPECT_NEAR(seen.y_low, std::max(0.0, box.y_low), one_pixel);
    EXPECT_NEAR(seen.y_high, std::min(400.0, box.y_high), one_pixel);
  }
}

TEST(Picture, CameraFitsBallsExactly) {
  Random random(5);
  const PixelBox frame{40, 30, 700, 500};
  for (const Projection projection : {Projection::perspective, Projection::orthographic})
    for (int trial = 0; trial < 30; ++trial) {
      std::vector<picture::FitBall> balls;
      for (const DrawnBall& ball : random_balls(20, random.next()))
        balls.push_back({ball.centre, ball.radius});
      const View view{random.uniform(-3, 3), random.uniform(-1.4, 1.4), projection, random.uniform(0.2, 1),
                      1};
      const picture::Camera camera = fitted_camera(view, balls, frame);
      double slack_x = kInf, slack_y = kInf;
      for (const picture::FitBall& ball : balls) {
        const PixelBox box = camera.box(camera.axes_of(ball.centre), ball.radius);
        ASSERT_LE(box.x_low, box.x_high);
        slack_x = std::min({slack_x, box.x_low - frame.x_low, frame.x_high - box.x_high});
        slack_y = std::min({slack_y, box.y_low - frame.y_low, frame.y_high - box.y_high});
      }
      EXPECT_NEAR(std::min(slack_x, slack_y), 0, kSubpixel);
    }
}

TEST(Picture, NearerBallHidesFartherInAnyOrder) {
  // The eye looks along +y: the smaller y is nearer. Ends of the map: blue and yellow.
  const DrawnBall near{{0, -1, 0}, 0.5, 0}, far{{0, 1, 0}, 0.8, 1};
  for (const View& view : {front_view(), View{0, 0, Projection::perspective, 0.5, 1}}) {
    Picture picture = small_picture(view);
    picture.range = ValueRange{0, 1};
    picture.balls = {near, far};
    EXPECT_TRUE(is_blue(middle_pixel(draw(picture))));
    picture.balls = {far, near};
    EXPECT_TRUE(is_blue(middle_pixel(draw(picture))));
    std::swap(picture.balls[0].value, picture.balls[1].value);
    EXPECT_TRUE(is_yellow(middle_pixel(draw(picture))));
  }
}

TEST(Picture, SolidMeshHidesAndIsHidden) {
  Picture picture = small_picture();
  picture.range = ValueRange{0, 1};
  picture.balls = {{{0, 0, 0}, 0.5, 0}};
  for (const double y : {-1.0, 1.0}) {
    picture.meshes = {sheet(y, 0.7, 1)};
    picture.meshes[0].value = 1;
    EXPECT_EQ(is_yellow(middle_pixel(draw(picture))), y < 0);
    EXPECT_EQ(is_blue(middle_pixel(draw(picture))), y > 0);
  }
}

TEST(Picture, FrontWallLetsGrainsBeSeen) {
  Picture picture = small_picture();
  picture.balls = {{{0, 0, 0}, 0.5, 0}};
  const int beside_ball_x = 80 + 45, middle_y = 60;
  picture.meshes = {sheet(1, 1, 0.9)};
  const Image with_back = draw(picture);
  picture.meshes = {sheet(-1, 1, 0.9)};
  const Image with_front = draw(picture);
  EXPECT_TRUE(is_blue(middle_pixel(with_front)));
  EXPECT_EQ(middle_pixel(with_front), middle_pixel(with_back));
  // Beside the ball the back wall is seen well, the front wall hardly.
  EXPECT_LT(pixel(with_back, beside_ball_x, middle_y)[0], pixel(with_front, beside_ball_x, middle_y)[0] - 15);
}

TEST(Picture, NeighbouringTrianglesShareNoSample) {
  Random random(9);
  picture::Camera camera;
  camera.projection = Projection::orthographic;
  camera.scale = 10, camera.middle = {8, 8};
  const picture::SampleGrid grid{2, 32, 0, 32};
  for (int trial = 0; trial < 200; ++trial) {
    // A convex quadrilateral around the middle; every third one on the grid of samples itself.
    const auto place = [&](double x, double y) {
      const double u = random.uniform(0.1, 0.7), v = random.uniform(0.1, 0.7);
      return trial % 3 == 0 ? Vec3{0.475 * x, 0.475 * y, 1} : Vec3{x * u, y * v, 1};
    };
    const Vec3 a = place(-1, 0), b = place(0, -1), c = place(1, 0), d = place(0, 1), m{0.025, 0.025, 1};
    std::vector<int> hits(32 * 32, 0);
    const auto count = [&](int k, float) { ++hits[static_cast<std::size_t>(k)]; };
    for (const auto& corners : {std::array{a, b, m}, {b, c, m}, {c, m, d}, {m, a, d}})
      visit_triangle(camera, grid, corners, count);
    EXPECT_LE(*std::ranges::max_element(hits), 1);
    const int middle = 15 * 32 + 16;  // the sample under m
    EXPECT_EQ(hits[middle], 1);
  }
}

TEST(Picture, StrayGrainDoesNotShrinkThePicture) {
  Picture picture = small_picture(View{});
  picture.balls = random_balls(300, 2);
  const Image without = draw(picture);
  const auto far_balls = [&] { return picture::stage_of(picture, {}, picture::frame_of(picture)).far_balls; };
  EXPECT_EQ(far_balls(), 0u);
  picture.balls.push_back({{0, 0, 1e4}, 0.1, 0.5});
  EXPECT_EQ(far_balls(), 1u) << "the subtitle tells";
  EXPECT_LT(changed_pixels(draw(picture), without), without.width * without.height / 10);
}

int count_pixels(const Image& image, const auto& is_wanted) {
  int count = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) count += is_wanted(pixel(image, x, y));
  return count;
}

TEST(Picture, GrainsThatAreNotFarAwayAreInView) {
  Picture picture = small_picture(View{});
  picture.range = ValueRange{0, 1};
  picture.balls = random_balls(300, 2);
  for (DrawnBall& ball : picture.balls) ball.value = 0;
  EXPECT_EQ(count_pixels(draw(picture), is_yellow), 0);
  for (const Vec3& stray : {Vec3{0, 0, 8}, Vec3{-8, 0, 0}, Vec3{0, 0, -5}}) {
    picture.balls.push_back({stray, 0.3, 1});
    EXPECT_GT(count_pixels(draw(picture), is_yellow), 2) << stray.x << " " << stray.z;
    picture.balls.pop_back();
  }
}

TEST(Picture, TranslucentBodiesAreInView) {
  const auto is_red = [](const std::array<int, 3>& c) { return c[0] > c[1] + 30 && c[0] > c[2] + 30; };
  Picture picture = small_picture();
  picture.balls = {{{0, 0, 0}, 0.5, 0}};
  DrawnMesh mesh = sheet(0, 1, 0.9);
  for (Vec3& vertex : mesh.vertices) vertex.x += 40;
  mesh.colour = {1, 0, 0};
  picture.meshes = {mesh};
  EXPECT_EQ(count_pixels(draw(picture), is_red), 0) << "a wall may reach out of the picture";
  picture.meshes[0].place = DrawnMesh::Place::body;
  EXPECT_GT(count_pixels(draw(picture), is_red), 2);
}

TEST(Picture, PlanesSeenFromTheirEdgesAreLines) {
  const auto is_red = [](const std::array<int, 3>& c) { return c[0] > c[1] + 60 && c[0] > c[2] + 60; };
  Picture picture = small_picture();
  picture.width = 400, picture.height = 300;
  picture.balls = {{{0, 0, 0}, 0.5, 0}, {{2, 0, 0}, 0.5, 0}};
  EXPECT_EQ(count_pixels(draw(picture), is_red), 0);
  picture.planes = {{.point = {0, 0, -0.6}, .normal = {0, 0, 1}, .line = {1, 0, 0}}};
  const Image floor = draw(picture);
  EXPECT_GT(count_pixels(floor, is_red), 300) << "across the picture";
  int rows = 0;
  for (int y = 0; y < floor.height; ++y) rows += is_red(pixel(floor, floor.width / 2, y));
  EXPECT_GE(rows, 1);
  EXPECT_LE(rows, 5);
  // A wall ends the floor: nothing of it is left of the wall.
  picture.planes.push_back({.point = {-0.5, 0, 0}, .normal = {1, 0, 0}, .line = {0, 0, 1}});
  const Image corner = draw(picture);
  int first = corner.width, wall = 0;
  for (int y = 0; y < corner.height; ++y)
    for (int x = 0; x < corner.width; ++x) {
      if (is_red(pixel(corner, x, y))) first = std::min(first, x);
      const std::array<int, 3> c = pixel(corner, x, y);
      if (c[2] > c[0] + 120 && c[2] > c[1] + 120) wall = x;
    }
  EXPECT_GT(wall, 0) << "the wall is drawn too";
  EXPECT_NEAR(first, wall, 4);
}

TEST(Picture, NamesOfColoursAreALegend) {
  Picture picture = small_picture();
  picture.width = 800, picture.height = 600;
  picture.balls = {{{0, 0, 0}, 0.5}};
  picture.label = "group";
  picture.names = {{"east", {1, 0, 0}}, {std::string(200, 'w'), {0, 0, 1}}};
  const Image image = draw(picture);
  const auto in_legend = [&](const std::array<int, 3>& colour) {
    int count = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = image.width * 6 / 10; x < image.width; ++x) count += pixel(image, x, y) == colour;
    return count;
  };
  EXPECT_GT(in_legend({255, 0, 0}), 40);
  EXPECT_GT(in_legend({0, 0, 255}), 40);
  EXPECT_LT(picture::frame_of(picture).x_high, 800 * 0.8) << "bodies keep clear of it";
  // More names than rows: still a picture, and the last row counts the rest.
  picture.names.assign(300, {"name", {1, 0, 0}});
  EXPECT_EQ(draw(picture).rgb.size(), image.rgb.size());
}

Picture rich_picture() {
  Picture picture = small_picture(View{});
  picture.balls = random_balls(200, 4);
  picture.planes = {{{0, 0, -1.2}, {0, 0, 1}}, {{-1.2, 0, 0}, {1, 0, 0}}, {{0, 1.2, 0}, {0, -1, 0}}};
  picture.meshes = {sheet(0.9, 1.1, 0.5), sheet(-0.2, 0.3, 1)};
  picture.links = {{{0, 0, 0}, {1, 1, 1}, 0.05, 0.4}};
  picture.title = "Title", picture.subtitle = "t = 1 s", picture.label = "speed [m/s^2]";
  return picture;
}

TEST(Picture, SameInputGivesSamePixels) {
  Picture picture = rich_picture();
  for (const double alpha : {1.0, 0.3}) {
    picture.ball_alpha = alpha;
    EXPECT_EQ(hash_of(draw(picture)), hash_of(draw(picture)));
  }
}

TEST(Picture, UnusableBodiesAreLeftOut) {
  Picture clean = rich_picture();
  clean.balls.resize(5);  // so few that each would count for the camera
  Picture picture = clean;
  const double nan = kNoValue;
  for (const Vec3& bad : {Vec3{nan, 0, 0}, Vec3{0, kInf, 0}, Vec3{0, 0, -1e300}}) {
    picture.balls.push_back({bad, 0.1, 0.5});
    picture.links.push_back({bad, {}, 0.1, 0.5});
  }
  for (const double radius : {0.0, -1.0, nan, kInf}) {
    picture.balls.push_back({{0, 0, 0}, radius, 0.5});
    picture.links.push_back({{}, {1, 0, 0}, radius, 0.5});
  }
  picture.meshes[0].vertices.push_back({nan, nan, nan});
  picture.meshes[0].triangles.insert(picture.meshes[0].triangles.end(), {{0, 1, 4}, {0, 0, 1}, {-1, 0, 99}});
  picture.planes.push_back({{0, 0, 0}, {0, 0, 0}});
  picture.planes.push_back({{nan, 0, 0}, {0, 0, 1}});
  EXPECT_EQ(hash_of(draw(picture)), hash_of(draw(clean)));
}

TEST(Picture, DegenerateScenesDoNotCrash) {
  for (const View& view :
       {front_view(), View{}, View{0, std::numbers::pi / 2, Projection::perspective, 0.5, 1}}) {
    Picture picture = small_picture(view);
    picture.label = "force [N]";
    EXPECT_EQ(draw(picture).rgb.size(), 160u * 120u * 3u);
    picture.planes = {{{0, 0, 0}, {0, 0, 1}}};
    draw(picture);
    for (const DrawnBall& ball :
         {DrawnBall{{0, 0, 0}, 1e-300, 1}, {{1e20, 0, 0}, 1e-20, kInf}, {{1, 1, 1}, 1e29, 0}}) {
      picture.balls = {ball};
      draw(picture);
    }
    picture.meshes = {DrawnMesh{}, sheet(0, 0, 0.5), sheet(0, 1, 0.5)};
    picture.range = ValueRange{2, 2};
    draw(picture);
    picture.width = picture.height = 1;
    draw(picture);
  }
}

TEST(PictureRange, StartsAtZeroAndDropsTheFastestFew) {
  Picture picture;
  EXPECT_EQ(automatic_range(picture).high, 1);
  for (int i = 1; i <= 1000; ++i) picture.balls.push_back({{}, 1, i == 1000 ? 1e6 : i * 1e-3});
  EXPECT_EQ(automatic_range(picture).low, 0);
  EXPECT_NEAR(automatic_range(picture).high, 0.995, kTwoOfAThousand);
  for (DrawnBall& ball : picture.balls) ball.value = 7;
  EXPECT_LT(automatic_range(picture).low, automatic_range(picture).high);
}

TEST(PictureRange, RoundOffMakesNoRange) {
  Picture picture;
  picture.balls = {{{}, 1, 1e-16}, {{}, 1, 3e-17}};
  EXPECT_EQ(automatic_range(picture).high, 1e-16);
  picture.least = 1e-3;
  EXPECT_EQ(automatic_range(picture).low, 0);
  EXPECT_EQ(automatic_range(picture).high, 1e-3);
  picture.balls[0].value = 2;
  EXPECT_EQ(automatic_range(picture).high, 2);
}

TEST(PictureRange, IsOneForSeveralPictures) {
  RangeFinder finder;
  EXPECT_EQ(finder.range().high, 1) << "without values";
  for (const double value : {0.0, 5.0, 3.0}) {
    Picture picture;
    picture.balls = {{{}, 1, value}};
    finder.add(picture);
  }
  EXPECT_EQ(finder.range().low, 0);
  EXPECT_EQ(finder.range().high, 5);
}

}  // namespace
}  // namespace cairn
