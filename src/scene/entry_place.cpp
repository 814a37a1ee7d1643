// Generators of bodies: single bodies, lattices, pyramids and CSV files.
#include <fmt/format.h>

#include "scene/entry.h"
#include "scene/materials.h"
#include "text/csv.h"
#include "text/limits.h"

namespace cairn {
namespace {

// True for fixed and driven bodies that are not balls.
bool is_wall_like(const Info& info) { return is_immobile(info) && (info.flags & kTurned); }

// In 2-D every grain lies in the plane y = 0; walls may be elsewhere.
void check_plane(const Entry& entry, const Scene& scene, const Vec3& x, const Mark& mark) {
  if (dimension_of(scene) == 2 && x.y != 0 && !is_wall_like(entry.prototype.info))
    refuse(entry, fmt::format("in a 2-D scene bodies lie at y = 0, not at y = {} m", x.y), mark);
}

Vec3 origin(const Value& value) { return value.has("position") ? Vec3(value["position"].vector()) : Vec3{}; }

std::vector<Bodies::Body> place_one(const Entry& entry, const Scene& scene, const World& world) {
  const Value& value = *entry.value;
  check_plane(entry, scene, origin(value), value["position"].mark());
  return {make_body(entry, world, 0, {origin(value), entry.radius})};
}

std::vector<Bodies::Body> place_lattice(const Entry& entry, const Scene& scene, const World& world) {
  const Value& value = (*entry.value)["generator"].selected();
  LatticeRequest request{.kind = value["kind"].chosen(),
                         .spacing = value["spacing"].number(),
                         .counts = {},
                         .jitter = value["jitter"].number(),
                         .seed = seed_of(value, scene),
                         .dimension = dimension_of(scene)};
  double total = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    request.counts[axis] = static_cast<std::uint64_t>(value["counts"].items()[axis].integer());
    total *= static_cast<double>(request.counts[axis]);
  }
  if (total > static_cast<double>(kMostBodies))
    refuse(entry, fmt::format("{:.3g} bodies are more than the limit of 1e7", total), value["counts"].mark());
  const Sizes sizes = sizes_of(entry, value["sizes"], request.seed, scene, world);
  Random random(request.seed + 1);
  std::vector<double> radii;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(total); ++i)
    radii.push_back(sizes.radius(i, random));
  // The sizes of a curve come evenly spread, which would make a pattern in a lattice.
  for (std::size_t i = radii.size(); sizes.kind == Sizes::Kind::curve && i > 1; --i)
    std::swap(radii[i - 1], radii[random.next() % i]);
  std::vector<Bodies::Body> bodies;
  for (const Vec3& point : lattice(request)) {
    const Vec3 x = origin(*entry.value) + point;
    check_plane(entry, scene, x, value.mark());
    bodies.push_back(make_body(entry, world, bodies.size(), {x, radii[bodies.size()]}));
  }
  return bodies;
}

std::vector<Bodies::Body> place_pyramid(const Entry& entry, const Scene& scene, const World& world) {
  const Value& value = (*entry.value)["generator"].selected();
  if (!std::holds_alternative<Sphere>(world.shapes[entry.prototype.info.shape]) || dimension_of(scene) == 2)
    refuse(entry, "a pyramid is built of spheres in a 3-D scene", value.mark());
  const auto base = static_cast<std::uint64_t>(value["base"].integer());
  Entry lowest = entry;  // for the lowest layer
  if (value["fix_base"].flag()) {
    lowest.prototype.info.flags |= kFixed;
    lowest.prototype.motion = {};
  }
  std::vector<Bodies::Body> bodies;
  for (const Vec3& point : pyramid(base, 2 * entry.radius, value["gap"].number())) {
    const Entry& own = bodies.size() < base * base ? lowest : entry;
    bodies.push_back(make_body(own, world, bodies.size(), {origin(*entry.value) + point, entry.radius}));
  }
  return bodies;
}

// --- CSV files
constexpr const char* kColumns[] = {"x",  "y",  "z",  "vx", "vy", "vz",     "wx",    "wy",
                                    "wz", "qw", "qx", "qy", "qz", "radius", "scale", "material"};

