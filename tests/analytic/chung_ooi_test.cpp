// Verification tests of Chung & Ooi [CO11], from the scenes that come with the program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "impact.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// Digits of the paper: forces to 1 N, overlaps to 0.01 µm, ratios to a thousandth, spins to 1 rad/s.
constexpr double kLastDigitOfForce = 1, kLastDigitOfOverlap = 1e-8, kTwoLastDigitsOfOverlap = 2e-8;
constexpr double kHalfADigitOfRatio = 5e-4, kHalfADigitOfSpin = 0.5;
constexpr double kStepError = 1e-3;           // of a rebound: the contact ends between two steps
constexpr double kStepErrorOfElastic = 1e-4;  // m/s of 10: no dashpot, second order
constexpr double kClosingSpeed = 0.2;         // m/s

TEST(ChungOoi, Test1TwoGlassSpheres) {
  SceneRun run = SceneRun::shipped("verification/chung_ooi_1.yaml");
  const Impact seen = watch_impact(run);
  EXPECT_NEAR(seen.force, 10.697e3, kLastDigitOfForce);
  EXPECT_NEAR(seen.overlap, 274.11e-6, kTwoLastDigitsOfOverlap);
  EXPECT_NEAR(seen.duration, 40.34e-6, 2 * run.simulation.plan().step);
  EXPECT_NEAR(run.velocity(1).x, 10, kStepErrorOfElastic);
}

TEST(ChungOoi, Test2SphereOnARigidPlane) {
  SceneRun run = SceneRun::shipped("verification/chung_ooi_2.yaml");
  const Impact seen = watch_impact(run);
  EXPECT_NEAR(seen.force, 11.370e3, kLastDigitOfForce);
  EXPECT_NEAR(seen.overlap, 49.72e-6, kLastDigitOfOverlap);
  EXPECT_NEAR(seen.duration, 731.6e-6, 2 * run.simulation.plan().step);
}

class ChungOoi3 : public testing::TestWithParam<double> {};

TEST_P(ChungOoi3, RecoversTheRestitution) {
  const double e = GetParam();
  SceneRun run = SceneRun::shipped("verification/chung_ooi_3.yaml", {fmt::format("let.e={}", e)});
  watch_impact(run);
  EXPECT_NEAR(run.velocity(1).z / 3.9, e, kStepError);
}
INSTANTIATE_TEST_SUITE_P(AllOver, ChungOoi3, testing::Values(0.2, 0.4, 0.6, 0.8, 1.0));

// The ball strikes at an angle against the normal. Columns as printed: to a thousandth, and to 1 rad/s.
struct Oblique {
  double angle, tangential, spin;
};
std::ostream& operator<<(std::ostream& out, const Oblique& o) { return out << o.angle; }

class ChungOoi4 : public testing::TestWithParam<Oblique> {};

constexpr double kBand = 0.025;  // stated for this test

TEST_P(ChungOoi4, TurnsTheBall) {
  const auto [angle, tangential, spin] = GetParam();
  SceneRun run = SceneRun::shipped("verification/chung_ooi_4.yaml", {fmt::format("let.angle={} deg", angle)});
  watch_impact(run);
  const double before = 3.9 * std::sin(angle * std::numbers::pi / 180);
  EXPECT_NEAR(run.velocity(1).x / before, tangential, kBand * tangential + kHalfADigitOfRatio);
  EXPECT_NEAR(run.spin(1).y, spin, kBand * spin + kHalfADigitOfSpin);
}

TEST_P(ChungOoi4, HardlyCaresForThePlate) {
  const auto [angle, tangential, spin] = GetParam();
  SceneRun run = SceneRun::shipped("verification/chung_ooi_4.yaml",
                                   {fmt::format("let.angle={} deg", angle), "materials.plate.young=3.8e15",
                                    "method.explicit.tangential_damping=1"});
  watch_impact(run);
  const double before = 3.9 * std::sin(angle * std::numbers::pi / 180);
  EXPECT_NEAR(run.velocity(1).x / before, tangential, kBand * tangential + kHalfADigitOfRatio);
}
INSTANTIATE_TEST_SUITE_P(Angles, ChungOoi4,
                         testing::Values(Oblique{5, .948, 19}, Oblique{10, .687, 213}, Oblique{15, .624, 378},
                                         Oblique{20, .616, 511}, Oblique{25, .634, 599},
                                         Oblique{30, .684, 617}, Oblique{35, .737, 582},
                                         Oblique{40, .781, 545}, Oblique{50, .845, 457},
                                         Oblique{60, .893, 357}, Oblique{70, .932, 246},
                                         Oblique{80, .966, 126}, Oblique{85, .983, 63}));

TEST(ChungOoi, Test7OppositeSpinsStay) {
  SceneRun run = SceneRun::shipped("verification/chung_ooi_7.yaml");
  watch_impact(run);
  EXPECT_NEAR(run.velocity(1).x, 0.1, kStepError * kClosingSpeed);
  for (const Uid uid : {0, 1}) {
    EXPECT_NEAR(run.velocity(uid).y, 0, kFewRoundings);
    EXPECT_NEAR(run.velocity(uid).z, 0, kFewRoundings);
    EXPECT_NEAR(run.spin(uid).z, uid == 0 ? 10 : -10, kHundredsOfRoundings);
  }
}

}  // namespace
}  // namespace cairn::test
