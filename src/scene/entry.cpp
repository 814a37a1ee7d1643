#include "scene/entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/assert.h"
#include "scene/colours.h"
#include "scene/groups.h"
#include "scene/loads.h"
#include "scene/materials.h"
#include "scene/paths.h"
#include "scene/thermal.h"
#include "shapes/table.h"
#include "text/expected.h"

namespace cairn {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& message, const Mark& mark) {
  throw InputError(fmt::format("{}: {}", quote(name), message), mark);
}

const Value& sizes_key(const Value& value) {
  if (value.declares("sizes")) return value["sizes"];
  static const Value none;
  const Value& generator = value["generator"];
  const bool may_have = generator && generator.selected().declares("sizes");
  return may_have ? generator["sizes"] : none;
}

std::string needs_material(const World& world) {
  const auto& list = world.materials.list;
  return list.empty()
             ? "needs the key 'material', and the scene a material: 'materials: {glass: {density: 2500 "
               "kg/m3}}'"
             : fmt::format("needs the key 'material', for example 'material: {}'", list.front().name);
}

void check_shape(const Value& value, const Scene& scene, const std::string& name) {
  if (!value.has("shape"))
    refuse(name, fmt::format("needs the key 'shape', for example '{}'", item(*value.option().child("shape"))),
           value.mark());
  const Value& shape = value["shape"];
  const Value& sizes = sizes_key(value);
  const bool ball = shape.chosen() == "sphere" || shape.chosen() == "disc";
  if (shape.chosen() == "disc" && dimension_of(scene) != 2)
    refuse(name, "a disc needs a 2-D scene ('dimension: 2'); did you mean 'sphere'?", shape.mark());
  if (sizes && !ball) refuse(name, "'sizes' are diameters of spheres or discs", sizes.mark());
  if (sizes && has_size(shape))
    refuse(name, "the shape has a size already; give one or the other", sizes.mark());
}

std::uint16_t lock_bit(const std::string& word) {
  constexpr const char* kWords[] = {"x", "y", "z", "rx", "ry", "rz"};
  const auto found = std::ranges::find(kWords, word);
  return static_cast<std::uint16_t>(1u << (found - std::begin(kWords)));
}

std::vector<std::uint16_t> read_materials(const Value& value, const World& world, const std::string& name) {
  const bool several = value.gives("materials");
  if (value.has("material") && several)
    refuse(name, "'material' and 'materials' exclude each other", value["materials"].mark());
  std::vector<std::uint16_t> found;
  if (value.has("material"))
    found.push_back(find_material(value["material"].text(), value["material"].mark(), world.materials));
  if (several)
    for (const Value& material : value["materials"].items())
      found.push_back(find_material(material.text(), material.mark(), world.materials));
  return found;
}

// Only free bodies have velocities; in 2-D the motion stays in the plane.
void read_motion(const Value& value, Entry& entry, int dimension) {
  const bool immobile = is_immobile(entry.prototype.info);
  for (const char* key : {"velocity", "angular_velocity"}) {
    if (!value.has(key)) continue;
    const bool spin = std::string_view(key) == "angular_velocity";
    const Vec3 v = spin ? Vec3(value[key].vector()) : mean_velocity(value[key]);
    if (immobile && (norm2(v) > 0 || (!spin && is_maxwell(value[key]))))
      refuse(entry, fmt::format("a fixed or driven body has no '{}' of its own; see 'motion'", key),
             value[key].mark());
    if (dimension == 2 && (spin ? v.x != 0 || v.z != 0 : v.y != 0))
      refuse(entry.name,
             spin ? "in a 2-D scene bodies turn about y alone" : "in a 2-D scene nothing moves along y",
             value[key].mark());
    (spin ? entry.prototype.motion.spin : entry.prototype.motion.velocity) = v;
  }
}

