// A picture of bodies and walls, drawn in software: shaded balls and meshes under a sky that grains hide from
// each other, translucent walls, force chains, title and colour bar. Plain data in, plain image out; the same
// input gives the same bytes.
//
// Lengths in metres and world axes with z up; angles in radians. Bodies that are not finite or have no size
// are left out. Grains far away from all others do not shrink the picture; they may fall outside it.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "draw/colour.h"
#include "draw/image.h"
#include "math/vec3.h"

namespace cairn {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// Coloured by its value through the colour map; without a value: light grey.
struct DrawnBall {
  Vec3 centre;
  double radius = 0;
  double value = kNoValue;
};

// Triangles of a body (alpha = 1) or of a wall (alpha < 1). Walls throw no shadow, show their edges, and are
// faded where they stand between the eye and the grains. The winding of triangles does not matter. The colour
// (sRGB) is used if there is no value.
struct DrawnMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  Rgb colour{0.71f, 0.74f, 0.78f};
  double alpha = 1;
  double value = kNoValue;
};

// A half-space below `point`; the free side is where the normal points. Drawn as a sheet that fades out
// around the bodies and ends where another plane begins.
struct DrawnPlane {
  Vec3 point, normal{0, 0, 1};
  Rgb colour{0.83f, 0.85f, 0.88f};
  double alpha = 0.9;
};

// One link of a force chain: a rod with round ends.
struct DrawnLink {
  Vec3 a, b;
  double radius = 0;
  double value = kNoValue;
};

enum class Projection { perspective, orthographic };

// Where the eye looks from: azimuth counts from -y (front) towards +x, elevation from the horizon up. The
// distance is chosen so that the bodies fill the picture; zoom > 1 comes closer.
struct View {
  double azimuth = 0.55, elevation = 0.36;
  Projection projection = Projection::perspective;
  double field = 0.5;  // vertical angle of view
  double zoom = 1;
};
// Along +y, x to the right and z up, without perspective: for motion in the x-z plane.
constexpr View front_view() { return {0, 0, Projection::orthographic, 0.5, 1}; }

struct ValueRange {
  double low = 0, high = 1;
};

struct Picture {
  std::vector<DrawnBall> balls;
  std::vector<DrawnMesh> meshes;
  std::vector<DrawnPlane> planes;
  std::vector<DrawnLink> links;
  double ball_alpha = 1;  // below 1: grains of glass, to see force chains through them

  View view;
  int width = 1200, height = 900;
  int samples = 2;  // per pixel and axis

  std::string title, subtitle;
  std::string label;  // of the colour bar, "speed [m/s]"; empty: no bar
  ColourMap map = ColourMap::lagoon;
  std::optional<ValueRange> range;  // default: from the values
};

// The range used when none is given: from 0 (or the smallest value) to the largest of the 99.5 % smallest
// values.
ValueRange automatic_range(const Picture& picture);

Image draw(const Picture& picture);

}  // namespace cairn
