// Stress-controlled periodic cells: Hertz contacts of a lattice under three given stresses, mixed control of
// a random sample, the energy that the cell puts in, and resuming.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kSettled = 1e-6;                // of an overlap: what is left of the ringing
constexpr double kGrainsFindTheirPlaces = 0.02;  // of a stress, while the sample flows slowly
constexpr double kSecondOrder = 2e-3;            // of the work, in the time step

std::string lattice(const std::string& stress) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{bead: {{density: 2500, young: 1e8, poisson: 0.3, restitution: 0.4, friction: 0.3}}}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: auto, end: 20 ms, speed: 0.1 m/s}}
periodic: {{min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm], {}}}
bodies:
  - {{name: beads, material: bead, shape: {{sphere: {{diameter: 4 mm}}}}, position: [2 mm, 2 mm, 2 mm],
     lattice: {{kind: cubic, spacing: 4 mm, counts: [3, 3, 3]}}}}
)yaml",
                     stress);
}

// Each contact of a cubic lattice carries σ a b with the edges a and b of its face.
TEST(CellStress, PressesALatticeToTheOverlapsOfHertz) {
  const double sigma[] = {5e3, 20e3, 80e3};
  SceneRun run(lattice("stress: {xx: 5 kPa, yy: 20 kPa, zz: 80 kPa}"));
  run.to_end();
  const double modulus = 1e8 / (2 * (1 - 0.09)), radius = 1e-3, d = 4e-3;
  double edge[3];
  for (int k = 0; k < 3; ++k) edge[k] = run.world().cell.edge[k][k] / 3;
  for (int k = 0; k < 3; ++k) {
    const double force = sigma[k] * edge[(k + 1) % 3] * edge[(k + 2) % 3];
    const double overlap = std::pow(0.75 * force / (modulus * std::sqrt(radius)), 2.0 / 3);
    EXPECT_NEAR((d - edge[k]) / overlap, 1, kSettled) << k;
  }
}

// A target that changes with time, and a rate along another axis.
TEST(CellStress, MixesStressesAndRates) {
  SceneRun run(lattice("stress: {zz: \"10 kPa + 1 MPa/s*t\"}, strain_rate: [-0.5, 0, 0]"));
  run.to_end();
  const Cell& cell = run.world().cell;
  const double t = run.simulation.time();
  EXPECT_NEAR(cell.strain.row0.x, -0.5 * t, kThousandsOfRoundings);
  EXPECT_EQ(cell.edge[1].y, 12e-3) << "neither a stress nor a rate";
  const double force = (10e3 + 1e6 * t) * cell.edge[0].x * cell.edge[1].y / 9;
  const double overlap = std::pow(0.75 * force / (1e8 / 1.82 * std::sqrt(1e-3)), 2.0 / 3);
  const double lag = 0.02;  // the time that sound takes, against that of the ramp
  EXPECT_NEAR((4e-3 - cell.edge[2].z / 3) / overlap, 1, lag);
}

std::string sample(const std::string& deformation, double step = 2e-6) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{bead: {{density: 2500, young: 2e7, poisson: 0.3, restitution: 0.4, friction: 0.3}}}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: {}, end: 30 ms}}
periodic: {{min: [0, 0, 0], max: [14 mm, 14 mm, 14 mm], {}}}
bodies:
  - {{name: beads, material: bead, shape: sphere,
     fill: {{box: {{min: [0, 0, 0], max: [14 mm, 14 mm, 14 mm]}}, solid_fraction: 0.5, sizes: {{uniform: [1.6 mm, 2.4 mm]}}, seed: 4}}}}
events:
  - {{at: 15 ms, deform: {{stress: {{xx: 20 kPa, yy: 20 kPa, xz: -2 kPa}}, strain_rate: [0, 0, -2]}}}}
measure: {{stress: {{every: 0.1 ms}}}}
)yaml",
                     step, deformation);
}

