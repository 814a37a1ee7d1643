#include "draw/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "math/quat.h"
#include "text/interpret.h"
#include "text/node.h"

namespace cairn {

std::optional<TurnedShape> shape_of(const ShapeText& text) {
  if (text.kind == "sphere") return TurnedShape{Sphere{}, {}, {}};
  if (text.kind == "disc") return TurnedShape{Disc{}, {}, {}};
  static const Option schema = shape_option();
  if (schema.child(text.kind) == nullptr) return std::nullopt;
  const Tree tree = Tree::from_text(fmt::format("{{{}: {}}}", text.kind, text.parameters), "run.h5");
  return make_shape(interpret(tree.root(), schema, {}, "shape"));
}

double extent_of(const Frame& frame) {
  Vec3 low{INFINITY, INFINITY, INFINITY}, high = -low;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!(frame.radius[k] > 0) || !is_finite(frame.position[k])) continue;
    const Vec3 r{frame.radius[k], frame.radius[k], frame.radius[k]};
    low = min(low, frame.position[k] - r);
    high = max(high, frame.position[k] + r);
  }
  return low.x <= high.x ? norm(high - low) : 1;
}

// `turned` goes back to the stored axes, because make_shape() may find slightly different principal axes
// (rounding, overlapping parts).
Surface body_surface(const TurnedShape& turned, double extent, Detail detail) {
  Surface body =
      detail == Detail::coarse ? coarse_surface(turned.shape, extent) : surface(turned.shape, extent);
  for (Vec3& v : body.vertices) v = turned.offset + rotate(turned.turn, v);
  return body;
}

std::size_t row_of(const BodyTable& bodies, Uid uid) {
  const auto row = std::ranges::lower_bound(bodies.uid, uid);
  if (row == bodies.uid.end() || *row != uid) {
    throw RunError(fmt::format("the frame has a body {} that the table of bodies lacks", uid));
  }
  return static_cast<std::size_t>(row - bodies.uid.begin());
}

std::optional<Rgb> given_colour(const BodyTable& bodies, std::int32_t group) {
  const auto index = static_cast<std::size_t>(group);
  return index < bodies.colours.size() ? colour_of(bodies.colours[index]) : std::nullopt;
}

std::map<std::int32_t, std::optional<Rgb>> shown_colours(const BodyTable& bodies) {
  std::map<std::int32_t, std::optional<Rgb>> colours;
  std::set<std::int32_t> free;
  for (std::size_t row = 0; row < bodies.uid.size(); ++row) {
    const std::int32_t group = bodies.name_index[row];
    colours.try_emplace(group, given_colour(bodies, group));
    if (bodies.mass[row] > 0) free.insert(group);
  }
  std::size_t count = 0;
  for (const std::int32_t group : free)
    if (!colours[group]) colours[group] = series_colour(count++);
  return colours;
}

}  // namespace cairn
