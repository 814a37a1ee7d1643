#include "results/shape_text.h"

#include <array>
#include <cmath>
#include <string_view>

#include "base/json.h"

namespace cairn {
namespace {

Json list(const Vec3& a) { return Json::array().add(a.x).add(a.y).add(a.z); }
Json list(const Quat& q) { return Json::array().add(q.w).add(q.x).add(q.y).add(q.z); }
Json list(const std::vector<Vec3>& points) {
  Json all = Json::array();
  for (const Vec3& p : points) all.add(list(p));
  return all;
}

struct Words {
  std::string_view kind;
  Json::Object members;
};

Words text(std::string_view kind, Json::Object members, double rounding = 0) {
  if (rounding > 0) members.emplace_back("rounding", rounding);
  return {kind, std::move(members)};
}

Words text_of(const Sphere& sphere) { return text("sphere", {{"radius", sphere.radius}}); }
Words text_of(const Disc& disc) { return text("disc", {{"radius", disc.radius}}); }
Words text_of(const Box& box) { return text("box", {{"size", list(2 * box.half)}}, box.rounding); }
Words text_of(const Plane&) { return text("plane", {}); }

Words text_of(const Cylinder& cylinder) {
  return text("cylinder", {{"radius", cylinder.radius}, {"height", 2 * cylinder.half_height}},
              cylinder.rounding);
}
Words text_of(const Cone& cone) {
  Json::Object members{{"radius", cone.radius}, {"height", cone.height}};
  if (cone.top > 0) members.emplace_back("top_radius", cone.top);
  return text("cone", std::move(members), cone.rounding);
}
Words text_of(const Ellipsoid& ellipsoid) {
  return text("ellipsoid", {{"radii", list(ellipsoid.radii)}}, ellipsoid.rounding);
}
Words text_of(const Capsule& capsule) {
  return text("capsule", {{"radius", capsule.radius}, {"length", 2 * capsule.half_length}});
}
Words text_of(const Superellipsoid& shape) {
  return text("superellipsoid",
              {{"radii", list(shape.radii)}, {"exponents", Json::array().add(shape.across).add(shape.along)}},
              shape.rounding);
}
Words text_of(const Polyhedron& polyhedron) {
  return text("polyhedron", {{"vertices", list(polyhedron.vertices)}}, polyhedron.rounding);
}
Words text_of(const Mesh& mesh) {
  Json triangles = Json::array();
  for (const auto& [a, b, c] : mesh.triangles) triangles.add(Json::array().add(a).add(b).add(c));
  return text("mesh", {{"vertices", list(mesh.vertices)},
                       {"triangles", std::move(triangles)},
                       {"kind", mesh.closed ? "solid" : "sheet"}});
}
Words text_of(const Compound& compound);

Words text_of(const Container& container) {
  constexpr std::array<std::string_view, 6> kFaces{"left", "right", "front", "back", "bottom", "top"};
  Json open = Json::array();
  for (int face = 0; face < 6; ++face) {
    if (container.is_open(face)) open.add(kFaces[static_cast<std::size_t>(face)]);
  }
  return text("container",
              {{"size", list(2 * container.half)}, {"open", container.open == 0 ? Json("none") : open}});
}

Words text_of(const Drum& drum) {
  Json::Object members{{"radius", drum.radius}};
  if (std::isfinite(drum.half_length)) members.emplace_back("length", 2 * drum.half_length);
  members.emplace_back("ends", drum.open ? "open" : "closed");
  return text("drum", members);
}
Words text_of(const Tube& tube) {
  return text("tube", {{"radius", tube.radius}, {"length", 2 * tube.half_length}});
}
Words text_of(const Cup& cup) { return text("cup", {{"radius", cup.radius}, {"height", cup.height}}); }
Words text_of(const Funnel& funnel) {
  return text("funnel", {{"top_radius", funnel.radius_top},
                         {"bottom_radius", funnel.radius_bottom},
                         {"height", funnel.height}});
}

Words words_of(const Shape& shape) {
  return std::visit([](const auto& s) { return text_of(s); }, shape);
}

// Overlap "count": the scene has already decided about overlapping parts.
Words text_of(const Compound& compound) {
  Json parts = Json::array();
  for (const Part& part : compound.parts) {
    Words words = words_of(part.shape);
    Json shape = Json::object({{std::string(words.kind), Json::object(std::move(words.members))}});
    parts.add(Json::object({{"shape", std::move(shape)},
                            {"position", list(part.position)},
                            {"orientation", list(part.orientation)}}));
  }
  return text("compound", {{"parts", std::move(parts)}, {"overlap", "count"}});
}

}  // namespace

ShapeText describe(const Shape& shape) {
  Words words = words_of(shape);
  return {std::string(words.kind), Json::object(std::move(words.members)).line()};
}

}  // namespace cairn
