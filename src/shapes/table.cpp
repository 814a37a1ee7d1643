#include "shapes/table.h"

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

using namespace declare;

constexpr std::array<const char*, 6> kFaces{"left", "right", "front", "back", "bottom", "top"};

// --- Declarations used by several shapes
Option length(const char* name, const char* meaning) {
  return number(name, dim::length, required, meaning).positive();
}
Option radius() { return number("radius", dim::length, optional, "radius; or give diameter").positive(); }
Option diameter() { return number("diameter", dim::length, optional, "twice the radius").positive(); }
Option axis() { return choice("axis", {"x", "y", "z"}, "z", "direction of the axis in the body's frame"); }

Option open_faces() {
  const std::vector<std::string> faces(kFaces.begin(), kFaces.end());
  std::vector<std::string> words = faces;
  words.insert(words.begin(), "none");
  Option face = choice("face", faces, required, "left -x, right +x, front -y, back +y, bottom -z, top +z");
  return any_of("open",
                {choice("open", words, "none", "the face that is missing"),
                 list_of("open", std::move(face), "the faces that are missing").count(1, 5)},
                "missing faces: left -x, right +x, front -y, back +y, bottom -z, top +z", "none");
}

// --- From values to shapes
double radius_of(const Value& v) {
  if (v.has("radius") == v.has("diameter"))
    throw InputError("expected either 'radius' or 'diameter' of the " + v.name(), v.mark());
  return v.has("radius") ? v["radius"].number() : 0.5 * v["diameter"].number();
}

Quat turn_to(const Vec3& direction) { return rotation_between({0, 0, 1}, direction); }

Quat axis_of(const Value& v) {
  const std::string& name = v["axis"].chosen();
  return name == "x" ? turn_to({1, 0, 0}) : name == "y" ? turn_to({0, 1, 0}) : Quat{};
}

Quat normal_of(const Value& v) {
  const Vec3 n(v["normal"].vector());
  const double largest = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  if (largest == 0) throw InputError("a normal needs a direction: it can not be zero", v["normal"].mark());
  return turn_to(unit(n / largest));
}

std::uint8_t face_bit(const std::string& word) {
  const auto face = std::find(kFaces.begin(), kFaces.end(), word) - kFaces.begin();
  return static_cast<std::uint8_t>(face < 6 ? 1 << face : 0);
}

std::uint8_t open_of(const Value& v) {
  const Value& open = v["open"];
  if (open.empty() || open.type() != OptionType::list) return face_bit(open.chosen());
  unsigned faces = 0;
  for (const Value& face : open.items()) faces |= face_bit(face.chosen());
  return static_cast<std::uint8_t>(faces);
}

TurnedShape make_sphere(const Value& v) { return {Sphere{radius_of(v)}, {}}; }
TurnedShape make_disc(const Value& v) { return {Disc{radius_of(v)}, {}}; }
TurnedShape make_box(const Value& v) { return {Box{0.5 * Vec3(v["size"].vector())}, {}}; }
TurnedShape make_cylinder(const Value& v) {
  return {Cylinder{radius_of(v), 0.5 * v["height"].number()}, axis_of(v)};
}
TurnedShape make_cone(const Value& v) { return {Cone{radius_of(v), v["height"].number()}, axis_of(v)}; }
TurnedShape make_plane(const Value& v) { return {Plane{}, normal_of(v)}; }
TurnedShape make_container(const Value& v) {
  return {Container{0.5 * Vec3(v["size"].vector()), open_of(v)}, {}};
}
TurnedShape make_drum(const Value& v) {
  const double half_length = v.has("length") ? 0.5 * v["length"].number() : kInfinity;
  return {Drum{radius_of(v), half_length, v["ends"].chosen() == "open"}, axis_of(v)};
}
TurnedShape make_tube(const Value& v) { return {Tube{radius_of(v), 0.5 * v["length"].number()}, axis_of(v)}; }
TurnedShape make_cup(const Value& v) { return {Cup{radius_of(v), v["height"].number()}, axis_of(v)}; }
TurnedShape make_funnel(const Value& v) {
  const double top = v["top_radius"].number(), bottom = v["bottom_radius"].number();
  return {Funnel{top, bottom, v["height"].number()}, axis_of(v)};
}

// clang-format off
std::vector<ShapeRow> rows() {
  return {
      {"sphere", "", "ball",
       {radius(), diameter()}, make_sphere},
      {"disc", "", "round grain of a 2-D scene, of unit depth, in the x-z plane",
       {radius(), diameter()}, make_disc},
      {"box", "", "solid cuboid",
       {vector("size", dim::length, required, "edge lengths along x, y, z").positive()}, make_box},
      {"cylinder", "", "solid cylinder",
       {radius(), diameter(), length("height", "along the axis"), axis()}, make_cylinder},
      {"cone", "", "solid cone; its place is that of its centre of mass, a quarter of the height above the base",
       {radius(), diameter(), length("height", "from the base to the apex, along the axis"), axis()}, make_cone},
      {"plane", "", "half-space: everything behind the plane is solid",
       {vector("normal", dim::none, "[0, 0, 1]", "out of the solid; any length but zero")}, make_plane},
      {"container", "", "inside of a box; with an open face its walls are thin sheets, met from both sides",
       {vector("size", dim::length, required, "inner edge lengths along x, y, z").positive(), open_faces()},
       make_container},
      {"drum", "", "inside of a cylinder; with open ends it is a tube",
       {radius(), diameter(),
        number("length", dim::length, optional, "along the axis; without it the drum is endless").positive(),
        axis(), choice("ends", {"closed", "open"}, "closed", "whether flat ends close it")}, make_drum},
      {"tube", "", "thin cylindrical sheet, met from both sides and at its rims",
       {radius(), diameter(), length("length", "along the axis"), axis()}, make_tube},
      {"cup", "", "tube with a bottom; its place is that of the middle of the bottom",
       {radius(), diameter(), length("height", "from the bottom to the rim, along the axis"), axis()}, make_cup},
      {"funnel", "", "thin conical sheet; its place is half-way up its axis",
       {length("top_radius", "radius at the end towards the axis"),
        number("bottom_radius", dim::length, required, "radius at the other end; 0 closes it").non_negative(),
        length("height", "along the axis"), axis()}, make_funnel},
  };
}
// clang-format on

}  // namespace

const std::vector<ShapeRow>& shape_table() {
  static const std::vector<ShapeRow> table = rows();
  return table;
}

Option shape_option() {
  Fields alternatives;
  for (const ShapeRow& row : shape_table())
    alternatives.push_back(object(row.name, row.options, row.meaning).refer(row.reference));
  return variant("shape", std::move(alternatives), "what the body looks like");
}

TurnedShape make_shape(const Value& shape) {
  for (const ShapeRow& row : shape_table())
    if (row.name == shape.chosen()) return row.make(shape.selected());
  CAIRN_ASSERT(!"a shape that the table does not have");
  return {};
}

bool has_size(const Value& shape) {
  const bool round = shape.chosen() == "sphere" || shape.chosen() == "disc";
  return !round || shape.selected().has("radius") || shape.selected().has("diameter");
}

}  // namespace cairn
