// What a law refuses, and the stiffness it chooses for a wanted overlap.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "impact.h"

namespace cairn::test {
namespace {

std::string two_balls(const std::string& material, const std::string& law) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials:
  glass: {{density: 2500{}}}
  brass: {{density: 8500, young: 1e11, poisson: 0.3}}
method: {{explicit: {{law: {}}}}}
time: {{step: auto, end: 1}}
bodies:
  - {{name: marbles, material: glass, shape: {{sphere: {{radius: 1 cm}}}}, position: [0, 0, 0], velocity: [1, 0, 0]}}
  - {{name: weight, material: brass, shape: {{sphere: {{radius: 1 cm}}}}, position: [0.0201, 0, 0]}}
)yaml",
                     material, law);
}

std::string refusal(const std::string& yaml) {
  try {
    SceneRun run(yaml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MissingProperty, IsNamedWithItsPair) {
  const std::string young = refusal(two_balls("", "hertz_mindlin"));
  const std::string poisson = refusal(two_balls(", young: 1e9", "hertz_mindlin"));
  for (const char* word : {"young", "glass", "marbles - weight"}) {
    EXPECT_NE(young.find(word), std::string::npos) << word << " in: " << young;
  }
  for (const char* word : {"poisson", "glass", "marbles - weight"}) {
    EXPECT_NE(poisson.find(word), std::string::npos) << word << " in: " << poisson;
  }
  EXPECT_EQ(refusal(two_balls("", "hooke, stiffness: 1e5")), "accepted");
}

TEST(PropertyOutOfRange, IsRefused) {
  for (const char* bad : {"young: -1e9, poisson: 0.3", "young: 0, poisson: 0.3", "young: 1e9, poisson: 0.6",
                          "young: 1e9, poisson: -1.1", "young: 1e9, poisson: 0.3, restitution: 1.1",
                          "young: 1e9, poisson: 0.3, restitution: -0.1"}) {
    EXPECT_NE(refusal(two_balls(fmt::format(", {}", bad), "hertz_mindlin")), "accepted") << bad;
  }
}

// Two equal balls meet at the speed that is expected: the overlap comes out as it was asked for.
class WantedOverlap : public testing::TestWithParam<const char*> {};

TEST_P(WantedOverlap, IsReachedAndNotPassed) {
  for (const double e : {1.0, 0.5}) {
    SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{glass: {{density: 2500, young: 5e10, poisson: 0.25, restitution: {}}}}}
method: {{explicit: {{law: {}, overlap: 1e-3}}}}
time: {{step: auto, end: 1, speed: 1 m/s}}
bodies:
  - {{name: a, material: glass, shape: {{sphere: {{radius: 1 cm}}}}, position: [0, 0, 0], velocity: [0.5, 0, 0]}}
  - {{name: b, material: glass, shape: {{sphere: {{radius: 1 cm}}}}, position: [0.02001, 0, 0], velocity: [-0.5, 0, 0]}}
)yaml",
                             e, GetParam()));
    ASSERT_FALSE(run.simulation.log().empty());
    const double reached = watch_impact(run).overlap / 0.01;
    EXPECT_LT(reached, 1e-3 * (1 + 2e-3)) << e;  // the step's own error
    EXPECT_GT(reached, e * 1e-3 * 0.98) << e;
  }
}
INSTANTIATE_TEST_SUITE_P(Laws, WantedOverlap, testing::Values("hooke", "hertz_mindlin"));

}  // namespace
}  // namespace cairn::test
