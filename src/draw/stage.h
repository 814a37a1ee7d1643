// What is drawn, made ready: bodies and walls with colours in linear light, the region they fill, the camera.
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

// A triangle with a normal per corner. A fading one belongs to an endless plane and loses alpha away from the
// bodies.
struct Facet {
  std::array<Vec3, 3> corners, normals;
  Rgb colour;
  float alpha = 1;
  bool fading = false, front = false;
};

// A line of constant width [pixels].
struct Edge {
  Vec3 a, b;
  float alpha = 1, width = 1;
  bool fading = false;
};

struct Stage {
  std::vector<Ball> balls;
  std::vector<Rod> rods;
  std::vector<Facet> solids, walls;
  std::vector<Edge> edges;
  Camera camera;
  Vec3 low, high;     // the region that is shown
  Vec3 middle;        // of the region
  double reach = 1;   // from there to the region's corners
  double fading = 1;  // endless planes end that far outside the region
  Vec3 grains;        // middle of the balls
  double grain = 0;   // typical radius of balls; 0: no balls
  float ball_alpha = 1;
};

// Linear colour of a value in the range; without a value the other one, which is given in sRGB.
Rgb value_colour(const Picture& picture, const ValueRange& range, double value, const Rgb& otherwise);

Stage stage_of(const Picture& picture, const ValueRange& range, const PixelBox& frame);

}  // namespace cairn::picture
