#include "draw/frame_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/assert.h"
#include "base/error.h"
#include "math/quat.h"
#include "shapes/table.h"
#include "text/interpret.h"
#include "text/node.h"

namespace cairn {
namespace {

constexpr std::size_t kMany = 2000;  // bodies, which are drawn with few triangles each
constexpr double kWallAlpha = 0.35;
constexpr double kGlass = 0.25, kFaint = 0.16;  // grains around force chains, and where these are all
constexpr double kWidest = 0.45;                // of the strongest link, over the smaller grain's

// Where in the table of bodies each uid stands; the table is sorted by uid.
std::size_t row_of(const BodyTable& bodies, Uid uid) {
  const auto row = std::ranges::lower_bound(bodies.uid, uid);
  if (row == bodies.uid.end() || *row != uid) {
    throw RunError(fmt::format("the frame has a body {} that the table of bodies lacks", uid));
  }
  return static_cast<std::size_t>(row - bodies.uid.begin());
}

// The size of what is shown: walls without an end are cut to it.
double extent_of(const Frame& frame) {
  Vec3 low{INFINITY, INFINITY, INFINITY}, high = -low;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!(frame.radius[k] > 0) || !is_finite(frame.position[k])) continue;
    const Vec3 r{frame.radius[k], frame.radius[k], frame.radius[k]};
    low = min(low, frame.position[k] - r), high = max(high, frame.position[k] + r);
  }
  return low.x <= high.x ? norm(high - low) : 1;
}

// Largest force of any contact of a body, by uid.
std::map<Uid, double> largest_forces(const Frame& frame) {
  std::map<Uid, double> largest;
  if (!frame.contacts) return largest;
  for (std::size_t k = 0; k < frame.contacts->size(); ++k) {
    const double force = norm(frame.contacts->force[k]);
    for (const Uid uid : frame.contacts->bodies[k]) largest[uid] = std::max(largest[uid], force);
  }
  return largest;
}

// What the links of a picture show: |F|, or the part along the normal, which is negative where it pulls.
std::vector<double> link_values(const FrameContacts& contacts, ColourBy by) {
  if (by == ColourBy::chains) return normal_forces(contacts);
  std::vector<double> values;
  for (const Vec3& force : contacts.force) values.push_back(norm(force));
  return values;
}

// The end of a contact's link at one of its grains. Stored ends are those of the image that touches, which in
// a periodic cell may lie on the other side; without them it is the centre.
Vec3 link_end(const Frame& frame, std::size_t contact, std::size_t side, std::size_t grain) {
  const std::vector<Vec3>& ends = frame.contacts->ends;
  return ends.empty() ? frame.position[grain] : ends[2 * contact + side];
}

// A link from centre to contact point and on to the other centre; walls get the contact point alone.
void add_links(const BodyTable& bodies, const Frame& frame, ColourBy by, Picture& picture) {
  const std::vector<double> values = link_values(*frame.contacts, by);
  double strongest = 0;
  for (const double value : values) strongest = std::max(strongest, std::abs(value));
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double strength = std::abs(values[k]) / strongest;
    if (!(strength > 0)) continue;
    Vec3 end[2];
    double radius = INFINITY;
    for (std::size_t side = 0; side < 2; ++side) {
      const Uid uid = frame.contacts->bodies[k][side];
      const auto found = std::ranges::lower_bound(frame.uid, uid);
      const bool is_here = found != frame.uid.end() && *found == uid;
      const auto at = static_cast<std::size_t>(found - frame.uid.begin());
      const bool is_grain = is_here && frame.radius[at] > 0 && bodies.mass[row_of(bodies, uid)] > 0;
      end[side] = is_grain ? link_end(frame, k, side, at) : frame.contacts->point[k];
      if (is_grain) radius = std::min(radius, frame.radius[at]);
    }
    if (std::isfinite(radius)) {
      const double width = by == ColourBy::chains ? strength : std::sqrt(strength);
      picture.links.push_back({end[0], end[1], kWidest * radius * width, values[k]});
    }
  }
}

class Painter {
 public:
  Painter(const BodyTable& bodies, const Frame& frame, ColourBy by)
      : bodies_(bodies), frame_(frame), by_(by), extent_(extent_of(frame)) {
    if (by == ColourBy::force) forces_ = largest_forces(frame);
    for (const ShapeText& text : bodies.shapes) {
      shapes_.push_back(shape_of(text));
      surfaces_.push_back(shapes_.back() ? drawn(*shapes_.back()) : Surface{});
    }
  }

