// Maxwell velocities and thermostats: momentum, temperature and heating known from theory, and refusals.
#include <gtest/gtest.h>

#include "base/error.h"
#include "scene/thermal.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// A gas of balls of two sizes so thin that nothing collides.
std::string gas(const std::string& velocity, const std::string& rest, const std::string& dimension = "3") {
  return "dimension: " + dimension + R"yaml(
gravity: [0, 0, 0]
materials: {stone: {density: 2500}}
method: {explicit: {law: hooke, stiffness: 10 N/m}}
time: {step: 1 ms, end: 1 s}
bodies:
  - {name: small, material: stone, shape: {sphere: {radius: 1 cm}}, lattice: {kind: cubic, spacing: 100 m, counts: [10, 1, 10]}, velocity: )yaml" +
         velocity + "}\n" + rest;
}

struct Moments {
  Vec3 momentum;
  double mass = 0, temperature = 0;
};
Moments moments(SceneRun& run, const Vec3& mean = {}) {
  Moments sum;
  const Bodies& bodies = run.world().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double m = mass(bodies.inertia[i]);
    sum.mass += m;
    sum.momentum += m * (bodies.motion[i].velocity - mean);
    sum.temperature += m * norm2(bodies.motion[i].velocity - mean);
  }
  sum.temperature /= run.world().dimension * sum.mass;
  return sum;
}

TEST(Maxwell, HasTheTemperatureAndNoMomentum) {
  for (const std::string dimension : {"2", "3"}) {
    SceneRun run(gas("{maxwell: 0.04 m2/s2, mean: [1, 0, 2]}", "", dimension));
    const Moments sum = moments(run, {1, 0, 2});
    EXPECT_NEAR(sum.temperature, 0.04, kHundredsOfRoundings);
    EXPECT_NEAR(norm(sum.momentum), 0, kHundredsOfRoundings * sum.mass);
    for (const Motion& motion : run.world().bodies.motion) {
      EXPECT_TRUE(dimension == "3" || motion.velocity.y == 0);
    }
  }
}

TEST(Maxwell, DependsOnTheSeedOfTheScene) {
  SceneRun a(gas("{maxwell: 1}", "")), b(gas("{maxwell: 1}", "seed: 1\n")), c(gas("{maxwell: 1}", ""));
  EXPECT_NE(a.velocity(0), b.velocity(0));
  EXPECT_EQ(a.velocity(0), c.velocity(0));
}

TEST(Maxwell, RefusesFixedBodies) {
  EXPECT_THROW(SceneRun run(gas("{maxwell: 1}, fixed: true", "")), InputError);
  EXPECT_THROW(SceneRun run(gas("{maxwell: 1 m}", "")), InputError);
}

TEST(Kicks, HeatAtTheirRateWithoutMomentum) {
  SceneRun run(gas("[0, 0, 0]", "thermostat: {kicks: {heating: 0.5 m2/s3, every: 2 ms, seed: 3}}\n"));
  run.to_end();
  const Moments sum = moments(run);
  // 100 bodies, 3 components, each the sum of 500 kicks: a relative deviation of sqrt(2/300), and more
  // because pairs share their forces.
  const double four_deviations = 4 * std::sqrt(2 * 2 / 300.0);
  EXPECT_NEAR(sum.temperature / 0.5, 1, four_deviations);
  EXPECT_NEAR(norm(sum.momentum), 0, kThousandsOfRoundings * sum.mass);
}

TEST(Kicks, BookTheirWorkAndResumeBitForBit) {
  const std::string text = gas("{maxwell: 0.1}", "thermostat: {kicks: {heating: 0.5 m2/s3, every: 2 ms}}\n");
  SceneRun run(text);
  run.until([](const Simulation& now) { return now.step() == 501; });
  Record record;
  run.simulation.save(record);
  run.to_end();
  const Energy energy = run.simulation.energy();
  // The budget books the work of a force that jumps within a step h with an error of the order (h/Δ)² of the
  // heat.
  const double order_of_jumps = 0.5 * 0.5;
  EXPECT_NEAR(energy.imbalance / energy.kinetic, 0, order_of_jumps);
  Simulation resumed(Scene::from_text(text, "test.yaml"), 2);
  resumed.load(record);
  while (!resumed.done()) resumed.advance();
  EXPECT_EQ(resumed.hash(), run.simulation.hash());
}

TEST(Langevin, RelaxesToItsTemperature) {
  SceneRun run(
      gas("[0, 0, 0]", "thermostat: {langevin: {temperature: 0.2 m2/s2, time: 20 ms, every: 2 ms}}\n"));
  // The mean over time of the temperature, after five relaxation times; samples every relaxation time.
  double sum = 0;
  int count = 0;
  run.until([&](const Simulation& now) {
    if (now.step() >= 100 && now.step() % 20 == 0) sum += moments(run).temperature, ++count;
    return false;
  });
  const double deviations_and_steps = 0.1;  // 45 samples of 300 components, and h/τ = 5 %
  EXPECT_NEAR(sum / count / 0.2, 1, deviations_and_steps);
  EXPECT_THROW(
      SceneRun bad(gas("[0, 0, 0]",
                       "damping: {global: 1}\nthermostat: {langevin: {temperature: 1, time: 1, every: "
                       "1 ms}}\n")),
      InputError);
}

}  // namespace
}  // namespace cairn::test
