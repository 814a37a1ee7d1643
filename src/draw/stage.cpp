// Finds the region to show. A box between the 2 % and 98 % quantiles of the ball centres, widened on each
// side by 4.5 times its largest side and four radii of the largest ball, decides which balls count; a stray
// ball does not. The region bounds these balls and all other bodies. Walls count as far as they lie within
// the region widened by its largest side.
#include "draw/stage.h"

#include <algorithm>

#include "base/assert.h"
#include "draw/walls.h"

namespace cairn::picture {
namespace {

constexpr double kLargest = 1e30;  // because depths are kept in single precision

bool usable(const Vec3& a) {
  return std::abs(a.x) < kLargest && std::abs(a.y) < kLargest && std::abs(a.z) < kLargest;
}
bool usable(double radius) { return radius > 0 && radius < kLargest; }

struct Region {
  Vec3 low{kLargest, kLargest, kLargest}, high{-kLargest, -kLargest, -kLargest};
  bool is_empty() const { return low.x > high.x; }
  void add(const Vec3& a, double radius) {
    const Vec3 r{radius, radius, radius};
    low = min(low, a - r);
    high = max(high, a + r);
  }
  Region widened(double by) const { return {low - Vec3{by, by, by}, high + Vec3{by, by, by}}; }
  bool contains(const Vec3& a) const { return min(low, a) == low && max(high, a) == high; }
  double largest_side() const {
    const Vec3 side = high - low;
    return std::max({side.x, side.y, side.z});
  }
};

// The value at index fraction (n - 1) of the n sorted values; reorders the values.
double quantile(std::vector<double>& values, double fraction) {
  const auto k =
      values.begin() + static_cast<std::ptrdiff_t>(fraction * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), k, values.end());
  return *k;
}

// The box in which a ball does not count as stray.
Region ordinary_places(const std::vector<Ball>& balls) {
  Region region;
  if (balls.empty()) return region;
  std::vector<double> values(balls.size());
  double widest = 0;
  for (const Ball& ball : balls) widest = std::max(widest, ball.radius);
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::transform(balls, values.begin(), [axis](const Ball& b) { return b.centre[axis]; });
    region.low[axis] = quantile(values, 0.02);
    region.high[axis] = quantile(values, 0.98);
  }
  // A handful of balls has no stray one.
  constexpr std::size_t kFew = 50;
  return region.widened(balls.size() < kFew ? kLargest : 4.5 * region.largest_side() + 4 * widest);
}

void add_bodies(const Picture& picture, const ValueRange& range, Stage& stage) {
  constexpr Rgb kPlain{0.78f, 0.80f, 0.83f};
  for (const DrawnBall& ball : picture.balls)
    if (usable(ball.centre) && usable(ball.radius))
      stage.balls.push_back(
          {ball.centre, ball.radius, value_colour(picture, range, ball.value, ball.colour)});
  for (const DrawnLink& link : picture.links)
    if (usable(link.a) && usable(link.b) && usable(link.radius))
      stage.rods.push_back({link.a, link.b, link.radius, value_colour(picture, range, link.value, kPlain)});
  for (const DrawnMesh& mesh : picture.meshes) {
    if (mesh.alpha < 1) continue;
    const Rgb colour = value_colour(picture, range, mesh.value, mesh.colour);
    for (Facet& facet : smooth_facets(mesh)) {
      facet.colour = colour;
      stage.solids.push_back(facet);
    }
  }
}

