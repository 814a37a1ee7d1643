// Every method of the table, with every law or solver that it may name, on one small scene: two spheres fall
// on a plate. A new row is tested without a change here.
#include "step/methods.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulate.h"
#include "text/expected.h"

namespace cairn::test {
namespace {

constexpr double kOverlapsAtRest = 0.01;  // radii: soft laws sink in, impacts stop a contact distance apart
constexpr double kStillBounces = 1e-3;    // m/s

constexpr double kRadius = 0.01, kHeight = 0.03, kGravity = 1;  // m, m, m/s²
constexpr Uid kBalls[] = {1, 2};

std::string scene(const std::string& method) {
  return fmt::format(R"yaml(
gravity: [0, 0, -{}]
materials: {{stone: {{density: 2500, young: 1e7, poisson: 0.3, friction: 0.4, restitution: 0.5}}}}
method: {}
time: {{end: 1.5 s}}
bodies:
  - {{name: plate, material: stone, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: one, material: stone, shape: {{sphere: {{radius: {}}}}}, position: [0, 0, {}], velocity: [0.1, 0, 0]}}
  - {{name: two, material: stone, shape: {{sphere: {{radius: {}}}}}, position: [0.05, 0, {}], velocity: [0, 0.2, -0.1]}}
)yaml",
                     kGravity, method, kRadius, kHeight, kRadius, 1.5 * kHeight);
}

bool is_accepted(const std::string& method) {
  try {
    SceneRun run(scene(method));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

// The method with one of the words of an option, and with a number of its own if it asks for one.
std::string completed(const MethodRow& row, const Option& tagged, const Option& alternative) {
  const auto written = [&](const std::string& more) {
    return fmt::format("{{{}: {{{}: {}{}}}}}", row.name, tagged.name, alternative.name, more);
  };
  if (is_accepted(written(""))) return written("");
  for (const Option& option : alternative.children) {
    if (option.type != OptionType::number) continue;
    const std::string more = written(fmt::format(", {}: {}", option.name, example(option)));
    if (is_accepted(more)) return more;
  }
  return written("");
}

std::vector<std::string> all_methods() {
  std::vector<std::string> all;
  for (const MethodRow& row : methods()) {
    const auto required_variant = [](const Option& option) {
      return option.type == OptionType::variant && option.presence.kind == Presence::kRequired;
    };
    const auto tagged = std::ranges::find_if(row.options, required_variant);
    if (tagged == row.options.end())
      all.push_back(fmt::format("{{{}: {{}}}}", row.name));
    else
      for (const Option& alternative : tagged->children) all.push_back(completed(row, *tagged, alternative));
  }
  return all;
}

class EveryMethod : public testing::TestWithParam<std::string> {};

TEST_P(EveryMethod, FallsFreelyBeforeTheContact) {
  SceneRun run(scene(GetParam()));
  const Vec3 first = run.velocity(1), second = run.velocity(2);
  run.until([](const Simulation& simulation) { return simulation.time() > 0.1; });
  const double t = run.simulation.time(), fallen = kGravity * t;
  ASSERT_LT(0.5 * kGravity * t * t, kHeight - 1.5 * kRadius) << "it has touched already";
  const double rounding = 1e-12;  // of some thousand kicks
  EXPECT_NEAR(norm(run.velocity(1) - (first - Vec3{0, 0, fallen})), 0, rounding);
  EXPECT_NEAR(norm(run.velocity(2) - (second - Vec3{0, 0, fallen})), 0, rounding);
}

TEST_P(EveryMethod, ComesToRestOnThePlate) {
  SceneRun run(scene(GetParam()));
  run.to_end();
  for (const Uid ball : kBalls) {
    EXPECT_NEAR(run.position(ball).z, kRadius, kOverlapsAtRest * kRadius) << ball;
    EXPECT_LT(std::abs(run.velocity(ball).z), kStillBounces) << ball;
  }
}

TEST_P(EveryMethod, HasTheSameBitsWithTwoThreads) {
  SceneRun one(scene(GetParam()), 1), two(scene(GetParam()), 2);
  one.to_end(), two.to_end();
  EXPECT_EQ(one.simulation.hash(), two.simulation.hash());
}

TEST_P(EveryMethod, GoesOnWithTheSameBitsAfterAResume) {
  SceneRun whole(scene(GetParam()));
  whole.until([](const Simulation& simulation) { return simulation.time() > 0.25; });
  Record record;
  whole.simulation.save(record);
  Simulation resumed(Scene::from_text(scene(GetParam()), "test.yaml"), 2);
  resumed.load(record);
  while (!resumed.done()) resumed.advance();
  whole.to_end();
  EXPECT_EQ(resumed.hash(), whole.simulation.hash());
}

INSTANTIATE_TEST_SUITE_P(All, EveryMethod, testing::ValuesIn(all_methods()), [](const auto& method) {
  std::string name;
  for (const char c : method.param)
    if (std::isalnum(static_cast<unsigned char>(c))) name += c;
  return name;
});

}  // namespace
}  // namespace cairn::test
