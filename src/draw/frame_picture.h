// Makes a picture of a stored frame: coloured balls and bodies, translucent walls in the colour that the
// scene gives them, and force chains.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "draw/look.h"
#include "draw/picture.h"
#include "results/frames.h"

namespace cairn {

// speed  of the centre
// group  entry of the scene, in its own colour or one of the series colours
// force  largest contact force of each body, with force chains whose cross-section grows with the force
// chains force chains alone, through faint bodies; their width grows with the normal force
enum class ColourBy { speed, force, group, chains };

// `title` is the scene's title or empty; the caller may change view and size afterwards. Frames that are
// shown side by side share one `range`; without it each has its own.
Picture frame_picture(const BodyTable& bodies, const Frame& frame, ColourBy by, const std::string& title,
                      const std::optional<ValueRange>& range = std::nullopt);

// The common range of colours for several frames of a run's file.
using FrameNumbers = std::set<std::size_t>;
ValueRange range_of_frames(const BodyTable& bodies, const std::string& file, const FrameNumbers& frames,
                           ColourBy by);

// True if all bodies with a radius lie in one plane y = const: then the front view shows everything.
bool is_plane_motion(const Frame& frame);

}  // namespace cairn
