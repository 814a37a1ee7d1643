// A run that stops and is resumed goes on with the same bits, whatever solves its steps: every solver of the
// table with every law it takes and every word of its options, and every impact solver. Bodies move about, so
// that the local order of bodies after a resume is another one.
#include <gtest/gtest.h>

#include <algorithm>

#include "collide/order.h"
#include "laws/row_law.h"
#include "simulate.h"
#include "solvers/impact/impact.h"
#include "solvers/solver.h"

namespace cairn::test {
namespace {

constexpr std::uint64_t kFirst = 140, kLast = 500, kSteps = 3;
constexpr int kStops = 8;

struct Method {
  std::string name, yaml;
  bool has_joints = true;  // impact runs know none
};

void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

Method implicit(const std::string& law, const std::string& solver, const std::string& more = "") {
  std::string name = law + '_' + solver;
  for (const char c : more) name += std::isalnum(c) ? std::string(1, c) : std::string();
  const std::string stiffness = law == "compliant" ? ", stiffness: 1e5" : "";
  return {name, "{implicit: {law: " + law + stiffness + ", solver: " + solver + more +
                    ", tolerance: 1e-9, max_iterations: 20}}"};
}

std::vector<Method> methods() {
  std::vector<Method> all;
  for (const RowLawRow& law : row_laws())
    for (const SolverRow& solver : solvers())
      if (refusal(solver, {.compliance = law.name == "compliant"}).empty())
        all.push_back(implicit(law.name, solver.name));
  for (const SolverRow& solver : solvers())
    for (const Option& option : solver.options)
      for (const std::string& word : option.choices)
        all.push_back(implicit("coulomb", solver.name, ", " + option.name + ": " + word));
  for (const ImpactSolverRow& solver : impact_solvers())
    all.push_back({"impact_" + solver.name, "{impact: {solver: " + solver.name + "}}", false});
  return all;
}

// Balls and bricks fly through each other into a bin; a pair of them is hinged, and a rope holds a ball.
std::string scene(const Method& method) {
  const std::string joints = R"yaml(
joints:
  - {revolute: {bodies: [flap, ground], point: [-0.03, 0, 0.06], axis: [0, 1, 0]}}
  - {distance: {bodies: [bob, flap], point: [0.03, 0, 0.08], to: [0.03, 0, 0.06]}}
)yaml";
  return "method: " + method.yaml + R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 2000, friction: 0.4, restitution: 0.3}}
time: {step: 4e-4, end: 10, allow_overlap: true, allow_gain: true}
bodies:
  - {name: bin, material: stone, shape: {container: {size: [0.1, 0.08, 1]}}, position: [0, 0, 0.5], fixed: true}
  - {name: flap, material: stone, shape: {box: {size: [0.06, 0.04, 0.01]}}, position: [0, 0, 0.06]}
  - {name: bob, material: stone, shape: {sphere: {radius: 0.015}}, position: [0.03, 0, 0.08]}
  - {name: balls, material: stone, shape: sphere, velocity: [0, 0, -0.5],
     fill: {box: {min: [-0.05, -0.04, 0], max: [0.05, 0.04, 0.042]}, count: 28, seed: 3, sizes: {uniform: [1.6 cm, 2.2 cm]}, spread: [0.5, 0.5, 0.2]}}
  - {name: bricks, material: stone, orientation: random, shape: {box: {size: [3 cm, 2 cm, 1 cm]}}, velocity: [0, 0, -1],
     fill: {box: {min: [-0.05, -0.04, 0.07], max: [0.05, 0.04, 0.17]}, count: 8, seed: 4}}
)yaml" + (method.has_joints ? joints : "");
}

class EveryMethod : public testing::TestWithParam<Method> {};

// Whether a resume now would put bodies into another order.
bool is_order_old(const World& world) { return !std::ranges::is_sorted(spatial_order(world).order); }

TEST_P(EveryMethod, GoesOnWithTheSameBitsAfterAResume) {
  const std::string yaml = scene(GetParam());
  SceneRun whole(yaml);
  while (whole.simulation.step() < kFirst) whole.simulation.advance();
  int stops = 0;
  std::uint64_t contacts = 0;
  for (; stops < kStops && whole.simulation.step() < kLast; ++stops) {
    while (!is_order_old(whole.world()) && whole.simulation.step() < kLast) whole.simulation.advance();
    Record record;
    whole.simulation.save(record);
    Simulation resumed(Scene::from_text(yaml, "test.yaml"), 2);
    resumed.load(record);
    const std::uint64_t from = resumed.step();
    while (resumed.step() < from + kSteps) {
      resumed.advance(), whole.simulation.advance();
      contacts += resumed.report().contacts;
    }
    EXPECT_EQ(resumed.hash(), whole.simulation.hash()) << "resumed at step " << from;
  }
  EXPECT_EQ(stops, kStops) << "the local order was always the same: nothing was tested";
  EXPECT_GE(contacts, kStops * kSteps * 2) << "bodies hardly touched";
}

INSTANTIATE_TEST_SUITE_P(All, EveryMethod, testing::ValuesIn(methods()),
                         [](const auto& method) { return method.param.name; });

// Compatible forces are no part of the state, but of what a run writes.
TEST(Resume, FindsTheSameCompatibleForces) {
  for (const char* solver : {"newton", "interior_point", "augmented_lagrangian"}) {
    const std::string yaml = scene(
        {"", std::string("{implicit: {law: coulomb, compatible_forces: {solver: ") + solver + "}}}", false});
    SceneRun whole(yaml);
    for (int stop = 0; stop < 3; ++stop) {
      while (whole.simulation.step() < kFirst + 20 || !is_order_old(whole.world()))
        whole.simulation.advance();
      Record record;
      whole.simulation.save(record);
      Simulation resumed(Scene::from_text(yaml, "test.yaml"), 1);
      resumed.load(record);
      whole.simulation.advance(Recording::contacts), resumed.advance(Recording::contacts);
      const std::vector<ContactForce> a = whole.simulation.contacts(), b = resumed.contacts();
      ASSERT_EQ(a.size(), b.size());
      EXPECT_GT(std::ranges::count_if(a, [](const ContactForce& c) { return c.compatible != Vec3{}; }), 5);
      for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_EQ(a[i].compatible, b[i].compatible) << solver << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace cairn::test
