// What a law refuses, and the stiffness it chooses for a wanted overlap.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "impact.h"

namespace cairn::test {
namespace {

constexpr double kWantedOverlap = 1e-3, kStepError = 2e-3;  // of the radius; of the overlap

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

struct Soft {
  std::string law = "stiffness: 1e5";
  std::string pairs = "{}";
  std::string more{};
};
std::string soft_balls(const Soft& soft) {
  return fmt::format(R"yaml(
materials: {{grain: {{density: 2000, friction: 0.5}}, wall: {{friction: 0.5}}}}
pairs: {}
method: {{implicit: {{law: compliant, {}}}}}
time: {{step: 1 ms, end: 5 ms, speed: 0.01}}
bodies:
  - {{name: floor, material: wall, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: grain, shape: {{sphere: {{radius: 0.1}}}}, position: [0, 0, 0.1]}}
  - {{name: far, material: grain, shape: {{sphere: {{radius: 0.1}}}}, position: [0.25, 0, 0.1]}}
{}
)yaml",
                     soft.pairs, soft.law, soft.more);
}

TEST(CompliantInput, IsRefusedWithPairAndBound) {
  struct Bad {
    Soft scene;
    std::vector<std::string> words;
  };
  const std::string pair = "floor - ball", k = "stiffness: 1e5, ";
  const std::vector<Bad> all{
      {{.law = "stiffness: -1"}, {"stiffness", "> 0", "-1"}},
      {{.pairs = "{grain-wall: {stiffness: -1}}"}, {"grain-wall.stiffness", "> 0"}},
      {{.law = k + "yield: {cone_ball: {cohesion: -1}}"}, {"cohesion", ">= 0"}},
      {{.pairs = "{grain-wall: {cohesion: -1}}"}, {"grain-wall.cohesion", ">= 0"}},
      {{.law = k + "yield: {capped: {cohesion: 5, crush: 2}}"}, {pair, "crush 2 N", "cohesion 5 N"}},
      {{.law = k + "yield: {capped: {cohesion: 5, crush: 9}}", .pairs = "{grain-wall: {crush: 2}}"},
       {pair, "crush 2 N", "cohesion 5 N"}},
      {{.law = k + "yield: {capped: {cohesion_stress: 500, crush_stress: 100}}"},
       {pair, "crush 3.142 N", "cohesion 15.71 N"}},
      {{.law = k + "yield: {capped: {cohesion_stress: 500, crush: 2}}"},
       {pair, "crush 2 N", "cohesion 15.71 N"}},
      {{.pairs = "{grain-wall: {crush: 2}}"}, {pair, "crush", "capped"}},
      {{.law = k + "dilatancy: 40 deg"}, {pair, "dilatancy 0.6981 rad", "friction 0.4636 rad"}},
      {{.pairs = "{grain-wall: {dilatancy: 40 deg}}"}, {pair, "dilatancy 0.6981", "friction 0.4636"}},
      {{.more = "events: [{at: 1 ms, pairs: {grain-wall: {dilatancy: 40 deg}}}]"},
       {pair, "dilatancy 0.6981"}},
      {{.law = k + "dilatancy: 20 deg", .more = "events: [{at: 1 ms, materials: {wall: {friction: 0.1}}}]"},
       {pair, "dilatancy 0.3491", "friction 0.09967"}},
      {{.more = "bonds: [{between: [ball, far], tension: 5}]"},
       {"'ball' and 'far'", "0.05 m apart", "1e-06"}},
      {{.more = "bonds: [{between: [ball, far], tension: 5, gap: 1 cm}]"}, {"0.05 m apart", "0.01 m"}},
      {{.law = k + "yield: {capped: {crush: 2}}", .more = "bonds: [{between: [floor, ball], tension: 5}]"},
       {"'floor' and 'ball'", "5 N", "crush 2 N"}},
  };
  EXPECT_EQ(refusal(soft_balls({})), "accepted");
  for (const Bad& bad : all) {
    const std::string said = refusal(soft_balls(bad.scene));
    for (const std::string& word : bad.words)
      EXPECT_NE(said.find(word), std::string::npos) << word << " in: " << said;
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
    EXPECT_LT(reached, kWantedOverlap * (1 + kStepError)) << e;  // the step's own error
    EXPECT_GT(reached, e * 1e-3 * 0.98) << e;
  }
}
INSTANTIATE_TEST_SUITE_P(Laws, WantedOverlap, testing::Values("hooke", "hertz_mindlin"));

}  // namespace
}  // namespace cairn::test
