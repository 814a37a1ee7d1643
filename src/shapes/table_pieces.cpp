#include "shapes/table_pieces.h"

#include <fmt/format.h>

#include "base/error.h"
#include "shapes/inspect.h"
#include "shapes/mesh_file.h"
#include "shapes/orientation.h"

namespace cairn {
namespace {

using namespace declare;

constexpr std::size_t kMostPoints = 1'000'000;

Option file() { return text("file", optional, "STL (text or binary) or OBJ, inside the scene's folder"); }
Option unit_of_file() {
  return number("unit", dim::length, "1 m", "length of one unit of the file").positive();
}
Option points() {
  return list_of("vertices", vector("vertex", dim::length, required, "a point"), "points, instead of a file")
      .count(1, kMostPoints);
}

// Gives an error of the geometry the place in the scene that asked for it.
template <class Make>
auto at_mark(const Value& v, Make&& make) {
  try {
    return make();
  } catch (const InputError& error) {
    if (!error.place().file.empty()) throw;
    throw InputError(error.message(), v.mark());
  }
}

// Squares and cubes of lengths must stay within the range of doubles.
void check_extent(const std::vector<Vec3>& points, const Mark& mark) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  if (largest > 1e60 || largest < 1e-60)
    throw InputError(fmt::format("coordinates of {:.3g} m are beyond what can be computed with", largest),
                     mark);
}

void check_source(const Value& v) {
  if (v.has("file") == v.has("vertices"))
    throw InputError(fmt::format("expected either 'file' or 'vertices' of the {}", v.name()), v.mark());
}

// The triangles of the file that the scene names.
Surface read_source(const Value& v, const FindFile& find) {
  const Value& name = v["file"];
  const std::string path = find(name);
  try {
    return read_mesh_file(path, name.text(), v["unit"].number());
  } catch (const RunError& error) {
    throw InputError(error.what(), name.mark());
  }
}

std::vector<Vec3> read_points(const Value& v) {
  std::vector<Vec3> read;
  for (const Value& point : v["vertices"].items()) read.emplace_back(point.vector());
  return read;
}

}  // namespace

std::vector<Option> polyhedron_options(Option rounding, Option equal_volume) {
  return {points(), file(), unit_of_file(), std::move(rounding), std::move(equal_volume)};
}

TurnedShape make_polyhedron_shape(const Value& v, const FindFile& find) {
  check_source(v);
  const std::vector<Vec3> given = v.has("file") ? read_source(v, find).vertices : read_points(v);
  const Mark& mark = v.has("file") ? v["file"].mark() : v["vertices"].mark();
  if (given.size() < 4)
    throw InputError(
        fmt::format("polyhedron: expected at least 4 vertices that lie in no plane, got {}", given.size()),
        mark);
  check_extent(given, mark);
  PlacedPolyhedron made = at_mark(v.has("file") ? v["file"] : v["vertices"],
                                  [&] { return make_polyhedron(given, v["rounding"].number()); });
  return {std::move(made.polyhedron), made.turn, made.offset};
}

std::vector<Option> compound_options(std::vector<Option> shapes, Option equal_volume) {
  Option part = object("part",
                       {variant("shape", std::move(shapes), "a convex solid"),
                        vector("position", dim::length, "[0, 0, 0]", "of the part, in the compound's axes"),
                        any_of("orientation", orientation_forms("orientation"),
                               "how the part is turned; without it not at all", optional)},
                       "one part");
  return {
      list_of("parts", std::move(part), "the parts", required).count(1, 100'000),
      choice(
          "overlap", {"refuse", "count"}, "refuse",
          "parts that overlap: refused, unless their union is known (balls with balls; boxes with boxes of "
          "the same axes) and then counted once; or counted in the mass of each part"),
      std::move(equal_volume)};
}

TurnedShape make_compound_shape(const Value& v, const FindFile& find) {
  std::vector<Part> parts;
  for (const Value& part : v["parts"].items()) {
    TurnedShape made = make_shape(part["shape"], find);
    const Quat given = read_orientation(part["orientation"], fmt::format("part {}", parts.size() + 1));
    const Vec3 position = Vec3(part["position"].vector()) + rotate(given, made.offset);
    const double radius = bounding_radius(made.shape);
    parts.push_back({std::move(made.shape), position, given * made.turn, radius});
  }
  const PartOverlap overlap = v["overlap"].chosen() == "count" ? PartOverlap::count : PartOverlap::refuse;
  PlacedCompound made = at_mark(v["parts"], [&] { return make_compound(std::move(parts), overlap); });
  return {std::move(made.compound), made.turn, made.offset};
}

std::vector<Option> mesh_options(Option equal_volume) {
  Option triangle =
      list_of("triangle", integer("vertex", required, "counted from 0").at_least(0), "three vertices")
          .count(3);
  return {
      file(),
      unit_of_file(),
      points(),
      list_of("triangles", std::move(triangle), "of the vertices, counter-clockwise seen from outside")
          .count(1, kMostPoints),
      choice("kind", {"solid", "sheet"}, "solid",
             "what it is meant to be: a solid has to be closed if it moves, and is taken as a sheet, with a "
             "warning, if it is not; a sheet is thin, met from both sides, fixed or driven"),
      std::move(equal_volume)};
}

namespace {

Surface read_triangles(const Value& v) {
  Surface surface{read_points(v), {}};
  if (!v.has("triangles")) throw InputError("'vertices' of a mesh need 'triangles'", v["vertices"].mark());
  for (const Value& triangle : v["triangles"].items()) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Value& corner = triangle.items()[k];
      if (corner.integer() >= static_cast<std::int64_t>(surface.vertices.size()))
        throw InputError(fmt::format("expected one of the {} vertices, counted from 0, got {}",
                                     surface.vertices.size(), corner.integer()),
                         corner.mark());
      corners[k] = static_cast<int>(corner.integer());
    }
    surface.triangles.push_back(corners);
  }
  return welded(surface);
}

}  // namespace

TurnedShape make_mesh_shape(const Value& v, const FindFile& find) {
  check_source(v);
  const Value& source = v.has("file") ? v["file"] : v["vertices"];
  const Surface surface = v.has("file") ? read_source(v, find) : read_triangles(v);
  check_extent(surface.vertices, source.mark());
  // A solid with a fault becomes a sheet without its degenerate triangles, and remembers the fault.
  const bool solid = v["kind"].chosen() != "sheet";
  const std::vector<MeshFinding> findings = solid ? inspect(surface) : std::vector<MeshFinding>{};
  Surface usable = findings.empty() && solid ? surface : without_degenerate(surface);
  if (usable.triangles.empty()) throw InputError("no triangle of the mesh has an area", source.mark());
  PlacedMesh made =
      make_mesh(std::move(usable), solid && findings.empty() ? MeshKind::solid : MeshKind::sheet);
  if (!findings.empty()) made.mesh.fault = findings.front().message;
  return {std::move(made.mesh), made.turn, made.offset};
}

}  // namespace cairn
