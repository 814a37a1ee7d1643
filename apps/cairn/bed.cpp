#include "bed.h"

#include <algorithm>
#include <numbers>

#include "base/random.h"
#include "laws/force_law.h"
#include "scene/interpret.h"
#include "scene/node.h"

namespace cairn {
namespace {

constexpr double kDiameter = 2.84e-3, kDensity = 2500, kShake = 0.01;  // m, kg/m³, diameters
constexpr double kLayerHeight = 0.72;                                  // diameters; touching would be 1/√2
constexpr double kSettling = 50;                                       // 1/s

std::unique_ptr<ForceLaw> hooke() {
  const auto is_hooke = [](const ForceLawEntry& entry) { return entry.name == "hooke"; };
  const ForceLawEntry& entry = *std::ranges::find_if(force_laws(), is_hooke);
  const Option options = declare::object(entry.name, entry.options, entry.meaning);
  const Tree tree = Tree::from_text("{stiffness: 2000 N/m}", "bench");
  return entry.make(interpret(tree.root(), options, {}, entry.name));
}

Bodies::Body grain(const Vec3& position) {
  constexpr double r = kDiameter / 2;
  const double mass = kDensity * std::numbers::pi / 6 * kDiameter * kDiameter * kDiameter;
  const double inverse_moment = 2.5 / (mass * r * r);
  Bodies::Body body;
  body.place = {position, r};
  body.inertia = {1 / mass, {inverse_moment, inverse_moment, inverse_moment}};
  return body;
}

Bodies::Body wall(const Vec3& position, const Vec3& normal) {
  Bodies::Body body;
  body.place = {position, kInfinity};
  body.orientation = rotation_between({0, 0, 1}, normal);
  body.info = {.uid = 0, .shape = 1, .material = 0, .group = 1, .flags = kFixed | kTurned};
  return body;
}

void add_grains(World& world, int side, int layers) {
  Random random(1);
  const auto shaken = [&](double x) { return kDiameter * (x + random.uniform(-kShake, kShake)); };
  for (int k = 0; k < layers; ++k) {
    const double shift = 0.5 + (k % 2 == 0 ? 0 : 0.49);
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        const double x = shaken(i + shift), y = shaken(j + shift);
        world.bodies.add(grain({x, y, kDiameter * (0.5 + k * kLayerHeight)}));
      }
    }
  }
}

}  // namespace

Bed build_bed(int side, int layers) {
  Bed bed;
  World& world = bed.world;
  world.gravity = {0, 0, -9.81};
  world.shapes = {Sphere{kDiameter / 2}, Plane{}};
  world.groups = {"grains", "walls"};
  Material glass;
  glass.name = "glass";
  glass.density = kDensity;
  glass.friction = 0.5;
  glass.restitution = 0.66;
  world.materials.list = {glass};
  world.materials.combine_all();

  add_grains(world, side, layers);
  bed.grains = world.bodies.size();
  const double length = (side + 0.5) * kDiameter;
  world.bodies.add(wall({0, 0, 0}, {0, 0, 1}));
  world.bodies.add(wall({0, 0, 0}, {1, 0, 0}));
  world.bodies.add(wall({0, 0, 0}, {0, 1, 0}));
  world.bodies.add(wall({length, 0, 0}, {-1, 0, 0}));
  world.bodies.add(wall({0, length, 0}, {0, -1, 0}));
  bed.stepper = std::make_unique<ExplicitStepper>(hooke());
  return bed;
}

void settle(Bed& bed, Threads& threads, int steps) {
  StageTimes ignored;
  bed.world.damping.global = kSettling;
  for (int k = 0; k < steps; ++k) bed.stepper->step(bed.world, threads, bed.step, ignored);
  bed.world.damping.global = 0;
}

}  // namespace cairn
