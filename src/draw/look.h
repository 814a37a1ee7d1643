// How the bodies of a stored run look: their shapes as triangles, and the colours of their groups. Pictures
// and the browser's page both show bodies this way.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "draw/colour.h"
#include "results/frames.h"
#include "shapes/table.h"

namespace cairn {

// The shape that a results file describes; nothing if this program does not know its kind.
std::optional<TurnedShape> shape_of(const ShapeText& text);

// Diagonal of the box around all bodies with a radius. Endless walls are cut to this size.
double extent_of(const Frame& frame);

// A frame with more bodies than this draws each with few triangles.
inline constexpr std::size_t kManyBodies = 2000;
enum class Detail { fine, coarse };
// Triangles of a shape in the axes of the stored text, which are the body's axes.
Surface body_surface(const TurnedShape& turned, double extent, Detail detail);

// Row of a uid in the table of bodies, which is sorted by uid. Throws RunError if it is missing.
std::size_t row_of(const BodyTable& bodies, Uid uid);

// The colour that the scene gives to a group.
std::optional<Rgb> given_colour(const BodyTable& bodies, std::int32_t group);
// The colours of all groups that have bodies. A group with free bodies and no colour in the scene gets the
// next series colour; walls without a colour have none.
std::map<std::int32_t, std::optional<Rgb>> shown_colours(const BodyTable& bodies);

}  // namespace cairn
