// A picture of bodies and walls, drawn in software: shaded balls and meshes under a sky that grains hide from
// each other, translucent walls, force chains, title and colour bar. The same input gives the same bytes.
//
// Lengths in metres, world axes with z up, angles in radians. Bodies that are not finite or have no size are
// left out. The camera fits all bodies but for stray balls, so far away that the picture would shrink more
// than tenfold; the subtitle counts them.
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

// The colour map gives its colour from the value. A ball without a value has its own colour (sRGB).
struct DrawnBall {
  Vec3 centre;
  double radius = 0;
  double value = kNoValue;
  Rgb colour{0.78f, 0.80f, 0.83f};
};

// Triangles of a body (alpha = 1) or of a wall (alpha < 1). Walls throw no shadow, show their edges, and fade
// where they stand between the eye and the grains. The winding of the triangles does not matter. A mesh
// without a value has its own colour (sRGB).
struct DrawnMesh {
  // A wall may extend out of the picture, a body may not.
  enum class Place { wall, body };

  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  Rgb colour{0.71f, 0.74f, 0.78f};
  double alpha = 1;
  double value = kNoValue;
  Place place = Place::wall;  // matters if alpha < 1
};

// A half-space; the normal points to its free side. It is drawn as a sheet that fades out around the bodies
// and ends where another plane begins.
struct DrawnPlane {
  Vec3 point, normal{0, 0, 1};
  Rgb colour{0.83f, 0.85f, 0.88f};
  double alpha = 0.9;
  Rgb line{0.26f, 0.28f, 0.32f};  // if the view shows the plane as a line
};

// One link of a force chain: a rod with round ends.
struct DrawnLink {
  Vec3 a, b;
  double radius = 0;
  double value = kNoValue;
};

namespace picture {
// A ball that must lie inside the picture.
struct FitBall {
  Vec3 centre;
  double radius = 0;
};
}  // namespace picture

enum class Projection { perspective, orthographic };

// Direction of view: azimuth counts from -y (front) towards +x, elevation from the horizon up. The camera
// finds the distance at which the bodies fill the picture; zoom > 1 magnifies.
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

// A line of the legend.
struct ColourName {
  std::string name;
  Rgb colour;
};

struct Picture {
  std::vector<DrawnBall> balls;
  std::vector<DrawnMesh> meshes;
  std::vector<DrawnPlane> planes;
  std::vector<DrawnLink> links;
  double ball_alpha = 1;  // below 1: grains of glass, which let force chains show through

  View view;
  // The camera fits these instead of the bodies. Pictures of a film share them, so that its camera does not
  // follow single grains; empty: the bodies.
  std::vector<picture::FitBall> fit;
  int width = 1200, height = 900;
  int samples = 2;  // per pixel and axis

  std::string title, subtitle;
  std::string label;              // for the colour bar, "speed [m/s]", or for the names; empty: no colour bar
  std::vector<ColourName> names;  // shown in place of a colour bar
  ColourMap map = ColourMap::lagoon;
  std::optional<ValueRange> range;  // none: automatic_range()
  double least = 0;  // the automatic range ends at this value or above, because smaller ones are round-off
};

// The automatic range, one for several pictures. It ends at the largest of the pictures' 99.5 % quantiles,
// and not below their `least`. It starts at the smallest value, or at 0 if that value is below half the end
// and not negative.
class RangeFinder {
 public:
  void add(const Picture& picture);
  ValueRange range() const;

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_, least_ = 0;
};
ValueRange automatic_range(const Picture& picture);

Image draw(const Picture& picture);

// The box around everything that the picture shows, without stray balls.
struct ShownBox {
  Vec3 low, high;
};
ShownBox shown_box(const Picture& picture);

}  // namespace cairn
