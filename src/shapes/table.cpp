#include "shapes/table.h"

#include "base/assert.h"
#include "base/error.h"
#include "shapes/table_pieces.h"

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

Option rounding() {
  return number("rounding", dim::length, "0",
                "radius of a ball that the shape is summed with: larger by it on all sides, with round edges")
      .non_negative();
}
Option equal_volume() {
  return number("equivalent_diameter", dim::length, optional,
                "scales all sizes so that the volume is that of a sphere of this diameter")
      .positive();
}
Option radii() { return vector("radii", dim::length, required, "half lengths along x, y, z").positive(); }

Option exponents() {
  return list_of("exponents",
                 number("exponent", dim::none, required, "2: round, larger: boxier").within(2, 20),
                 "across and along the z axis: ((x/a)^n + (y/b)^n)^(m/n) + (z/c)^m = 1 for [n, m]", required)
      .count(2);
}

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
    throw InputError("expected either 'radius' or 'diameter' of the " + v.name() +
                         (v.has("radius") ? ", got both" : ", for example 'radius: 1 mm'"),
                     v.mark());
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
  if (largest == 0) throw InputError("a normal needs a direction: it cannot be zero", v["normal"].mark());
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

TurnedShape make_sphere(const Value& v, const FindFile& /*find*/) { return {Sphere{radius_of(v)}, {}, {}}; }
TurnedShape make_disc(const Value& v, const FindFile& /*find*/) { return {Disc{radius_of(v)}, {}, {}}; }
TurnedShape make_box(const Value& v, const FindFile& /*find*/) {
  return {Box{0.5 * Vec3(v["size"].vector()), v["rounding"].number()}, {}, {}};
}
TurnedShape make_cylinder(const Value& v, const FindFile& /*find*/) {
  return {Cylinder{radius_of(v), 0.5 * v["height"].number(), v["rounding"].number()}, axis_of(v), {}};
}
TurnedShape make_cone(const Value& v, const FindFile& /*find*/) {
  return {Cone{radius_of(v), v["height"].number(), v["top_radius"].number(), v["rounding"].number()},
          axis_of(v),
          {}};
}
TurnedShape make_ellipsoid(const Value& v, const FindFile& /*find*/) {
  return {Ellipsoid{Vec3(v["radii"].vector()), v["rounding"].number()}, {}, {}};
}
TurnedShape make_capsule(const Value& v, const FindFile& /*find*/) {
  return {Capsule{radius_of(v), 0.5 * v["length"].number()}, axis_of(v), {}};
}
TurnedShape make_superellipsoid(const Value& v, const FindFile& /*find*/) {
  const std::vector<Value>& n = v["exponents"].items();
  return {Superellipsoid{Vec3(v["radii"].vector()), n[0].number(), n[1].number(), v["rounding"].number()},
          {},
          {}};
}
TurnedShape make_plane(const Value& v, const FindFile& /*find*/) { return {Plane{}, normal_of(v), {}}; }
TurnedShape make_container(const Value& v, const FindFile& /*find*/) {
  return {Container{0.5 * Vec3(v["size"].vector()), open_of(v)}, {}, {}};
}
TurnedShape make_drum(const Value& v, const FindFile& /*find*/) {
  const double half_length = v.has("length") ? 0.5 * v["length"].number() : kInfinity;
  return {Drum{radius_of(v), half_length, v["ends"].chosen() == "open"}, axis_of(v), {}};
}
TurnedShape make_tube(const Value& v, const FindFile& /*find*/) {
  return {Tube{radius_of(v), 0.5 * v["length"].number()}, axis_of(v), {}};
}
TurnedShape make_cup(const Value& v, const FindFile& /*find*/) {
  return {Cup{radius_of(v), v["height"].number()}, axis_of(v), {}};
}
TurnedShape make_funnel(const Value& v, const FindFile& /*find*/) {
  const double top = v["top_radius"].number(), bottom = v["bottom_radius"].number();
  return {Funnel{top, bottom, v["height"].number()}, axis_of(v), {}};
}

