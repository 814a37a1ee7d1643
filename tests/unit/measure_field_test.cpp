// Coarse-grained fields: they hold the mass, momentum and stress of their bodies, agree with direct sums, and
// have the file that ParaView reads.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "measure/field.h"
#include "results/vtk.h"
#include "tolerances.h"
#include "unit/measure_samples.h"

namespace cairn::measure_samples {
namespace {

using std::numbers::pi;

struct Fields {
  Fields(const std::string& options, const World& world, const Surroundings& around)
      : schema(declare::object("field", measures().find("field").options, "")),
        tree(Tree::from_text(options, "scene.yaml")),
        value(interpret(tree, schema)),
        fields(value, world) {
    Threads threads(1);
    const StepState step;
    grid = fields.find({world, threads, step, around.energy, around.contacts, around.removed});
  }
  // Number k of a quantity at a point of the grid.
  double at(const std::string& name, std::size_t point, std::size_t k = 0) const {
    for (const GridField::Part& part : grid.parts)
      if (part.name.starts_with(name)) return part.values[point * part.components + k];
    return std::nan("");
  }
  double sum(const std::string& name, std::size_t k = 0) const {
    double total = 0;
    const std::size_t points = grid.points[0] * grid.points[1] * grid.points[2];
    for (std::size_t point = 0; point < points; ++point) total += at(name, point, k);
    return total;
  }
  Option schema;
  Tree tree;
  Value value;
  CoarseGraining fields;
  GridField grid;
};

double lucy(double r, double c) {
  return r < c ? 105 / (16 * pi * c * c * c) * (1 + 3 * r / c) * std::pow(1 - r / c, 3) : 0;
}

World three_bodies(Surroundings& around) {
  World world = empty_world();
  world.cell.periodic = {1, 1, 1};
  world.cell.edge = {{{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}};
  const Uid a = add(world, {.position = {-1.9, 0, 0.3}, .velocity = {1, 0, 2}, .radius = 0.5, .mass = 2});
  const Uid b = add(world, {.position = {1.3, 0.5, 0.2}, .velocity = {-1, 1, 0}, .radius = 0.5, .mass = 3});
  const Uid wall = add(world, {.position = {0, 0, -1}, .group = 1, .flags = kFixed});
  // The first contact reaches across the border of the cell.
  const Vec3 middle{-2.3, 0.25, 0.25};
  around.contacts.push_back({.key = {a, b, 0}, .point = middle, .normal = {-1, 0, 0}, .force = {-5, 1, 2}});
  around.contacts.push_back(
      {.key = {a, wall, 0}, .point = {-1.9, 0, -0.2}, .normal = {0, 0, -1}, .force = {0.5, 0, -7}});
  return world;
}

const char* const kOptions = "{box: {min: [-2, -2, -2], max: [2, 2, 2]}, nx: 16, ny: 16, nz: 16, width: 1.5}";

TEST(Field, HoldsMassMomentumAndStressOfTheWholeCell) {
  Surroundings around;
  const World world = three_bodies(around);
  const Fields fields(kOptions, world, around);
  const double cell = 0.25 * 0.25 * 0.25;
  const double sum_over_the_grid = 2e-3;  // of the kernel, whose width is six grid distances
  EXPECT_NEAR(fields.sum("density") * cell / 5, 1, sum_over_the_grid);
  EXPECT_NEAR(fields.sum("solid_fraction") * cell / (2 * 4 * pi / 3 * 0.125), 1, sum_over_the_grid);
  double momentum = 0;
  for (std::size_t point = 0; point < 4096; ++point)
    momentum += fields.at("density", point) * fields.at("velocity", point, 2) * cell;
  EXPECT_NEAR(momentum / 4, 1, sum_over_the_grid);
  // sym Σ F l: branch of the first contact from a to b over the border, (-0.8, 0.5, -0.1), and of the second
  // from a to the point on the wall, (0, 0, -0.5).
  EXPECT_NEAR(fields.sum("contact_stress", 0) * cell / (-5 * -0.8), 1, sum_over_the_grid);
  EXPECT_NEAR(fields.sum("contact_stress", 2) * cell / (2 * -0.1 + -7 * -0.5), 1, sum_over_the_grid);
  EXPECT_NEAR(fields.sum("contact_stress", 5) * cell / (0.5 * (-5 * -0.1 + 2 * -0.8 + 0.5 * -0.5)), 1,
              sum_over_the_grid);
}

TEST(Field, AgreesWithDirectSumsAtAPoint) {
  Surroundings around;
  const World world = three_bodies(around);
  const Fields fields(kOptions, world, around);
  const std::size_t point = 15 + 16 * (8 + 16 * 9);
  const Vec3 x{-2 + 15.5 * 0.25, -2 + 8.5 * 0.25, -2 + 9.5 * 0.25};
  // Bodies, at their nearest images.
  double density = 0, energy = 0;
  Vec3 momentum;
  for (std::size_t i = 0; i < 2; ++i) {
    const double m = i == 0 ? 2 : 3;
    const double w = lucy(norm(world.cell.nearest(x - world.bodies.place[i].position)), 1.5);
    density += m * w;
    momentum += m * w * world.bodies.motion[i].velocity;
    energy += m * w * norm2(world.bodies.motion[i].velocity);
  }
  EXPECT_NEAR(fields.at("density", point), density, kHundredsOfRoundings);
  EXPECT_NEAR(fields.at("velocity", point, 0), momentum.x / density, kHundredsOfRoundings);
  const double temperature = (energy - norm2(momentum) / density) / (3 * density);
  EXPECT_NEAR(fields.at("temperature", point), temperature, kHundredsOfRoundings);
  // Contacts, along fine lines.
  constexpr int kParts = 10000;
  double xx = 0;
  for (int k = 0; k < kParts; ++k) {
    const double s = (k + 0.5) / kParts;
    const Vec3 on_first = Vec3{-1.9, 0, 0.3} + s * Vec3{-0.8, 0.5, -0.1};
    xx += -5 * -0.8 / kParts * lucy(norm(world.cell.nearest(x - on_first)), 1.5);
  }
  const double gauss_rule = 1e-4;
  EXPECT_NEAR(fields.at("contact_stress", point, 0), xx, gauss_rule);
  const double pressure = fields.at("pressure", point);
  const double thirds = fields.at("contact_stress", point, 0) + fields.at("contact_stress", point, 1) +
                        fields.at("contact_stress", point, 2) + 3 * density * temperature;
  EXPECT_NEAR(pressure, thirds / 3, kHundredsOfRoundings * 10);
}

TEST(Field, InAPlaneTheKernelIsAnAreaKernel) {
  World world = empty_world();
  world.dimension = 2;
  add(world, {.position = {0.1, 0, -0.2}, .radius = 0.5, .mass = 3, .shape = kDisc});
  const Fields fields("{box: {min: [-2, 0, -2], max: [2, 1, 2]}, nx: 40, ny: 7, nz: 40, width: 1}", world,
                      {});
  const double sum_over_the_grid = 2e-3;
  EXPECT_EQ(fields.grid.points[1], 1u);
  EXPECT_NEAR(fields.sum("density") * 0.01 / 3, 1, sum_over_the_grid);
}

TEST(Field, FileHasTheGridAndAllParts) {
  Surroundings around;
  const World world = three_bodies(around);
  const Fields fields("{box: {min: [0, 0, 0], max: [1, 2, 3]}, nx: 2, ny: 3, nz: 4, width: 1}", world,
                      around);
  const std::string text = grid_vti(fields.grid);
  EXPECT_NE(text.find("WholeExtent=\"0 1 0 2 0 3\" Origin=\"0.25 0.3333333333333333 0.375\""),
            std::string::npos)
      << text.substr(0, 400);
  for (const GridField::Part& part : fields.grid.parts)
    EXPECT_NE(text.find("Name=\"" + part.name + "\" NumberOfComponents=\"" + std::to_string(part.components)),
              std::string::npos);
  const std::size_t data = text.find("\n_") + 2, numbers = 24 * (1 + 1 + 3 + 1 + 6 + 6 + 1);
  EXPECT_EQ(text.size() - data, 7 * 8 + numbers * 8 + std::string("\n</AppendedData>\n</VTKFile>\n").size());
}

}  // namespace
}  // namespace cairn::measure_samples