// The seed of an inlet, or of an entry's generator.
std::uint64_t read_seed(const Value& value, const Scene& scene) {
  if (value.gives("seed")) return seed_of(value, scene);
  const bool has_generator = value.gives("generator") && value["generator"].selected().gives("seed");
  return has_generator ? seed_of(value["generator"].selected(), scene) : with_scene_seed(1, scene);
}

void check_wall(const Value& value, const Entry& entry, const World& world) {
  const Shape& shape = world.shapes[entry.prototype.info.shape];
  if (is_immobile(entry.prototype.info) || !is_wall(shape)) return;
  const auto* mesh = std::get_if<Mesh>(&shape);
  if (mesh != nullptr && !mesh->fault.empty())
    refuse(entry.name,
           fmt::format(
               "a mesh that moves freely must be closed and whole, but {}; mend it, or say 'fixed: true'",
               mesh->fault),
           value["shape"].mark());
  refuse(entry.name,
         fmt::format("a {} has no mass: say 'fixed: true' or give it a 'motion'", value["shape"].chosen()),
         value["shape"].mark());
}

}  // namespace

void refuse(const Entry& entry, const std::string& message, const Mark& mark) {
  refuse(entry.name, message, mark);
}

using namespace declare;

Option material_option(Presence presence) {
  return text("material", std::move(presence), "name of the material");
}

std::uint64_t with_scene_seed(std::uint64_t own, const Scene& scene) {
  constexpr std::uint64_t kApart = 0xd1b54a32d192ed03ull;  // keeps seeds of neighbouring repeats far apart
  return own + kApart * static_cast<std::uint64_t>(scene["seed"].integer());
}

std::uint64_t seed_of(const Value& value, const Scene& scene) {
  return with_scene_seed(static_cast<std::uint64_t>(value["seed"].integer()), scene);
}

Option seed_option() {
  return integer("seed", "1", "of the random stream; the same seed gives the same bodies");
}

Option orientation_option() {
  Fields forms = orientation_forms("orientation");
  forms.push_back(choice("orientation", {"random"}, required, "each body in a direction of its own"));
  return any_of("orientation", std::move(forms), "how the body is turned; without it not at all", optional);
}

Option body_option(std::string name, std::string meaning) {
  Option shape = shape_option();
  shape.presence = optional;  // bodies of an earlier run keep their shape
  Option lock = choice("direction", {"x", "y", "z", "rx", "ry", "rz"}, required, "one direction");
  return object(
      std::move(name),
      {text(
           "name", optional,
           "how messages, events and measures call it; without it bodies[index]; ground and world are taken"),
       colour_option(), material_option(optional),
       list_of("materials", text("material", required, "name of a material"),
               "several materials, by index modulo the list")
           .count(1, 100'000),
       std::move(shape),
       variant("generator", {fill_option(), lattice_option(), pyramid_option(), csv_option()},
               "many bodies at once", optional)
           .merged(),
       vector("position", dim::length, optional,
              "centre of the body, or place of the shape as its own page says; of a lattice or pyramid the "
              "first body's; without it the origin"),
       orientation_option(), velocity_option(),
       vector("angular_velocity", dim::angular_speed, optional,
              "at the start, world axes; without it no rotation"),
       flag("fixed", optional, "whether it never moves; without it false"), motion_option("motion"),
       list_of("lock", std::move(lock),
               "directions (x, y, z) and rotations (rx, ry, rz) in which its velocity stays what it is"),
       flag("relax", "false", "accepts overlap at the start and pushes bodies apart before the first step"),
       vector_function("force", dim::force, optional,
                       "on each body of the entry, world axes; may depend on t"),
       vector_function("torque", dim::torque, optional,
                       "on each body of the entry, world axes; may depend on t"),
       springs_option(), surface_option()},
      std::move(meaning));
}

int dimension_of(const Scene& scene) { return static_cast<int>(scene["dimension"].integer()); }

bool is_ball(const Shape& shape) {
  return std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape);
}