class BodyFile {
 public:
  BodyFile(const Entry& entry, const Scene& scene, World& world)
      : entry_(entry),
        scene_(scene),
        world_(world),
        file_((*entry.value)["generator"]["file"]),
        csv_(CsvReader::open(scene.file(file_), file_.text())) {
    const std::vector<std::string> known(std::begin(kColumns), std::end(kColumns));
    for (std::size_t k = 0; k < csv_.columns().size(); ++k)
      if (const std::string& name = csv_.columns()[k]; std::ranges::find(known, name) == known.end())
        csv_.fail_header(static_cast<int>(k),
                         fmt::format("unknown column {}{}", quote(name), suggestion(name, known)));
    for (std::size_t k = 0; k < column_.size(); ++k) column_[k] = csv_.find(kColumns[k]);
    check_columns();
  }

  std::vector<Bodies::Body> read() {
    std::vector<Bodies::Body> bodies;
    while (csv_.next()) bodies.push_back(read_row(bodies.size()));
    if (bodies.empty()) csv_.fail_header(-1, "the file has no rows");
    return bodies;
  }

 private:
  enum Column { kX = 0, kVx = 3, kWx = 6, kQw = 9, kRadius = 13, kScale = 14, kMaterial = 15 };
  int at(int column) const { return column_[static_cast<std::size_t>(column)]; }
  bool has(int column) const { return at(column) >= 0; }

  // A vector needs all its columns. Sizes and materials come from the file or from the entry, not from both.
  void check_columns() {
    const auto whole = [&](int first, int count) {
      int found = 0;
      for (int k = first; k < first + count; ++k) found += has(k);
      return found == count || found == 0;
    };
    if (!has(kX) || !whole(kX, 3)) csv_.fail_header(-1, "the columns x, y and z are needed");
    if (!whole(kVx, 3)) csv_.fail_header(-1, "of vx, vy, vz all are needed or none");
    if (!whole(kWx, 3)) csv_.fail_header(-1, "of wx, wy, wz all are needed or none");
    if (!whole(kQw, 4)) csv_.fail_header(-1, "of qw, qx, qy, qz all are needed or none");
    if (entry_.radius == 0 && !has(kRadius))
      csv_.fail_header(-1,
                       "the shape of " + quote(entry_.name) + " has no size: a column 'radius' is needed");
    if (entry_.radius > 0 && has(kRadius))
      csv_.fail_header(at(kRadius),
                       "the shape of " + quote(entry_.name) +
                           " has a size of its own; leave it out (shape: sphere) or use 'scale'");
    if (entry_.materials.empty() && !has(kMaterial))
      csv_.fail_header(-1, quote(entry_.name) + " names no material: a column 'material' is needed");
    if (!entry_.materials.empty() && has(kMaterial))
      csv_.fail_header(at(kMaterial), quote(entry_.name) + " names a material of its own; leave one out");
  }

  Vec3 vector(int first, const Dimension& dimension) const {
    const auto component = [&](int k) { return csv_.number(at(first + k), dimension); };
    return {component(0), component(1), component(2)};
  }

  double positive(int column, const Dimension& dimension) const {
    const double value = csv_.number(at(column), dimension);
    if (!(value > 0)) csv_.fail(at(column), fmt::format("{} must be > 0", kColumns[column]));
    if (const std::string bound = refuse_small(value, dimension); !bound.empty())
      csv_.fail(at(column), fmt::format("{} must be {}", kColumns[column], bound));
    return value;
  }

  Bodies::Body read_row(std::uint64_t index) {
    Entry own = entry_;
    if (has(kMaterial)) own.materials = {material()};
    if (has(kVx)) own.prototype.motion.velocity = vector(kVx, dim::speed);
    if (has(kWx)) own.prototype.motion.spin = vector(kWx, dim::angular_speed);
    if (has(kQw)) {
      own.prototype.orientation = orientation() * entry_.turn;
      own.random_orientation = false;
    }
    if (is_immobile(own.prototype.info)) own.prototype.motion = {};
    Place place{origin(*entry_.value) + vector(kX, dim::length),
                has(kRadius) ? positive(kRadius, dim::length) : entry_.radius};
    const double scale = has(kScale) ? positive(kScale, dim::none) : 1;
    place.radius *= scale;
    own.offset *= scale;
    if (scale != 1 && (own.prototype.info.flags & kTurned)) own.prototype.info.shape = scaled_shape(scale);
    check_row(own, place);
    return make_body(own, world_, index, place);
  }

  void check_row(const Entry& own, const Place& place) const {
    if (dimension_of(scene_) != 2 || is_wall_like(own.prototype.info)) return;
    const Motion& motion = own.prototype.motion;
    if (place.position.y != 0) csv_.fail(at(kX + 1), "in a 2-D scene bodies lie at y = 0");
    if (motion.velocity.y != 0) csv_.fail(at(kVx + 1), "in a 2-D scene nothing moves along y");
    if (motion.spin.x != 0 || motion.spin.z != 0)
      csv_.fail(at(kWx), "in a 2-D scene bodies turn about y alone");
  }

