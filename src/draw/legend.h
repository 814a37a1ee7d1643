// Background, title and colour bar of a picture, and the room they leave for the bodies.
#pragma once

#include <string>
#include <vector>

#include "draw/camera.h"
#include "draw/picture.h"

namespace cairn::picture {

PixelBox frame_of(const Picture& picture);
void draw_background(Canvas& canvas);
void draw_legend(const Picture& picture, const ValueRange& range, Canvas& canvas);

// A rectangle with smooth edges; pixels.
void fill(Canvas& canvas, double x, double y, double width, double height, const Rgb& colour, double alpha);

// Round numbers inside the range, four to eight of them, and how they are written.
struct Tick {
  double value;
  std::string text;
};
std::vector<Tick> ticks(const ValueRange& range);

}  // namespace cairn::picture