  void add(std::size_t k, Picture& picture) const {
    const std::size_t row = row_of(bodies_, frame_.uid[k]);
    const ShapeText& text = bodies_.shapes.at(static_cast<std::size_t>(bodies_.shape_index[row]));
    const bool is_fixed = !(bodies_.mass[row] > 0);
    if (text.kind == "sphere" || text.kind == "disc") {
      picture.balls.push_back({frame_.position[k], frame_.radius[k], is_fixed ? kNoValue : value(k)});
      return;
    }
    const auto index = static_cast<std::size_t>(bodies_.shape_index[row]);
    if (!shapes_[index]) return;
    if (std::holds_alternative<Plane>(shapes_[index]->shape)) {
      picture.planes.push_back({.point = frame_.position[k], .normal = z_axis(frame_.orientation[k])});
      return;
    }
    const Surface& body = surfaces_[index];
    DrawnMesh mesh;
    mesh.triangles = body.triangles;
    mesh.alpha = is_fixed || by_ == ColourBy::chains ? kWallAlpha : 1;
    if (!is_fixed) mesh.value = value(k);
    for (const Vec3& v : body.vertices) {
      mesh.vertices.push_back(frame_.position[k] + rotate(frame_.orientation[k], v));
    }
    picture.meshes.push_back(std::move(mesh));
  }

 private:
  // Triangles in the axes of the stored text, which are the body's but for rounding and overlaps counted
  // twice.
  Surface drawn(const TurnedShape& turned) const {
    const bool many = frame_.size() > kMany;
    Surface body = many ? coarse_surface(turned.shape, extent_) : surface(turned.shape, extent_);
    for (Vec3& v : body.vertices) v = turned.offset + rotate(turned.turn, v);
    return body;
  }

  double value(std::size_t k) const {
    if (by_ == ColourBy::speed) return norm(frame_.velocity[k]);
    if (by_ == ColourBy::group) return frame_.name_index[k];
    if (by_ == ColourBy::chains) return kNoValue;
    const auto force = forces_.find(frame_.uid[k]);
    return force == forces_.end() ? 0 : force->second;
  }

  const BodyTable& bodies_;
  const Frame& frame_;
  ColourBy by_;
  double extent_;
  std::map<Uid, double> forces_;
  std::vector<std::optional<TurnedShape>> shapes_;
  std::vector<Surface> surfaces_;
};

}  // namespace

std::optional<TurnedShape> shape_of(const ShapeText& text) {
  if (text.kind == "sphere") return TurnedShape{Sphere{}, {}, {}};
  if (text.kind == "disc") return TurnedShape{Disc{}, {}, {}};
  static const Option schema = shape_option();
  if (schema.child(text.kind) == nullptr) return std::nullopt;
  const Tree tree = Tree::from_text(fmt::format("{{{}: {}}}", text.kind, text.parameters), "run.h5");
  return make_shape(interpret(tree.root(), schema, {}, "shape"));
}

bool is_plane_motion(const Frame& frame) {
  double low = INFINITY, high = -INFINITY;
  for (std::size_t k = 0; k < frame.size(); ++k) {
    if (!(frame.radius[k] > 0)) continue;
    low = std::min(low, frame.position[k].y), high = std::max(high, frame.position[k].y);
  }
  return low == high;
}

Picture frame_picture(const BodyTable& bodies, const Frame& frame, ColourBy by, const std::string& title) {
  const bool linked = by == ColourBy::force || by == ColourBy::chains;
  if (linked && !frame.contacts) {
    throw InputError("the frame has no contacts to show: the scene must say output: {contacts: true}");
  }
  CAIRN_ASSERT(std::ranges::is_sorted(bodies.uid) && std::ranges::is_sorted(frame.uid));
  Picture picture;
  picture.title = title;
  picture.subtitle = fmt::format("t = {:.4g} s, {} bodies", frame.time, frame.size());
  if (by == ColourBy::speed) picture.label = "speed [m/s]";
  if (by == ColourBy::force) picture.label = "contact force [N]";
  if (by == ColourBy::chains) picture.label = "normal force [N]";
  if (linked) picture.map = ColourMap::ember;
  const Painter painter(bodies, frame, by);
  for (std::size_t k = 0; k < frame.size(); ++k) painter.add(k, picture);
  if (linked) add_links(bodies, frame, by, picture);
  if (!picture.links.empty()) picture.ball_alpha = by == ColourBy::chains ? kFaint : kGlass;
  if (is_plane_motion(frame)) picture.view = front_view();
  return picture;
}

}  // namespace cairn
