// Fits a perspective camera. A ball (x, R) lies inside the right plane of the view pyramid if
//   x·r - T x·f + R sqrt(1 + T²) <= p·r - T p·f,    T = half width / scale,
// with eye p, axis r to the right and f forward. The largest left-hand sides A (right) and B (left) give
//   p·f = -(A + B) / 2T,   p·r = (A - B) / 2,
// and likewise for up and down. The camera takes the farther of the two eyes.
#include "draw/camera.h"

#include <algorithm>
#include <limits>

namespace cairn::picture {
namespace {

// The interval of slopes x/z at which a circle with centre (x, z), z > radius, is seen.
std::array<double, 2> slopes(double x, double z, double radius) {
  const double tangent = std::sqrt(std::max(0.0, x * x + z * z - radius * radius));
  return {(x * tangent - radius * z) / (z * tangent + radius * x),
          (x * tangent + radius * z) / (z * tangent - radius * x)};
}

// Largest reach of the balls along +axis and -axis, slanted by T: {A, B} of the file header.
std::array<double, 2> reach(const std::vector<FitBall>& balls, const Vec3& axis, const Vec3& forward,
                            double slant) {
  std::array<double, 2> most{-std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()};
  for (const FitBall& ball : balls) {
    const double across = dot(ball.centre, axis), along = slant * dot(ball.centre, forward);
    const double size = ball.radius * std::sqrt(1 + slant * slant);
    most[0] = std::max(most[0], across - along + size);
    most[1] = std::max(most[1], -across - along + size);
  }
  return most;
}

double nearest_depth(const Camera& camera, const std::vector<FitBall>& balls) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const FitBall& ball : balls)
    nearest = std::min(nearest, dot(ball.centre, camera.forward) - ball.radius);
  return nearest;
}

// The eye stands before all balls. Its distance does not change the picture.
void place_orthographic(Camera& camera, const std::vector<FitBall>& balls, const PixelBox& frame,
                        double zoom) {
  const auto [a, b] = reach(balls, camera.right, camera.forward, 0);
  const auto [c, d] = reach(balls, camera.up, camera.forward, 0);
  const double wide = (frame.x_high - frame.x_low) / (a + b), high = (frame.y_high - frame.y_low) / (c + d);
  camera.scale = zoom * std::min(wide, high);
  const double back = nearest_depth(camera, balls) - 4 * (a + b + c + d);
  camera.eye = 0.5 * (a - b) * camera.right + 0.5 * (c - d) * camera.up + back * camera.forward;
}

void place_perspective(Camera& camera, const std::vector<FitBall>& balls, const PixelBox& frame,
                       double zoom) {
  const double tan_x = 0.5 * (frame.x_high - frame.x_low) / camera.scale;
  const double tan_y = 0.5 * (frame.y_high - frame.y_low) / camera.scale;
  const auto [a, b] = reach(balls, camera.right, camera.forward, tan_x);
  const auto [c, d] = reach(balls, camera.up, camera.forward, tan_y);
  const double back = std::min(-0.5 * (a + b) / tan_x, -0.5 * (c + d) / tan_y);
  camera.eye = 0.5 * (a - b) * camera.right + 0.5 * (c - d) * camera.up + back * camera.forward;
  camera.scale *= zoom;
}

}  // namespace

PixelBox Camera::box(const Vec3& centre, double radius) const {
  if (centre.z - radius <= near) return {1, 1, 0, 0};
  if (!is_perspective()) {
    const PixelPoint p = project(centre);
    return {p.x - scale * radius, p.y - scale * radius, p.x + scale * radius, p.y + scale * radius};
  }
  const auto [x_low, x_high] = slopes(centre.x, centre.z, radius);
  const auto [y_low, y_high] = slopes(centre.y, centre.z, radius);
  return {middle.x + scale * x_low, middle.y - scale * y_high, middle.x + scale * x_high,
          middle.y - scale * y_low};
}

Vec3 forward_of(const View& view) {
  const double level = std::cos(view.elevation);
  return {-std::sin(view.azimuth) * level, std::cos(view.azimuth) * level, -std::sin(view.elevation)};
}

Camera fitted_camera(const View& view, const std::vector<FitBall>& balls, const PixelBox& frame) {
  Camera camera;
  camera.right = {std::cos(view.azimuth), std::sin(view.azimuth), 0};
  camera.forward = forward_of(view);
  camera.up = cross(camera.right, camera.forward);
  camera.projection = view.projection;
  camera.middle = {0.5 * (frame.x_low + frame.x_high), 0.5 * (frame.y_low + frame.y_high)};
  camera.scale = 0.5 * (frame.y_high - frame.y_low) / std::tan(0.5 * view.field);

  if (camera.is_perspective())
    place_perspective(camera, balls, frame, view.zoom);
  else
    place_orthographic(camera, balls, frame, view.zoom);
  // Endless planes may pass the eye: they are cut shortly before it.
  camera.near = 0.02 * (nearest_depth(camera, balls) - dot(camera.eye, camera.forward));
  return camera;
}

}  // namespace cairn::picture
