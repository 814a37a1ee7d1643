// The scene of a picture, ready to draw: bodies and walls with linear colours, the region they fill, the
// camera.
#pragma once

#include <array>
#include <vector>

#include "draw/camera.h"
#include "draw/picture.h"
#include "math/vec3.h"

namespace cairn::picture {

struct Ball {
  Vec3 centre;
  double radius;
  Rgb colour;
};

struct Rod {
  Vec3 a, b;
  double radius;
  Rgb colour;
};

// A triangle with a normal per corner. A fading facet belongs to an endless plane; its alpha falls off away
// from the bodies. A front facet stands between the eye and the grains.
struct Facet {
  std::array<Vec3, 3> corners, normals;
  Rgb colour;
  float alpha = 1;
  bool fading = false, front = false;
};

inline constexpr Rgb kLineColour{0.055f, 0.065f, 0.085f};  // linear

// A line of constant width [pixels]; a fading one belongs to an endless plane.
struct Edge {
  Vec3 a, b;
  float alpha = 1, width = 1;
  bool fading = false;
  Rgb colour = kLineColour;
};

struct Stage {
  std::vector<Ball> balls;
  std::vector<Rod> rods;
  std::vector<Facet> solids, walls;
  std::vector<Edge> edges;
  Camera camera;
  Vec3 low, high;     // the region that is shown
  Vec3 middle;        // of the region
  double reach = 1;   // from the middle to the region's corners
  double fading = 1;  // endless planes end at this distance outside the region
  Vec3 grains;        // middle of the balls
  double grain = 0;   // typical radius of balls; 0: no balls
  float ball_alpha = 1;
  std::size_t far_balls = 0;  // balls that the camera leaves out because they are far away
};

// Linear colour of a value in the range. A value that is not finite gives `otherwise`, which is sRGB.
Rgb value_colour(const Picture& picture, const ValueRange& range, double value, const Rgb& otherwise);

Stage stage_of(const Picture& picture, const ValueRange& range, const PixelBox& frame);

}  // namespace cairn::picture
