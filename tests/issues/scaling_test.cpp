// Masses that are a power of two times as large, with stiffnesses to match, move in the same way to the last
// bit: no constant of the program has a unit of mass. Named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>

#include "laws/force_law.h"
#include "laws/row_law.h"
#include "simulate.h"
#include "solvers/impact/impact.h"
#include "solvers/solver.h"

namespace cairn::test {
namespace {

struct Method {
  std::string name, yaml;  // {0} in the text is the factor of masses
};

void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

// Stiffnesses of their own; the usual k_2 of edinburgh would need shorter steps.
std::string numbers_of(const std::string& law) {
  if (law == "hooke" || law == "luding") return ", stiffness: 20000*{0}";
  return law == "edinburgh" ? ", plasticity: 0.5, adhesive_ratio: 0.3" : "";
}

std::vector<Method> methods() {
  std::vector<Method> all;
  for (const ForceLawRow& law : force_laws())
    all.push_back({"explicit_" + law.name, "{{explicit: {{law: " + law.name + numbers_of(law.name) + "}}}}"});
  for (const RowLawRow& law : row_laws())
    for (const SolverRow& solver : solvers()) {
      const bool soft = law.name == "compliant";
      if (!refusal(solver, {.compliance = soft}).empty()) continue;
      all.push_back({law.name + '_' + solver.name,
                     "{{implicit: {{law: " + law.name + (soft ? ", stiffness: 1e5*{0}" : "") +
                         ", solver: " + solver.name + ", tolerance: 1e-9, max_iterations: 60}}}}"});
    }
  for (const ImpactSolverRow& solver : impact_solvers())
    all.push_back({"impact_" + solver.name, "{{impact: {{solver: " + solver.name + "}}}}"});
  return all;
}

// Balls and bricks thrown into a bin, masses times 2^k.
std::string thrown(const Method& method, int k) {
  const std::string factor = fmt::format("{:.17g}", std::ldexp(1.0, k));
  const bool is_explicit = method.name.starts_with("explicit");
  return "method: " + fmt::format(fmt::runtime(method.yaml), factor) + "\nlet: {factor: " + factor +
         ", h: " + (is_explicit ? "2e-5" : "2e-3") + "}" + R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 2000*factor, friction: 0.4, restitution: 0.3, young: 1e7*factor, poisson: 0.25}}
time: {step: h, end: 10}
bodies:
  - {name: bin, material: stone, shape: {container: {size: [0.16, 0.12, 1]}}, position: [0, 0, 0.5], fixed: true}
  - {name: balls, material: stone, shape: sphere, velocity: [0, 0, -1.5],
     fill: {box: {min: [-0.08, -0.06, 0], max: [0.08, 0.06, 0.06]}, count: 8, seed: 3, sizes: {uniform: [2 cm, 3 cm]}, spread: [1, 1, 0]}}
  - {name: bricks, material: stone, orientation: random, shape: {box: {size: [3 cm, 2 cm, 1 cm]}}, velocity: [0, 0, -3],
     fill: {box: {min: [-0.08, -0.06, 0.06], max: [0.08, 0.06, 0.1]}, count: 8, seed: 4}}
)yaml";
}

class EveryMassScale : public testing::TestWithParam<Method> {};

TEST_P(EveryMassScale, HeavierMaterialMovesOtherwise) {
  const std::uint64_t steps = GetParam().name.starts_with("explicit") ? 1500 : 30;
  const auto moved = [&](int k) {
    SceneRun run(thrown(GetParam(), k));
    while (run.simulation.step() < steps) run.simulation.advance();
    EXPECT_GT(run.simulation.report().contacts, 0u);
    std::vector<Bodies::Body> bodies;
    for (Uid uid = 1; uid < 17; ++uid) bodies.push_back(run.body(uid));
    return bodies;
  };
  const std::vector<Bodies::Body> once = moved(0);
  for (const int k : {1, -7}) {
    const std::vector<Bodies::Body> scaled = moved(k);
    for (std::size_t i = 0; i < once.size(); ++i) {
      ASSERT_EQ(scaled[i].place.position, once[i].place.position) << "2^" << k << ", body " << i;
      ASSERT_EQ(scaled[i].motion.velocity, once[i].motion.velocity) << "2^" << k << ", body " << i;
      ASSERT_EQ(scaled[i].motion.spin, once[i].motion.spin) << "2^" << k << ", body " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryMassScale, testing::ValuesIn(methods()),
                         [](const auto& method) { return method.param.name; });

}  // namespace
}  // namespace cairn::test
