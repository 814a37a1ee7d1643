// The periodic cell of a scene and its deformation.
#include "scene/cell.h"

#include <fmt/format.h>

#include "base/error.h"
#include "collide/verlet.h"
#include "scene/entry.h"

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

}  // namespace

using namespace declare;

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
  set_gradient(world, read_gradient(periodic, cell), periodic["follow"].flag() ? Follow::yes : Follow::no);
}

}  // namespace cairn
