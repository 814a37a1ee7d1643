// The periodic cell of a scene and its deformation.
#include "scene/cell.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "collide/verlet.h"
#include "scene/entry.h"
#include "scene/method.h"
#include "scene/time_function.h"

namespace cairn {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

std::array<std::uint8_t, 3> read_axes(const Value& axes, int dimension) {
  std::array<std::uint8_t, 3> periodic{};
  const auto add = [&](const Value& axis) {
    const int k = axis.chosen()[0] - 'x';
    if (dimension == 2 && k == 1) throw InputError("a 2-D scene has no y axis to repeat along", axis.mark());
    periodic[k] = 1;
  };
  if (!axes) {
    periodic = {1, static_cast<std::uint8_t>(dimension == 3), 1};
  } else if (axes.type() == OptionType::list) {
    for (const Value& axis : axes.items()) add(axis);
  } else {
    add(axes);
  }
  return periodic;
}

using namespace declare;

constexpr const char* kComponents[] = {"xx", "yy", "zz", "xy", "xz", "yz"};

Option stress_option() {
  Fields components;
  for (const char* name : kComponents)
    components.push_back(
        function(name, dim::pressure, optional,
                 fmt::format("{} component; a number, an expression of t or a table", name)));
  return object(
      "stress", std::move(components),
      "stresses that the cell takes, with the signs of the measure `stress`: compression positive, and "
      "negative xz for a positive shear rate xz; the rate of each component named here follows the stress "
      "instead of strain_rate and shear_rate");
}

Mat3 read_gradient(const Value& value, const Cell& cell);

bool has_walls(const World& world) {
  return std::ranges::any_of(world.bodies.info, [](const Info& info) { return is_immobile(info); });
}

std::optional<CellServo> read_stress(const Value& value, const Mat3& gradient, const Scene& scene,
                                     const World& world) {
  const Value& stress = value["stress"];
  if (!stress) return std::nullopt;
  if (method_of(scene).contacts != ContactsBy::force)
    throw InputError("the stress of a periodic cell follows from stiff contacts: take method explicit",
                     stress.mark());
  if (has_walls(world))
    throw InputError(
        "the stress of a periodic cell is that of a sample without fixed or driven bodies; let a wall "
        "press with a servo instead",
        stress.mark());
  CellServo servo;
  const double rates[] = {gradient.row0.x, gradient.row1.y, gradient.row2.z,
                          gradient.row0.y, gradient.row0.z, gradient.row1.z};
  for (std::size_t k = 0; k < 6; ++k) {
    const std::string name = kComponents[k];
    if (!stress.has(name)) continue;
    for (const char axis : name)
      if (!world.cell.periodic[axis - 'x'])
        throw InputError(fmt::format("the stress {} needs a cell that repeats along {}", name, axis),
                         stress[name].mark());
    if (rates[k] != 0)
      throw InputError(fmt::format("the component {} has a stress and a rate: give one or the other", name),
                       stress[name].mark());
    servo.stress[k] = time_function(stress[name], scene);
  }
  if (std::ranges::none_of(servo.stress, [](const TimeFunction& f) { return static_cast<bool>(f); }))
    throw InputError("'stress' names no component, such as 'zz: 10 kPa'", stress.mark());
  if (value.has("max_rate")) servo.max_rate = value["max_rate"].number();
  servo.follow = value["follow"].flag() ? Follow::yes : Follow::no;
  return servo;
}

}  // namespace

std::vector<Option> deformation_fields() {
  const auto shear = [](const char* name, const char* meaning) {
    return number(name, dim::rate, "0", meaning);
  };
  return {vector("strain_rate", dim::rate, "[0, 0, 0]",
                 "true strain per time along x, y and z; positive stretches, negative compresses"),
          object("shear_rate",
                 {shear("xy", "velocity along x that grows with y"),
                  shear("xz", "velocity along x that grows with z"),
                  shear("yz", "velocity along y that grows with z")},
                 "shear per time", "{}"),
          stress_option(),
          number("max_rate", dim::rate, optional,
                 "largest magnitude of a rate that a stress leads to; without it no limit")
              .positive()
              .with("stress"),
          flag("follow", "true",
               "free bodies take over the velocity of the deformation at their place at once; without it the "
               "deformation runs in from the boundaries as a wave")};
}