TurnedShape read_shape(const Value& shape, const Folders& folders) {
  return make_shape(shape,
                    [&](const Value& name) { return confined_file(folders, name.text(), name.mark()); });
}

bool collide(const World& world, int group_a, int group_b) {
  return !std::ranges::binary_search(world.apart, std::pair<int, int>(std::minmax(group_a, group_b)));
}

std::uint32_t add_shape(const Value& value, const Scene& scene, World& world) {
  check_shape(value, scene, value.has("name") ? value["name"].text() : value.name());
  const Value& shape = value["shape"];
  const bool own_sizes = sizes_key(value) || (value.declares("generator") &&
                                              value["generator"].chosen() == "csv" && !has_size(shape));
  if (own_sizes)
    world.shapes.push_back(shape.chosen() == "disc" ? Shape(Disc{}) : Shape(Sphere{}));
  else
    world.shapes.push_back(read_shape(shape, scene.folders()).shape);
  return static_cast<std::uint32_t>(world.shapes.size() - 1);
}

std::uint16_t read_flags(const Value& value, int dimension) {
  unsigned flags = 0;
  if (value.gives("lock"))
    for (const Value& direction : value["lock"].items()) flags |= lock_bit(direction.chosen());
  if (value.gives("fixed") && value["fixed"].flag()) flags |= kFixed;
  if (value.gives("motion")) flags |= kDriven;
  if ((flags & kFixed) && (flags & kDriven))
    throw InputError("'fixed' and 'motion' exclude each other", value["motion"].mark());
  if (dimension == 2) flags |= kLockPlane;
  return static_cast<std::uint16_t>(flags);
}

Entry read_entry(const Value& value, int group, const Scene& scene, World& world) {
  return read_entry(value, group, add_shape(value, scene, world), scene, world);
}

Entry read_entry(const Value& value, int group, std::uint32_t shape, const Scene& scene, const World& world) {
  // Group, flags and shape.
  Entry entry;
  entry.value = &value;
  entry.name = world.groups[static_cast<std::size_t>(group)];
  entry.prototype.info.group = static_cast<std::uint16_t>(group);
  entry.prototype.info.shape = shape;
  entry.prototype.info.flags = read_flags(value, dimension_of(scene));
  const Shape& geometry = world.shapes[shape];
  if (!is_ball(geometry)) entry.prototype.info.flags |= kTurned;
  entry.radius = bounding_radius(geometry);
  if (!is_ball(geometry)) {
    const TurnedShape turned = read_shape(value["shape"], scene.folders());
    entry.turn = turned.turn;
    entry.offset = turned.offset;
  }
  check_wall(value, entry, world);

  // Materials, orientation and motion.
  entry.materials = read_materials(value, world, entry.name);
  const bool from_file = value.declares("generator") && value["generator"].chosen() == "csv";
  if (entry.materials.empty() && !from_file) refuse(entry, needs_material(world), value.mark());
  const Value& orientation = value["orientation"];
  entry.random_orientation = orientation && orientation.chosen() == "random";
  entry.prototype.orientation = read_orientation(orientation, entry.name) * entry.turn;
  entry.seed = read_seed(value, scene);
  read_motion(value, entry, dimension_of(scene));
  return entry;
}

Entry read_late_entry(const Value& value, const Scene& scene, const World& world) {
  const std::vector<NamedEntry> late = late_entries(scene);
  const auto own = std::ranges::find(late, &value, &NamedEntry::value);
  CAIRN_ASSERT(own != late.end() && world.shapes.size() >= late.size());
  const std::size_t shape = world.shapes.size() - static_cast<std::size_t>(late.end() - own);
  const int group = find_group(own->name, value.mark(), world.groups);
  if (value.declares("velocity") && is_maxwell(value["velocity"]))
    refuse(own->name, "Maxwell velocities belong to bodies that are there at the start",
           value["velocity"].mark());
  return read_entry(value, group, static_cast<std::uint32_t>(shape), scene, world);
}

