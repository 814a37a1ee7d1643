// Inlets whose rate changes with time, and inlets through a face: how much came in, where, and the same bits
// after a resume.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

std::string scene(const std::string& inlet) {
  return R"yaml(
gravity: [0, 0, 0]
materials: {glass: {density: 2500, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 500 N/m}}
time: {step: 20 us, end: 0.4 s}
inlet: {name: in, material: glass, shape: sphere, velocity: [0, 0, -1], seed: 3, )yaml" +
         inlet + "}\n";
}

const std::string kFace = "region: {face: {min: [-20 mm, 0, 50 mm], max: [20 mm, 30 mm, 50 mm]}}, ";
const std::string kBeads = "sizes: {uniform: [2 mm, 4 mm]}, ";

double mass_inside(SceneRun& run) {
  double sum = 0;
  for (const Inertia& inertia : run.world().bodies.inertia) sum += mass(inertia);
  return sum;
}

TEST(Inlet, GivesTheIntegralOfItsRate) {
  const double heaviest = 2500 * std::numbers::pi / 6 * 64e-9;
  SceneRun run(scene(kFace + kBeads + "mass_rate: \"0.1 kg/s + 1 kg/s*t/(1 s)\""));
  run.to_end();
  const double t = run.simulation.time(), feeding = 16 * 20e-6 * 0.5;  // it feeds at every 16th step
  EXPECT_NEAR(mass_inside(run), 0.1 * t + 0.5 * t * t, heaviest + feeding);
  SceneRun pulses(scene(kFace + kBeads + "rate: \"1000 1/s*step(t - 0.1 s)*step(0.2 s - t)\""));
  pulses.to_end();
  EXPECT_NEAR(static_cast<double>(pulses.world().bodies.size()), 100, 1) << "0.1 s at 1000 per second";
}

TEST(Inlet, LetsBodiesThroughAFace) {
  SceneRun run(scene(kFace + kBeads + "rate: 500"));
  std::size_t known = 0;
  run.until([&](const Simulation&) {
    const Bodies& bodies = run.world().bodies;
    for (Uid uid = known; uid < bodies.size(); ++uid) {
      const std::uint32_t i = bodies.local(uid);
      const Place& place = bodies.place[i];
      const double way = 16 * 20e-6;  // since it was fed, at 1 m/s
      EXPECT_NEAR(place.position.z, 50e-3, way);
      const double edge_of_face = 20e-3;
      EXPECT_LE(std::abs(place.position.x) + place.radius, edge_of_face + way);
      EXPECT_GE(place.position.y - place.radius, -way);
    }
    known = bodies.size();
    return false;
  });
  EXPECT_GE(known, 195u);
  EXPECT_LE(run.simulation.report().max_overlap, kTensOfRoundings) << "all fall alike and never touch";
}

TEST(Inlet, ResumesWithTheSameBits) {
  for (const std::string& sizes :
       {kBeads, std::string("sizes: {rosin_rammler: {size: 3 mm, exponent: 3, min: 2 mm, max: 5 mm}}, ")}) {
    const std::string yaml = scene(kFace + sizes + "mass_rate: \"20 g/s + 0.1 kg/s*t/(1 s)\"");
    SceneRun whole(yaml);
    whole.until([](const Simulation& now) { return now.time() >= 0.2; });
    Record record;
    whole.simulation.save(record);
    Simulation resumed(Scene::from_text(yaml, "test.yaml"), 2);
    resumed.load(record);
    while (!whole.simulation.done()) resumed.advance(), whole.simulation.advance();
    EXPECT_EQ(resumed.hash(), whole.simulation.hash());
  }
}

TEST(Inlet, RefusesABadFaceOrRate) {
  const auto refusal = [](const std::string& inlet) {
    try {
      SceneRun run(scene(inlet));
      run.to_end();
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const auto expect = [](const std::string& message, const char* part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(refusal("region: {face: {min: [0, 0, 0], max: [1, 1, 1]}}, rate: 1, " + kBeads), "a face is flat");
  expect(refusal("region: {face: {min: [0, 0, 0], max: [-1, 1, 0]}}, rate: 1, " + kBeads),
         "'min' may be above");
  expect(refusal("region: {face: {min: [0, 0, 0], max: [1 mm, 1, 0]}}, rate: 1, " + kBeads), "too small");
  expect(refusal(kFace + kBeads + "rate: \"10 1/s - 100 1/s*t/(1 s)\""), "expected 0 or more");
}

}  // namespace
}  // namespace cairn::test