Option periodic_option() {
  const std::vector<std::string> axes{"x", "y", "z"};
  Fields fields{
      vector("min", dim::length, required,
             "smallest coordinates of the cell; in 2-D the y of both is ignored"),
      vector("max", dim::length, required, "largest coordinates of the cell"),
      any_of("axes",
             {choice("axes", axes, required, "the one axis it repeats along"),
              list_of("axes", choice("axis", axes, required, "x, y or z"), "the axes it repeats along")
                  .count(1, 3)},
             "axes along which the content repeats; without it all", optional)};
  for (Option& field : deformation_fields()) fields.push_back(std::move(field));
  return object(
      "periodic", std::move(fields),
      "a cell whose content repeats: what leaves on one side comes in on the other, and bodies meet across "
      "its faces; endless walls do not repeat, and of a large fixed body the nearest image is met");
}

Deformation read_deformation(const Value& value, const Scene& scene, const World& world) {
  Deformation deformation;
  deformation.gradient = read_gradient(value, world.cell);
  deformation.servo = read_stress(value, deformation.gradient, scene, world);
  deformation.follow = value["follow"].flag() ? Follow::yes : Follow::no;
  return deformation;
}

namespace {

Mat3 read_gradient(const Value& value, const Cell& cell) {
  const Vec3 strain(value["strain_rate"].vector());
  for (int k = 0; k < 3; ++k) {
    if (strain[k] != 0 && !cell.periodic[k])
      throw InputError(fmt::format("a strain rate along {0} needs a cell that repeats along {0}", kAxes[k]),
                       value["strain_rate"].mark());
  }
  const auto shear = [&](const char* name) {
    const Value& rate = value["shear_rate"][name];
    if (rate.number() != 0 && !(cell.periodic[name[0] - 'x'] && cell.periodic[name[1] - 'x']))
      throw InputError(
          fmt::format("the shear rate {} needs a cell that repeats along {} and {}", name, name[0], name[1]),
          rate.mark());
    return rate.number();
  };
  return {{strain.x, shear("xy"), shear("xz")}, {0, strain.y, shear("yz")}, {0, 0, strain.z}};
}

void set_gradient(World& world, const Mat3& gradient, Follow follow) {
  Cell& cell = world.cell;
  const Mat3 change = gradient + -1.0 * cell.gradient;
  cell.gradient = gradient;
  for (int k = 0; k < 3; ++k) cell.edge_rate[k] = gradient * cell.edge[k];
  if (follow == Follow::no) return;
  Bodies& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!is_immobile(bodies.info[i]))
      bodies.motion[i].velocity += change * (bodies.place[i].position - cell.centre);
  }
}

}  // namespace

void deform_at(World& world, const Deformation& deformation) {
  Mat3 gradient = deformation.gradient;
  const Mat3& now = world.cell.gradient;
  if (deformation.servo) {
    const auto& stress = deformation.servo->stress;
    if (stress[0]) gradient.row0.x = now.row0.x;
    if (stress[1]) gradient.row1.y = now.row1.y;
    if (stress[2]) gradient.row2.z = now.row2.z;
    if (stress[3]) gradient.row0.y = now.row0.y;
    if (stress[4]) gradient.row0.z = now.row0.z;
    if (stress[5]) gradient.row1.z = now.row1.z;
  }
  world.cell.is_steered = deformation.servo.has_value();
  set_gradient(world, gradient, deformation.follow);
}

void build_cell(const Scene& scene, World& world) {
  // Size and edges.
  const Value& periodic = scene["periodic"];
  if (!periodic) return;
  Vec3 low(periodic["min"].vector()), high(periodic["max"].vector());
  if (world.dimension == 2) {  // unit depth; the scene's y is ignored
    low.y = -0.5;
    high.y = 0.5;
  }
  const Vec3 size = high - low;
  if (!(size.x > 0 && size.y > 0 && size.z > 0))
    throw InputError("the periodic cell is empty: each coordinate of 'min' must be below that of 'max'",
                     periodic["max"].mark());
  Cell& cell = world.cell;
  cell.periodic = read_axes(periodic["axes"], dimension_of(scene));
  cell.centre = 0.5 * (low + high);
  cell.edge = {{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}};
  // The cell must be wide enough for two bodies to meet in one image only.
  const double reach = largest_reach(world), needed = 2.25 * reach;
  for (int k = 0; k < 3; ++k) {
    if (!cell.periodic[k] || size[k] >= needed) continue;
    throw InputError(fmt::format("the periodic cell is {:.4g} m wide along {}; bodies that touch {:.4g} m "
                                 "apart need {:.4g} m, so that two of them meet in one image only",
                                 size[k], kAxes[k], reach, needed),
                     periodic["max"].mark());
  }
  const Deformation deformation = read_deformation(periodic, scene, world);
  deform_at(world, deformation);
  world.cell_servo = deformation.servo;
}

}  // namespace cairn
