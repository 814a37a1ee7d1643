#include "draw/frame_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/assert.h"
#include "base/error.h"
#include "base/printable.h"
#include "math/quat.h"

namespace cairn {
namespace {

constexpr double kWallAlpha = 0.35, kColouredAlpha = 0.85;  // the latter for walls with a colour of their own
constexpr double kGlass = 0.25, kFaint = 0.16;  // alpha of grains with force chains, and with chains alone
constexpr double kWidest = 0.45;  // radius of the strongest link over half the thickness of the thinner grain
constexpr double kAtRest =
    1e-3;  // radii per second: such a body needs a quarter of an hour for its own radius

// Largest contact force of each body, by uid.
std::map<Uid, double> largest_forces(const Frame& frame) {
  std::map<Uid, double> largest;
  if (!frame.contacts) return largest;
  for (std::size_t k = 0; k < frame.contacts->size(); ++k) {
    const double force = norm(frame.contacts->force[k]);
    for (const Uid uid : frame.contacts->bodies[k]) largest[uid] = std::max(largest[uid], force);
  }
  return largest;
}

// The value of each link: |F|, or for chains its part along the normal, which is negative where it pulls.
std::vector<double> link_values(const FrameContacts& contacts, ColourBy by) {
  if (by == ColourBy::chains) return normal_forces(contacts);
  std::vector<double> values;
  for (const Vec3& force : contacts.force) values.push_back(norm(force));
  return values;
}

// The contact point as a grain sees it. The stored ends are centres of the images that touch. In a periodic
// cell such an image may lie on the other side.
Vec3 point_at(const Frame& frame, std::size_t contact, std::size_t side, std::size_t grain) {
  const std::vector<Vec3>& ends = frame.contacts->ends;
  const Vec3 shift = ends.empty() ? Vec3{} : ends[2 * contact + side] - frame.position[grain];
  return frame.contacts->point[contact] - shift;
}

// The largest absolute value: of the given range (several frames), or of these values.
double strongest_of(const std::vector<double>& values, const std::optional<ValueRange>& range) {
  if (range) return std::max(std::abs(range->low), std::abs(range->high));
  double strongest = 0;
  for (const double value : values) strongest = std::max(strongest, std::abs(value));
  return strongest;
}

class Painter {
 public:
  Painter(const BodyTable& bodies, const Frame& frame, ColourBy by)
      : bodies_(bodies), frame_(frame), by_(by), extent_(extent_of(frame)), colours_(shown_colours(bodies)) {
    if (by == ColourBy::force) forces_ = largest_forces(frame);
    const Detail detail = frame.size() > kManyBodies ? Detail::coarse : Detail::fine;
    for (const ShapeText& text : bodies.shapes) {
      shapes_.push_back(shape_of(text));
      surfaces_.push_back(shapes_.back() ? body_surface(*shapes_.back(), extent_, detail) : Surface{});
    }
  }

  void add(std::size_t k, Picture& picture) const {
    const std::size_t row = row_of(bodies_, frame_.uid[k]);
    const ShapeText& text = bodies_.shapes.at(static_cast<std::size_t>(bodies_.shape_index[row]));
    const bool is_fixed = !(bodies_.mass[row] > 0);
    const std::optional<Rgb> colour = own_colour(row);
    // Balls.
    if (text.kind == "sphere" || text.kind == "disc") {
      DrawnBall ball{frame_.position[k], frame_.radius[k], is_fixed ? kNoValue : value(k)};
      ball.colour = colour.value_or(ball.colour);
      picture.balls.push_back(ball);
      return;
    }
    const auto index = static_cast<std::size_t>(bodies_.shape_index[row]);
    if (!shapes_[index]) return;
    // Endless planes.
    if (std::holds_alternative<Plane>(shapes_[index]->shape)) {
      DrawnPlane plane{.point = frame_.position[k], .normal = z_axis(frame_.orientation[k])};
      plane.colour = colour.value_or(plane.colour);
      plane.line = colour.value_or(plane.line);
      picture.planes.push_back(plane);
      return;
    }
    // All other shapes: turned triangles, translucent if the body is fixed or chains are shown alone.
    const Surface& body = surfaces_[index];
    DrawnMesh mesh;
    mesh.triangles = body.triangles;
    mesh.alpha = is_fixed && colour ? kColouredAlpha : is_fixed || by_ == ColourBy::chains ? kWallAlpha : 1;
    mesh.colour = colour.value_or(mesh.colour);
    if (!is_fixed) {
      mesh.value = value(k);
      mesh.place = DrawnMesh::Place::body;
    }
    for (const Vec3& v : body.vertices) {
      mesh.vertices.push_back(frame_.position[k] + rotate(frame_.orientation[k], v));
    }
    picture.meshes.push_back(std::move(mesh));
  }

  // Rods from the centres of the grains to the contact point, so that each rod lies within its grain. Walls
  // get no rod.
  void add_links(const std::optional<ValueRange>& range, Picture& picture) const {
    const std::vector<double> values = link_values(*frame_.contacts, by_);
    const double strongest = strongest_of(values, range);
    if (!(strongest > 0)) return;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!(std::abs(values[k]) > 0)) continue;
      const double strength = std::min(1.0, std::abs(values[k]) / strongest);
      std::vector<DrawnLink> halves;
      double size = INFINITY;
      // One rod per grain of the contact; the thinner grain limits the width.
      for (std::size_t side = 0; side < 2; ++side) {
        const std::optional<std::size_t> grain = grain_called(frame_.contacts->bodies[k][side]);
        if (!grain) continue;
        size = std::min(size, half_thickness(*grain));
        halves.push_back({frame_.position[*grain], point_at(frame_, k, side, *grain), 0, values[k]});
      }
      const double width = by_ == ColourBy::chains ? strength : std::sqrt(strength);
      for (DrawnLink& half : halves) {
        half.radius = kWidest * size * width;
        picture.links.push_back(half);
      }
    }
  }

