// The energy budget: states whose energies are known by hand, and its balance over short runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "base/random.h"
#include "measure/measure.h"
#include "step/explicit.h"
#include "text/interpret.h"
#include "tolerances.h"

namespace cairn {
namespace {

// Of the energy: dashpots set in with a jump, which is of first order in the step.
constexpr double kFirstOrder = 1e-3, kFirstOrderWithMore = 2e-3;

constexpr double kStiffness = 1000;

// A stepper with the hooke law, made as a scene makes it.
std::unique_ptr<ExplicitStepper> hooke_stepper() {
  return std::make_unique<ExplicitStepper>(force_laws().make_with("hooke", {"stiffness=1000 N/m"}));
}

World empty_world(double friction, double restitution) {
  World world;
  world.shapes = {Sphere{}, Plane{}};
  world.groups = {"beads", "floor"};
  world.materials.list = {{.name = "glass", .friction = friction, .restitution = restitution}};
  world.materials.combine_all();
  return world;
}

Uid add_sphere(World& world, const Vec3& position, const Vec3& velocity = {}, const Vec3& spin = {},
               double mass = 2) {
  constexpr double radius = 0.5;
  const double moment = 0.4 * mass * radius * radius;
  Bodies::Body body;
  body.place = {position, radius};
  body.motion = {velocity, spin};
  body.inertia = {1 / mass, {1 / moment, 1 / moment, 1 / moment}};
  return world.bodies.add(body);
}

Uid add_floor(World& world, unsigned flags) {
  Bodies::Body body;
  body.place = {{}, std::numeric_limits<double>::infinity()};
  body.info = {.shape = 1, .group = 1, .flags = static_cast<std::uint16_t>(flags | kTurned)};
  return world.bodies.add(body);
}

double total(const Energy& budget) { return budget.stored() + budget.lost() - budget.work_of_drives; }

TEST(EnergyBudget, OfAKnownState) {
  World world = empty_world(0.5, 1);
  world.gravity = {0, 0, -10};
  add_sphere(world, {0, 0, 3}, {1, 2, 2}, {0, 0, 4});
  add_sphere(world, {0, 0, 3.98});
  add_floor(world, kFixed);
  Threads threads(1);
  const auto stepper = hooke_stepper();
  stepper->start(world, threads);
  const Energy budget = energy_budget(world, *stepper, threads);
  EXPECT_DOUBLE_EQ(budget.kinetic, 0.5 * 2 * 9 + 0.5 * (0.4 * 2 * 0.25) * 16);
  EXPECT_DOUBLE_EQ(budget.gravity, 2 * 10 * (3 + 3.98));
  EXPECT_NEAR(budget.elastic_normal, 0.5 * kStiffness * 0.02 * 0.02, kThousandsOfRoundings);
  EXPECT_EQ(budget.elastic_tangential, 0);
  EXPECT_EQ(budget.springs, 0);
  EXPECT_EQ(budget.lost(), 0);
  EXPECT_EQ(budget.work_of_drives, 0);
  EXPECT_EQ(budget.imbalance, 0);
  EXPECT_DOUBLE_EQ(budget.stored(), budget.kinetic + budget.gravity + budget.elastic_normal);
}

TEST(EnergyBudget, FixedAndDrivenBodiesHaveNone) {
  World world = empty_world(0.5, 1);
  world.gravity = {0, 0, -10};
  const Uid uid = add_sphere(world, {0, 0, 3}, {1, 2, 2});
  world.bodies.info[world.bodies.local(uid)].flags = kDriven;
  Threads threads(1);
  const auto stepper = hooke_stepper();
  stepper->start(world, threads);
  EXPECT_EQ(energy_budget(world, *stepper, threads).stored(), 0);
}

TEST(EnergyBudget, SpringsOfTheScene) {
  World world = empty_world(0, 1);
  const Uid body = add_sphere(world, {0, 0, 3});
  BodySpring spring;
  spring.body = body, spring.other_point = {0, 0, 1}, spring.stiffness = 50, spring.length = 1.5;
  world.springs = {spring};
  Threads threads(1);
  const auto stepper = hooke_stepper();
  stepper->start(world, threads);
  EXPECT_DOUBLE_EQ(energy_budget(world, *stepper, threads).springs, 0.5 * 50 * 0.5 * 0.5);
  // A spring that is taken away holds nothing.
  world.springs.clear();
  stepper->start(world, threads);
  EXPECT_EQ(energy_budget(world, *stepper, threads).springs, 0);
}

// Runs and returns how far the balance moved, over the energy at the start.
double drift_of_balance(World& world, double h, int steps) {
  Threads threads(2);
  StageTimes times;
  const auto stepper = hooke_stepper();
  stepper->start(world, threads);
  const double start = total(energy_budget(world, *stepper, threads));
  double worst = 0;
  for (int k = 0; k < steps; ++k) {
    stepper->step(world, threads, h, times);
    const double now = total(energy_budget(world, *stepper, threads));
    worst = std::max(worst, std::abs(now - start));
  }
  return worst / start;
}

// Two spheres fall on the floor: one above the other, or rubbing and spinning.
World falling_spheres(double restitution) {
  World world = empty_world(0.4, restitution);
  world.gravity = {0, 0, -10};
  add_floor(world, kFixed);
  add_sphere(world, {0, 0, 0.52});
  add_sphere(world, {0, 0, 1.6}, {0, 0, -2});
  return world;
}

World rubbing_spheres(double restitution) {
  World world = falling_spheres(restitution);
  world.bodies.place[2].position += Vec3{0.3, 0.1, 0};
  world.bodies.motion[1] = {{1, 0, 0}, {0, 3, 1}};
  return world;
}

TEST(EnergyBudget, BalancesWhateverContactsDo) {
  // The error of the balance goes with the step: dashpots set in with a jump.
  for (const World& start : {falling_spheres(1), falling_spheres(0.5), falling_spheres(0.1),
                             rubbing_spheres(1), rubbing_spheres(0.5), rubbing_spheres(0.1)}) {
    World world = start, finer = start;
    const double coarse = drift_of_balance(world, 1e-4, 4'000), fine = drift_of_balance(finer, 2e-5, 20'000);
    EXPECT_LT(fine, kFirstOrder);
    EXPECT_LT(fine, 0.4 * coarse);
  }
}

TEST(EnergyBudget, BalancesWithADrivenFloor) {
  World world = rubbing_spheres(0.5);
  const Uid floor = 0;
  world.bodies.info[world.bodies.local(floor)].flags = kDriven | kTurned;
  Drive drive;
  drive.body = floor;
  drive.velocity[0] = [](double t) { return std::sin(30 * t); };
  drive.velocity[2] = [](double t) { return 0.3 * std::cos(20 * t); };
  world.drives = {drive};
  EXPECT_LT(drift_of_balance(world, 2e-5, 20'000), kFirstOrderWithMore);
}

TEST(EnergyBudget, BalancesWithBackgroundDamping) {
  for (const Damping damping : {Damping{.global = 3, .local = 0}, Damping{.global = 0, .local = 0.3}}) {
    World world = rubbing_spheres(0.5);
    world.damping = damping;
    EXPECT_LT(drift_of_balance(world, 2e-5, 20'000), kFirstOrderWithMore) << damping.global;
  }
}

TEST(EnergyBudget, DampingTakesNothingFromLockedMotion) {
  World world = empty_world(0, 1);
  const Uid body = add_sphere(world, {0, 0, 3}, {1, 0, 0}, {0, 0, 2});
  world.bodies.info[world.bodies.local(body)].flags = kLockX | kLockSpinZ;
  world.damping.global = 5;
  EXPECT_LT(drift_of_balance(world, 1e-3, 100), kFewRoundings);
  EXPECT_EQ(world.bodies.motion[0].velocity, (Vec3{1, 0, 0}));
}

TEST(EnergyBudget, SameBitsOnOneToFourThreads) {
  Random random(1);
  const auto anywhere = [&] {
    return Vec3{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
  };
  World start = empty_world(0.5, 0.5);
  start.gravity = {1, 2, -10};
  for (int k = 0; k < 4000; ++k) add_sphere(start, anywhere(), anywhere(), anywhere(), random.uniform(1, 2));
  std::array<double, 4> expected{};
  for (int count = 1; count <= 4; ++count) {
    World world = start;
    Threads threads(count);
    const auto stepper = hooke_stepper();
    stepper->start(world, threads);
    const Energy budget = energy_budget(world, *stepper, threads);
    const std::array<double, 4> values{budget.kinetic, budget.gravity, budget.elastic_normal,
                                       budget.stored()};
    if (count == 1) expected = values;
    EXPECT_EQ(values, expected) << count;
  }
  EXPECT_GT(expected[2], 0);
}

}  // namespace
}  // namespace cairn