// Convex solids, from which compounds are made.
std::vector<ShapeRow> convex_rows();
Fields part_shapes() {
  Fields alternatives;
  for (const ShapeRow& row : convex_rows())
    if (row.name != "disc") alternatives.push_back(object(row.name, row.options, row.meaning));
  return alternatives;
}

// clang-format off
std::vector<ShapeRow> convex_rows() {
  return {
      {"sphere", "", "ball",
       {radius(), diameter()}, make_sphere},
      {"disc", "", "round grain of a 2-D scene, of unit depth, in the x-z plane",
       {radius(), diameter()}, make_disc},
      {"box", "", "solid cuboid",
       {vector("size", dim::length, required, "edge lengths along x, y, z, without rounding").positive(),
        rounding(), equal_volume()}, make_box},
      {"cylinder", "", "solid cylinder",
       {radius(), diameter(), length("height", "along the axis"), axis(), rounding(), equal_volume()},
       make_cylinder},
      {"cone", "", "solid cone or frustum; its place is that of its centre of mass, of a cone a quarter of the height above the base",
       {radius(), diameter(), length("height", "from the base to the apex or top, along the axis"),
        number("top_radius", dim::length, "0", "of the flat top; 0: a cone").non_negative(), axis(), rounding(),
        equal_volume()}, make_cone},
      {"ellipsoid", "", "ellipsoid",
       {radii(), rounding(), equal_volume()}, make_ellipsoid},
      {"capsule", "", "cylinder between two half-balls",
       {radius(), diameter(), length("length", "between the centres of the half-balls, along the axis"), axis(),
        equal_volume()}, make_capsule},
      {"superellipsoid", "", "between an ellipsoid, a cylinder and a box",
       {radii(), exponents(), rounding(), equal_volume()}, make_superellipsoid},
      {"polyhedron", "", "convex hull of points; its place is that of the origin of their coordinates",
       polyhedron_options(rounding(), equal_volume()), make_polyhedron_shape},
  };
}

std::vector<ShapeRow> other_rows() {
  return {
      {"compound", "", "rigid body of convex parts; its place is that of the origin of their positions",
       compound_options(part_shapes(), equal_volume()), make_compound_shape},
      {"mesh", "", "triangles from a file; closed it is a solid, otherwise a thin sheet; its place is that of the origin of the coordinates",
       mesh_options(equal_volume()), make_mesh_shape},
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

const Table<ShapeRow>& shape_table() {
  static const Table<ShapeRow> table("shape", [] {
    std::vector<ShapeRow> rows = convex_rows();
    for (ShapeRow& row : other_rows()) rows.push_back(std::move(row));
    return rows;
  }());
  return table;
}

std::string no_files(const Value& name) { throw InputError("a file cannot be read here", name.mark()); }

Option shape_option() { return shape_table().option("what the body looks like"); }

// Scales all sizes to the volume of a sphere of the given diameter.
void give_equal_volume(TurnedShape& turned, const Value& options) {
  if (!options.gives("equivalent_diameter")) return;
  const double volume = mass_properties(turned.shape).volume;
  if (volume == 0)
    throw InputError("a sheet has no volume that could be that of a sphere",
                     options["equivalent_diameter"].mark());
  const double wanted = mass_properties(Sphere{0.5 * options["equivalent_diameter"].number()}).volume;
  const double factor = std::cbrt(wanted / volume);
  turned.shape = scaled(turned.shape, factor);
  turned.offset *= factor;
}

TurnedShape make_shape(const Value& shape, const FindFile& find) {
  TurnedShape turned = shape_table().make(shape, find);
  give_equal_volume(turned, shape.selected());
  return turned;
}

bool has_size(const Value& shape) {
  const bool round = shape.chosen() == "sphere" || shape.chosen() == "disc";
  return !round || shape.selected().has("radius") || shape.selected().has("diameter");
}

}  // namespace cairn
