// The camera of a picture. Camera axes: x to the right, y up, z away from the eye (depth).
#pragma once

#include <vector>

#include "draw/picture.h"
#include "math/vec3.h"

namespace cairn::picture {

struct Camera {
  Vec3 eye, right{1, 0, 0}, up{0, 0, 1}, forward{0, 1, 0};
  Projection projection = Projection::perspective;
  double scale = 1;  // pixels per unit of slope (perspective) or per metre (orthographic)
  PixelPoint middle;
  double near = 0;  // nothing nearer than this depth is drawn

  bool is_perspective() const { return projection == Projection::perspective; }
  Vec3 axes_of(const Vec3& world) const {
    const Vec3 d = world - eye;
    return {dot(d, right), dot(d, up), dot(d, forward)};
  }
  Vec3 world_of(const Vec3& camera) const {
    return eye + camera.x * right + camera.y * up + camera.z * forward;
  }
  // The point seen at a pixel at the given depth, in camera axes.
  Vec3 point(double x, double y, double depth) const {
    const double s = is_perspective() ? depth : 1;
    return {s * (x - middle.x) / scale, s * (middle.y - y) / scale, depth};
  }
  PixelPoint project(const Vec3& camera) const {
    const double s = is_perspective() ? scale / camera.z : scale;
    return {middle.x + s * camera.x, middle.y - s * camera.y};
  }
  // Unit vector from a point towards the eye.
  Vec3 towards_eye(const Vec3& world) const { return is_perspective() ? unit(eye - world) : -forward; }
  // The smallest rectangle around the image of a ball given in camera axes; empty if the ball reaches the
  // near plane.
  PixelBox box(const Vec3& centre, double radius) const;
};

Vec3 forward_of(const View& view);

// Looks in the view's direction from the place where the balls just fill the rectangle.
Camera fitted_camera(const View& view, const std::vector<FitBall>& balls, const PixelBox& frame);

}  // namespace cairn::picture