  std::uint16_t material() const {
    const int found = world_.materials.find(std::string(csv_.text(at(kMaterial))));
    if (found >= 0) return static_cast<std::uint16_t>(found);
    std::vector<std::string> names;
    for (const Material& known : world_.materials.list) names.push_back(known.name);
    csv_.fail(at(kMaterial), fmt::format("unknown material {}{}", quote(csv_.text(at(kMaterial))),
                                         suggestion(csv_.text(at(kMaterial)), names)));
  }

  Quat orientation() const {
    const Quat q{csv_.number(at(kQw)), csv_.number(at(kQw + 1)), csv_.number(at(kQw + 2)),
                 csv_.number(at(kQw + 3))};
    const double length2 = q.w * q.w + norm2(q.vector());
    if (!(length2 > 1e-200 && length2 < 1e200)) csv_.fail(at(kQw), "a quaternion needs a length");
    return unit(q);
  }

  // Bodies of equal scale share their shape. The last 64 scaled shapes are remembered.
  std::uint32_t scaled_shape(double scale) {
    for (const auto& [known, shape] : scaled_)
      if (known == scale) return shape;
    world_.shapes.push_back(scaled(world_.shapes[entry_.prototype.info.shape], scale));
    scaled_.emplace_back(scale, static_cast<std::uint32_t>(world_.shapes.size() - 1));
    if (scaled_.size() > 64) scaled_.erase(scaled_.begin());
    return static_cast<std::uint32_t>(world_.shapes.size() - 1);
  }

  const Entry& entry_;
  const Scene& scene_;
  World& world_;
  const Value& file_;
  CsvReader csv_;
  std::array<int, std::size(kColumns)> column_{};
  std::vector<std::pair<double, std::uint32_t>> scaled_;
};

}  // namespace

using namespace declare;

Option lattice_option() {
  return object(
      "lattice",
      {choice("kind", {"cubic", "bcc", "fcc", "hex", "triangular"}, "cubic",
              "layers along z: cubic and fcc of squares, bcc of wider squares, hex of triangles; triangular: "
              "triangles in the x-z plane, repeated along y"),
       number("spacing", dim::length, required, "distance between the centres of neighbours").positive(),
       list_of("counts",
               integer("count", required, "along one axis").within(1, static_cast<double>(kMostBodies)),
               "bodies along x, along y, and layers along z", required)
           .count(3),
       number("jitter", dim::none, "0", "largest random shift along each axis over the spacing").within(0, 1),
       seed_option(), sizes_option()},
      "bodies on a lattice, numbered along x, then y, then z; the first is at `position`");
}

Option pyramid_option() {
  return object("pyramid",
                {integer("base", required, "spheres along each side of the square base").within(1, 300),
                 number("gap", dim::length, "0", "layer k is raised by k gaps").non_negative(),
                 flag("fix_base", "false", "whether the lowest layer never moves")},
                "spheres in square layers, each in the hollows of the one below, numbered layer by layer "
                "from the bottom, along x, then y; the first is at `position`");
}

Option csv_option() {
  return object("csv",
                {text("file", required,
                      "inside the scene's folder; its first line names columns out of x, y, z, vx, vy, vz, "
                      "wx, wy, wz, qw, qx, qy, qz, radius, scale, material; SI units")},
                "a body per line of a file; `position` is added to each");
}

std::vector<Bodies::Body> place_entry(const Entry& entry, const Scene& scene, World& world) {
  const std::string& generator = (*entry.value)["generator"].chosen();
  if (generator == "lattice") return place_lattice(entry, scene, world);
  if (generator == "pyramid") return place_pyramid(entry, scene, world);
  if (generator == "csv") return BodyFile(entry, scene, world).read();
  return place_one(entry, scene, world);
}

std::vector<Bodies::Body> place_late_entry(const Entry& entry, const Scene& scene, const World& world) {
  World scratch;
  scratch.shapes = world.shapes;
  scratch.materials = world.materials;
  std::vector<Bodies::Body> bodies = place_entry(entry, scene, scratch);
  if (scratch.shapes.size() > world.shapes.size())
    refuse(entry, "bodies that are added cannot be scaled by a file", entry.value->mark());
  return bodies;
}

}  // namespace cairn