// Bounds of everything that must be seen. `fit` lists it ball by ball for the camera.
Region shown_region(const Picture& picture, Stage& stage, std::vector<FitBall>& fit) {
  const Region ordinary = ordinary_places(stage.balls);
  for (const Ball& ball : stage.balls)
    if (ordinary.contains(ball.centre)) fit.push_back({ball.centre, ball.radius});
  stage.far_balls = stage.balls.size() - fit.size();
  // Bodies and links.
  for (const Facet& facet : stage.solids)
    for (const Vec3& corner : facet.corners) fit.push_back({corner, 0});
  for (const DrawnMesh& mesh : picture.meshes)
    if (mesh.alpha < 1 && mesh.place == DrawnMesh::Place::body)
      for (const Vec3& vertex : mesh.vertices)
        if (usable(vertex)) fit.push_back({vertex, 0});
  for (const Rod& rod : stage.rods)
    if (stage.balls.empty() || (ordinary.contains(rod.a) && ordinary.contains(rod.b)))
      fit.insert(fit.end(), {{rod.a, rod.radius}, {rod.b, rod.radius}});
  Region region;
  for (const FitBall& ball : fit) region.add(ball.centre, ball.radius);

  // Walls, clamped to the widened region; corners of planes; planes that the view shows as lines.
  const Region reach =
      region.is_empty() ? Region{}.widened(2 * kLargest) : region.widened(region.largest_side());
  for (const DrawnMesh& mesh : picture.meshes)
    if (mesh.alpha < 1)
      for (const Vec3& vertex : mesh.vertices)
        if (usable(vertex)) fit.push_back({max(reach.low, min(reach.high, vertex)), 0});
  if (!stage.balls.empty())
    for (const Vec3& corner : plane_corners(picture.planes))
      if (reach.contains(corner)) fit.push_back({corner, 0});
  for (const Vec3& foot : edge_on_feet(picture.planes, picture.view, 0.5 * (region.low + region.high)))
    if (reach.contains(foot)) fit.push_back({foot, 0});
  for (const FitBall& ball : fit) region.add(ball.centre, ball.radius);
  return region;
}

// The median of the centres along each axis.
Vec3 middle_of(const std::vector<Ball>& balls) {
  Vec3 middle;
  std::vector<double> values(balls.size());
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::transform(balls, values.begin(), [axis](const Ball& b) { return b.centre[axis]; });
    middle[axis] = quantile(values, 0.5);
  }
  return middle;
}

double typical_radius(const std::vector<Ball>& balls) {
  if (balls.empty()) return 0;
  std::vector<double> radii(balls.size());
  std::ranges::transform(balls, radii.begin(), &Ball::radius);
  return quantile(radii, 0.5);
}

}  // namespace

Rgb value_colour(const Picture& picture, const ValueRange& range, double value, const Rgb& otherwise) {
  if (!std::isfinite(value)) return linear(otherwise);
  return mapped(picture.map, (value - range.low) / (range.high - range.low));
}

Stage stage_of(const Picture& picture, const ValueRange& range, const PixelBox& frame) {
  CAIRN_ASSERT(range.high > range.low);
  Stage stage;
  add_bodies(picture, range, stage);
  std::vector<FitBall> fit;
  Region region = shown_region(picture, stage, fit);
  if (!picture.fit.empty()) {
    fit = picture.fit;
    region = {};
    for (const FitBall& ball : fit) region.add(ball.centre, ball.radius);
  }
  // An empty region or a single point gets a little room around it.
  if (region.is_empty()) region.add({}, 0);
  const Vec3 farthest = max(abs(region.low), abs(region.high));
  const double size = std::max({farthest.x, farthest.y, farthest.z});
  if (region.largest_side() <= 1e-9 * size || size == 0)
    fit.push_back({region.low, size > 0 ? 0.1 * size : 1});
  for (const FitBall& ball : fit) region.add(ball.centre, ball.radius);

  stage.middle = 0.5 * (region.low + region.high);
  stage.reach = 0.5 * norm(region.high - region.low);
  stage.low = region.low;
  stage.high = region.high;
  stage.fading = 1.3 * stage.reach;
  stage.grain = typical_radius(stage.balls);
  stage.grains = stage.balls.empty() ? stage.middle : middle_of(stage.balls);
  stage.ball_alpha = static_cast<float>(picture.ball_alpha);
  stage.camera = fitted_camera(picture.view, fit, frame);
  add_walls(picture, range, stage);
  return stage;
}

}  // namespace cairn::picture
