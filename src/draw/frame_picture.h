// A stored frame as a picture: balls and bodies coloured by what is asked for, walls translucent, force
// chains.
#pragma once

#include <string>

#include "draw/picture.h"
#include "results/frames.h"
#include "shapes/table.h"

namespace cairn {

// speed  of the centre          group  number of the entry
// force  largest contact force of each body, with force chains whose cross-section grows with the force
// chains force chains alone, as wide as their normal force is strong, through faint bodies
enum class ColourBy { speed, force, group, chains };

// Of the scene's title, or empty; view and size are the caller's to change afterwards.
Picture frame_picture(const BodyTable& bodies, const Frame& frame, ColourBy by, const std::string& title);

// True if all grains lie in one plane y = const: then the front view shows everything.
bool is_plane_motion(const Frame& frame);

// The shape that a results file describes; nothing if its kind is not known here.
std::optional<TurnedShape> shape_of(const ShapeText& text);

}  // namespace cairn