const std::string kIsotropic = "stress: {xx: 20 kPa, yy: 20 kPa, zz: 20 kPa}";

double stress_of(const Simulation& now, std::size_t component) { return now.measures()[0].shown[component]; }

TEST(CellStress, HoldsARandomSample) {
  SceneRun run(sample(kIsotropic));
  run.until([](const Simulation& now) { return now.time() >= 14.9e-3; });
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(stress_of(run.simulation, k), 20e3, kGrainsFindTheirPlaces * 20e3) << k;
  run.until([](const Simulation& now) { return now.time() >= 25e-3; });
  double xx = 0, yy = 0, xz = 0;
  int count = 0;
  run.until([&](const Simulation& now) {
    xx += stress_of(now, 0), yy += stress_of(now, 1), xz += stress_of(now, 4);
    ++count;
    return false;
  });
  EXPECT_NEAR(xx / count, 20e3, kGrainsFindTheirPlaces * 20e3);
  EXPECT_NEAR(yy / count, 20e3, kGrainsFindTheirPlaces * 20e3);
  EXPECT_NEAR(xz / count, -2e3, kGrainsFindTheirPlaces * 20e3);
  EXPECT_GT(run.world().cell.strain.row0.z, 0) << "a negative xz drives a positive shear";
  EXPECT_GT(stress_of(run.simulation, 2), 25e3) << "the sample is compressed along z";
}

TEST(CellStress, BooksItsWork) {
  SceneRun run(sample(kIsotropic));
  run.to_end();
  const Energy energy = run.simulation.energy();
  EXPECT_GT(energy.friction, 0.1 * energy.work_of_drives);
  EXPECT_LT(std::abs(energy.imbalance), kSecondOrder * energy.work_of_drives);
}

TEST(CellStress, ResumesWithTheSameBits) {
  const std::string yaml = sample(kIsotropic);
  SceneRun whole(yaml);
  for (const double time : {5e-3, 14.999e-3, 20e-3}) {
    whole.until([&](const Simulation& now) { return now.time() >= time; });
    Record record;
    whole.simulation.save(record);
    Simulation resumed(Scene::from_text(yaml, "test.yaml"), 2);
    resumed.load(record);
    for (int k = 0; k < 200; ++k) resumed.advance(), whole.simulation.advance();
    EXPECT_EQ(resumed.hash(), whole.simulation.hash()) << time;
    EXPECT_EQ(resumed.energy().work_of_drives, whole.simulation.energy().work_of_drives) << time;
  }
}

std::string refusal(const std::string& yaml) {
  try {
    SceneRun run(yaml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CellStress, RefusesWhatItCannotDo) {
  const auto expect = [](const std::string& message, const char* part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(refusal(lattice("stress: {xx: 5 kPa}, strain_rate: [-1, 0, 0]")), "a stress and a rate");
  expect(refusal(lattice("axes: [x, y], stress: {zz: 5 kPa}")), "repeats along z");
  expect(refusal(lattice("stress: {}")), "names no component");
  expect(
      refusal(
          "materials: {a: {density: 2500}}\nmethod: {implicit: {law: coulomb}}\ntime: {step: 1 ms, end: "
          "1}\nperiodic: {min: [0, 0, "
          "0], max: [1, 1, 1], stress: {xx: 1}}\nbodies: [{material: a, shape: {sphere: {radius: 0.1}}}]\n"),
      "method explicit");
  expect(refusal("materials: {a: {density: 2500}}\nmethod: {explicit: {law: hooke, stiffness: 1000}}\ntime: "
                 "{end: 1}\nperiodic: {min: [0, 0, "
                 "0], max: [1, 1, 1], stress: {xx: 1}}\nbodies: [{material: a, shape: {sphere: {radius: "
                 "0.1}}, fixed: true}]\n"),
         "servo");
}

}  // namespace
}  // namespace cairn::test
