// Background, title and colour bar of a picture, and the room they leave for the bodies.
#pragma once

#include "draw/picture.h"
#include "draw/sheet.h"

namespace cairn::picture {

PixelBox frame_of(const Picture& picture);
void draw_background(Canvas& canvas);
void draw_legend(const Picture& picture, const ValueRange& range, Sheet& sheet);

}  // namespace cairn::picture
