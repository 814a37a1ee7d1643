// A run that loses all its caches at random steps goes on with the same bits: whatever a step keeps to save
// work, and no checkpoint holds, changes nothing. Every shape meets every other, under every kind of method.
#include <gtest/gtest.h>

#include "base/random.h"
#include "laws/force_law.h"
#include "simulate.h"
#include "solvers/impact/impact.h"
#include "solvers/solver.h"

namespace cairn::test {
namespace {

struct Case {
  std::string name, method;
  double step;
  std::uint64_t steps;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

// Every row of the tables of laws and solvers, and options that remember more than others.
std::vector<Case> all_cases() {
  std::vector<Case> cases{
      {"jkr", "{explicit: {law: hertz_mindlin, adhesion: jkr, rolling: spring}}", 4e-5, 1000},
      {"cone", "{implicit: {law: cone, solver: apgd, max_iterations: 20, on_failure: warn}}", 1e-3, 90},
      {"compliant",
       "{implicit: {law: compliant, stiffness: 1e5, solver: spg, max_iterations: 20, on_failure: warn}}",
       1e-3, 90},
      {"midpoint",
       "{implicit: {law: coulomb, solver: pgs, theta: 0.5, max_iterations: 10, on_failure: warn}}", 1e-3, 90},
      {"default_settings", "{implicit: {law: coulomb, on_failure: warn}}", 1e-3, 90}};
  for (const ForceLawRow& row : force_laws()) {
    const bool is_given = row.name == "hooke" || row.name == "luding";  // its stiffness, in the scene
    cases.push_back({row.name, "{explicit: {law: " + row.name + (is_given ? ", stiffness: 5000}}" : "}}"),
                     row.name == "hooke" ? 8e-5 : 4e-5, row.name == "hooke" ? 600u : 1000u});
  }
  for (const SolverRow& row : solvers()) {
    const std::string law =
        row.needs == Needs::compliance ? "compliant, stiffness: 1e5, dilatancy: 0" : "coulomb";
    cases.push_back(
        {row.name,
         "{implicit: {law: " + law + ", solver: " + row.name + ", max_iterations: 10, on_failure: warn}}",
         1e-3, 90});
  }
  for (const ImpactSolverRow& row : impact_solvers())
    cases.push_back({row.name, "{impact: {solver: " + row.name + "}}", 1e-3, 66});
  return cases;
}

// Grains of all shapes fall through each other's ways into a funnel.
std::string scene(const Case& c) {
  const auto grains = [](const char* shape, const std::string& text, int seed) {
    return std::string("  - {name: ") + shape +
           ", material: stone, orientation: random, velocity: [0, 0, -1.5], shape: {" + shape + ": {" + text +
           "}},\n     fill: {box: {min: [-4 cm, -4 cm, " + std::to_string(4 + 3 * seed) +
           " cm], max: [4 cm, 4 cm, " + std::to_string(7 + 3 * seed) +
           " cm]}, count: 5, seed: " + std::to_string(seed) + "}}\n";
  };
  return std::string("method: ") + c.method + R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 2000, friction: 0.4, restitution: 0.3, young: 1e6, poisson: 0.3}}
time: {step: )yaml" +
         std::to_string(c.step) + R"yaml(, end: 10, allow_overlap: true, allow_gain: true}
bodies:
  - {name: floor, material: stone, shape: plane, position: [0, 0, -1 cm], fixed: true}
  - {name: funnel, material: stone, shape: {funnel: {bottom_radius: 1 cm, top_radius: 8 cm, height: 4 cm}},
     position: [0, 0, 2 cm], fixed: true}
)yaml" + grains("box", "size: [2 cm, 1.5 cm, 1 cm]", 0) +
         grains("ellipsoid", "radii: [1 cm, 8 mm, 5 mm]", 1) +
         grains("superellipsoid", "radii: [1 cm, 8 mm, 5 mm], exponents: [4, 3]", 2) +
         grains("cylinder", "radius: 6 mm, height: 15 mm", 3) + grains("sphere", "radius: 8 mm", 4);
}

class Caches : public testing::TestWithParam<Case> {};

TEST_P(Caches, MayBeLostAtAnyStep) {
  const std::string yaml = scene(GetParam());
  const std::uint64_t last = GetParam().steps;
  SceneRun whole(yaml);
  Random random(last);
  auto forgetful = std::make_unique<Simulation>(Scene::from_text(yaml, "test.yaml"), 1);
  forgetful->start();
  int lost = 0;
  std::uint64_t contacts = 0;
  while (whole.simulation.step() < last) {
    whole.simulation.advance(), forgetful->advance();
    contacts += whole.simulation.report().contacts;
    // About a dozen times a run: nothing but the checkpoint goes on.
    if (random.next() % last >= 12) continue;
    Record record;
    forgetful->save(record);
    forgetful = std::make_unique<Simulation>(Scene::from_text(yaml, "test.yaml"), 1 + lost % 2);
    forgetful->load(record);
    ++lost;
    ASSERT_EQ(forgetful->hash(), whole.simulation.hash()) << "at step " << whole.simulation.step();
  }
  EXPECT_EQ(forgetful->hash(), whole.simulation.hash());
  EXPECT_GE(lost, 4) << "hardly anything was lost";
  EXPECT_GE(contacts, 100) << "bodies hardly touched";
}

INSTANTIATE_TEST_SUITE_P(All, Caches, testing::ValuesIn(all_cases()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace cairn::test