Sizes sizes_of(const Entry& entry, const Value& sizes, std::uint64_t seed, const Scene& scene,
               const World& world) {
  if (!sizes) return Sizes::fixed(entry.radius);
  const bool flat = std::holds_alternative<Disc>(world.shapes[entry.prototype.info.shape]);
  return read_sizes(sizes, {.mass_power = flat ? 2.0 : 3.0,
                            .seed = seed,
                            .find_file = [&](const Value& name) { return scene.file(name); }});
}

Inertia inertia_of(const Shape& shape, double radius, double density) {
  const MassProperties properties = std::holds_alternative<Sphere>(shape) ? mass_properties(Sphere{radius})
                                    : std::holds_alternative<Disc>(shape) ? mass_properties(Disc{radius})
                                                                          : mass_properties(shape);
  const auto inverse = [&](double a) { return 1 / (density * a); };
  return {inverse(properties.volume),
          {inverse(properties.moments.x), inverse(properties.moments.y), inverse(properties.moments.z)}};
}

void give_inertia(Bodies::Body& body, const World& world, const std::string& name, const Mark& mark) {
  body.inertia = {};
  if (is_immobile(body.info)) return;
  const Material& material = world.materials.list[body.info.material];
  const Shape& shape = world.shapes[body.info.shape];
  if (is_wall(shape)) refuse(name, "its shape has no mass: it can only be fixed or driven", mark);
  if (std::isnan(material.density))
    refuse(name,
           fmt::format("a body that moves freely needs a mass, and material {} has no density; give it one, "
                       "such as 'density: 2500 kg/m3', or say 'fixed: true'",
                       quote(material.name)),
           mark);
  body.inertia = inertia_of(shape, body.place.radius, material.density);
  const auto usable = [](double inverse) { return std::isfinite(inverse) && inverse > 0; };
  const Vec3& moments = body.inertia.inverse_moments;
  if (!usable(body.inertia.inverse_mass) || !usable(moments.x) || !usable(moments.y) || !usable(moments.z))
    refuse(name, "its mass or moment of inertia is beyond what numbers can hold", mark);
}

// Random orientations: four normal random numbers, scaled to unit length, are uniform over all rotations. In
// 2-D bodies turn about y only.
Quat orientation_of(const Entry& entry, std::uint64_t index) {
  if (!entry.random_orientation) return entry.prototype.orientation;
  Random random(entry.seed * 0x9e3779b97f4a7c15ull + index);
  if ((entry.prototype.info.flags & kLockPlane) == kLockPlane)
    return rotation({0, random.uniform(-std::numbers::pi, std::numbers::pi), 0}) * entry.turn;
  const Quat q{random.normal(), random.normal(), random.normal(), random.normal()};
  return unit(q) * entry.turn;
}

Bodies::Body make_body(const Entry& entry, const World& world, std::uint64_t index, const Place& place) {
  Bodies::Body body = entry.prototype;
  body.place = place;
  if (!is_finite(place.position))
    refuse(entry, "its place is beyond what numbers can hold", entry.value->mark());
  if (!entry.materials.empty()) body.info.material = entry.materials[index % entry.materials.size()];
  body.orientation = orientation_of(entry, index);
  const Vec3 shift = rotate(body.orientation * conjugate(entry.turn), entry.offset);
  const bool flat = (body.info.flags & kLockPlane) == kLockPlane && !is_immobile(body.info);
  if (flat && std::abs(shift.y) > 1e-12 * place.radius)
    refuse(entry, "in a 2-D scene the centre of mass lies at y = 0", entry.value->mark());
  body.place.position += shift;
  const Value& value = *entry.value;
  give_inertia(body, world, entry.name, value.has("material") ? value["material"].mark() : value.mark());
  return body;
}

}  // namespace cairn
