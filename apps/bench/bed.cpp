#include "bench/bed.h"

#include <algorithm>
#include <numbers>

#include "base/assert.h"
#include "base/random.h"
#include "laws/force_law.h"

namespace cairn {
namespace {

constexpr double kShake = 0.01;        // diameters
constexpr double kLayerHeight = 0.72;  // diameters; touching would be 1/√2
constexpr double kSettling = 50;       // 1/s

std::unique_ptr<ForceLaw> make_law(BedLaw law) {
  return law == BedLaw::hooke ? force_laws().make_with("hooke", {"stiffness=2000 N/m"})
                              : force_laws().make("hertz_mindlin");
}

Bodies::Body grain(const Place& place) {
  const double r = place.radius, mass = kBedDensity * std::numbers::pi / 6 * 8 * r * r * r;
  const double inverse_moment = 2.5 / (mass * r * r);
  Bodies::Body body;
  body.place = place;
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

std::vector<Place> staggered(int side, int layers) {
  Random random(1);
  std::vector<Place> places;
  const auto shaken = [&](double x) { return kBedDiameter * (x + random.uniform(-kShake, kShake)); };
  for (int k = 0; k < layers; ++k) {
    const double shift = 0.5 + (k % 2 == 0 ? 0 : 0.49);
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        const double x = shaken(i + shift), y = shaken(j + shift);
        places.push_back({{x, y, kBedDiameter * (0.5 + k * kLayerHeight)}, kBedDiameter / 2});
      }
    }
  }
  return places;
}

}  // namespace

Bed bed_of(const std::vector<Place>& spheres, double length, double width, BedLaw law, double friction) {
  CAIRN_ASSERT(!spheres.empty() && length > 0 && width > 0 && friction >= 0);
  // Material and shapes.
  Bed bed;
  World& world = bed.world;
  world.gravity = {0, 0, -9.81};
  world.shapes = {Sphere{kBedDiameter / 2}, Plane{}};
  world.groups = {"grains", "walls"};
  Material glass;
  glass.name = "glass";
  glass.density = kBedDensity;
  glass.young = 1e8;
  glass.poisson = 0.3;
  glass.friction = friction;
  glass.restitution = 0.66;
  world.materials.list = {glass};
  world.materials.combine_all();

  // Spheres, a floor and four walls.
  for (const Place& sphere : spheres) world.bodies.add(grain(sphere));
  bed.grains = world.bodies.size();
  world.bodies.add(wall({0, 0, 0}, {0, 0, 1}));
  world.bodies.add(wall({0, 0, 0}, {1, 0, 0}));
  world.bodies.add(wall({0, 0, 0}, {0, 1, 0}));
  world.bodies.add(wall({length, 0, 0}, {-1, 0, 0}));
  world.bodies.add(wall({0, width, 0}, {0, -1, 0}));
  bed.stepper = std::make_unique<ExplicitStepper>(make_law(law));
  return bed;
}

Bed build_bed(int side, int layers) {
  const double length = (side + 0.5) * kBedDiameter;
  return bed_of(staggered(side, layers), length, length, BedLaw::hooke, 0.5);
}

void settle(Bed& bed, Threads& threads, int steps) {
  StageTimes ignored;
  bed.world.damping.global = kSettling;
  for (int k = 0; k < steps; ++k) bed.stepper->step(bed.world, threads, bed.step, ignored);
  bed.world.damping.global = 0;
}

}  // namespace cairn
