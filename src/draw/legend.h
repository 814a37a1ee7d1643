// Background, title, and the colour bar or names of a picture; frame_of() is the room that is left for
// bodies.
#pragma once

#include "draw/picture.h"
#include "draw/sheet.h"

namespace cairn::picture {

PixelBox frame_of(const Picture& picture);
void draw_background(Canvas& canvas);
// The subtitle also says how many balls are too far away to be in view.
void draw_legend(const Picture& picture, const ValueRange& range, std::size_t far_balls, Sheet& sheet);

}  // namespace cairn::picture
