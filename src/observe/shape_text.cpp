#include "observe/shape_text.h"

#include <array>
#include <cmath>
#include <string_view>

#include "base/json.h"

namespace cairn {
namespace {

Json list(const Vec3& a) { return Json::array().add(a.x).add(a.y).add(a.z); }

ShapeText text(std::string_view kind, const Json::Object& members) {
  return {std::string(kind), Json::object(members).line()};
}

ShapeText text_of(const Sphere& sphere) { return text("sphere", {{"radius", sphere.radius}}); }
ShapeText text_of(const Disc& disc) { return text("disc", {{"radius", disc.radius}}); }
ShapeText text_of(const Box& box) { return text("box", {{"size", list(2 * box.half)}}); }
ShapeText text_of(const Plane&) { return text("plane", {}); }

ShapeText text_of(const Cylinder& cylinder) {
  return text("cylinder", {{"radius", cylinder.radius}, {"height", 2 * cylinder.half_height}});
}
ShapeText text_of(const Cone& cone) {
  return text("cone", {{"radius", cone.radius}, {"height", cone.height}});
}

ShapeText text_of(const Container& container) {
  constexpr std::array<std::string_view, 6> kFaces{"left", "right", "front", "back", "bottom", "top"};
  Json open = Json::array();
  for (int face = 0; face < 6; ++face) {
    if (container.is_open(face)) open.add(kFaces[static_cast<std::size_t>(face)]);
  }
  return text("container",
              {{"size", list(2 * container.half)}, {"open", container.open == 0 ? Json("none") : open}});
}

ShapeText text_of(const Drum& drum) {
  Json::Object members{{"radius", drum.radius}};
  if (std::isfinite(drum.half_length)) members.emplace_back("length", 2 * drum.half_length);
  members.emplace_back("ends", drum.open ? "open" : "closed");
  return text("drum", members);
}
ShapeText text_of(const Tube& tube) {
  return text("tube", {{"radius", tube.radius}, {"length", 2 * tube.half_length}});
}
ShapeText text_of(const Cup& cup) { return text("cup", {{"radius", cup.radius}, {"height", cup.height}}); }
ShapeText text_of(const Funnel& funnel) {
  return text("funnel", {{"top_radius", funnel.radius_top},
                         {"bottom_radius", funnel.radius_bottom},
                         {"height", funnel.height}});
}

}  // namespace

ShapeText describe(const Shape& shape) {
  return std::visit([](const auto& s) { return text_of(s); }, shape);
}

}  // namespace cairn