  // Names and colours of the groups whose colour shows in the picture.
  std::vector<ColourName> names() const {
    std::set<std::int32_t> seen;
    for (const Uid uid : frame_.uid)
      if (const std::size_t row = row_of(bodies_, uid); own_colour(row)) seen.insert(bodies_.name_index[row]);
    std::vector<ColourName> names;
    for (const std::int32_t group : seen)
      names.push_back({bodies_.names.at(static_cast<std::size_t>(group)), *colours_.at(group)});
    return names;
  }

 private:
  // The colour of a body's group, if the picture shows it: always for walls, for free bodies by group alone.
  std::optional<Rgb> own_colour(std::size_t row) const {
    const std::int32_t group = bodies_.name_index[row];
    const bool is_free = bodies_.mass[row] > 0;
    if (is_free) return by_ == ColourBy::group ? colours_.at(group) : std::nullopt;
    return given_colour(bodies_, group);
  }

  // Index of a free body in the frame; nothing if it is a wall or absent.
  std::optional<std::size_t> grain_called(Uid uid) const {
    const auto found = std::ranges::lower_bound(frame_.uid, uid);
    if (found == frame_.uid.end() || *found != uid) return std::nullopt;
    const auto at = static_cast<std::size_t>(found - frame_.uid.begin());
    const bool is_grain = frame_.radius[at] > 0 && bodies_.mass[row_of(bodies_, uid)] > 0;
    return is_grain ? std::optional(at) : std::nullopt;
  }

  // Half the thickness of a body's shape, at most its radius.
  double half_thickness(std::size_t k) const {
    const auto& turned =
        shapes_[static_cast<std::size_t>(bodies_.shape_index[row_of(bodies_, frame_.uid[k])])];
    const double half = turned ? 0.5 * thickness(turned->shape) : 0;
    return half > 0 ? std::min(half, frame_.radius[k]) : frame_.radius[k];
  }

  double value(std::size_t k) const {
    if (by_ == ColourBy::speed) return norm(frame_.velocity[k]);
    if (by_ == ColourBy::group || by_ == ColourBy::chains) return kNoValue;
    const auto force = forces_.find(frame_.uid[k]);
    return force == forces_.end() ? 0 : force->second;
  }

  const BodyTable& bodies_;
  const Frame& frame_;
  ColourBy by_;
  double extent_;
  std::map<std::int32_t, std::optional<Rgb>> colours_;
  std::map<Uid, double> forces_;
  std::vector<std::optional<TurnedShape>> shapes_;
  std::vector<Surface> surfaces_;
};

// The median of all positive radii; 0 if there are none.
double typical_radius(const Frame& frame) {
  std::vector<double> radii;
  std::ranges::copy_if(frame.radius, std::back_inserter(radii), [](double r) { return r > 0; });
  if (radii.empty()) return 0;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::ranges::nth_element(radii, middle);
  return *middle;
}

}  // namespace

bool is_plane_motion(const Frame& frame) {
  double low = INFINITY, high = -INFINITY;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!(frame.radius[k] > 0)) continue;
    low = std::min(low, frame.position[k].y);
    high = std::max(high, frame.position[k].y);
  }
  return low == high;
}

Picture frame_picture(const BodyTable& bodies, const Frame& frame, ColourBy by, const std::string& title,
                      const std::optional<ValueRange>& range) {
  const bool linked = by == ColourBy::force || by == ColourBy::chains;
  if (linked && !frame.contacts) {
    throw InputError("the frame has no contacts to show: the scene must say output: {contacts: true}");
  }
  CAIRN_ASSERT(std::ranges::is_sorted(bodies.uid) && std::ranges::is_sorted(frame.uid));
  // Title and legend.
  Picture picture;
  picture.title = title;
  picture.subtitle = fmt::format("t = {:.4g} s, {}", frame.time, how_many(frame.size(), "body"));
  picture.range = range;
  if (by == ColourBy::speed) {
    picture.label = "speed [m/s]";
    picture.least = kAtRest * typical_radius(frame);
  }
  if (by == ColourBy::force) picture.label = "contact force [N]";
  if (by == ColourBy::chains) picture.label = "normal force [N]";
  if (linked) picture.map = ColourMap::ember;
  // Bodies, then force chains.
  const Painter painter(bodies, frame, by);
  for (std::size_t k = 0; k < frame.size(); ++k) painter.add(k, picture);
  if (by == ColourBy::group) {
    picture.label = "group";
    picture.names = painter.names();
  }
  if (linked) painter.add_links(range, picture);
  if (!picture.links.empty()) picture.ball_alpha = by == ColourBy::chains ? kFaint : kGlass;
  if (is_plane_motion(frame)) picture.view = front_view();
  return picture;
}

ValueRange range_of_frames(const BodyTable& bodies, const std::string& file, const FrameNumbers& frames,
                           ColourBy by) {
  RangeFinder finder;
  for (const std::size_t k : frames) finder.add(frame_picture(bodies, read_frame(file, k), by, ""));
  return finder.range();
}

}  // namespace cairn
