// Balls on belts and in drums: closed forms, and the sweep counts that were published for each local solver.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kOneStepOfSlip = 1e-3;                  // of the spin when slip ends
constexpr double kShareKept = 0.745, kEndOfSlip = 1e-4;  // of the energy; slip ends between two steps
constexpr double kSolverError = 1e-6;                    // of the energy, over the rest of the run

constexpr double kSliding = 0.1324306770101206;  // s

struct Counts {
  const char* local;
  std::uint64_t sliding, rolling;
};
std::ostream& operator<<(std::ostream& out, const Counts& counts) { return out << counts.local; }

class Conveyor : public testing::TestWithParam<Counts> {};

TEST_P(Conveyor, TakesThePublishedNumberOfSweeps) {
  SceneRun run =
      SceneRun::shipped("papers/AB21/conveyor.yaml",
                        {fmt::format("method.implicit.local={}", GetParam().local), "time.end=2*slide"});
  std::set<std::uint64_t> sliding, rolling;
  while (!run.simulation.done()) {
    run.simulation.advance();
    (run.simulation.time() < kSliding * 1.00005 ? sliding : rolling)
        .insert(run.simulation.report().solve.iterations);
  }
  EXPECT_EQ(sliding, std::set<std::uint64_t>{GetParam().sliding});
  EXPECT_EQ(rolling, std::set<std::uint64_t>{GetParam().rolling});
  const double accuracy = std::string(GetParam().local) == "sal" ? 2e-9 : 1e-10;
  EXPECT_NEAR(run.velocity(1).x, 9 / 7.0, accuracy);
  EXPECT_NEAR(-run.spin(1).y, 264.5502645502645, 264.55 * 2 * accuracy);
  const double x = 0.15134934515442355 + 9 / 7.0 * (run.simulation.time() - kSliding);
  EXPECT_NEAR(run.position(1).x, x, accuracy);
}

INSTANTIATE_TEST_SUITE_P(Nlgs, Conveyor,
                         testing::Values(Counts{"epdas", 2, 3}, Counts{"ipdas", 2, 3}, Counts{"sal", 20, 20},
                                         Counts{"ibp", 2, 2}, Counts{"exact", 2, 2}, Counts{"sbp", 2, 2}),
                         [](const auto& param) { return std::string(param.param.local); });

// Slip ends at 0.041536167 s with 111.562991 rad/s; then nothing is lost.
TEST(Nlgs, BallInAFixedDrumSlidesThenSwings) {
  SceneRun run = SceneRun::shipped("papers/AB21/fixed_drum.yaml", {"time.end=0.3"});
  const Energy start = run.simulation.energy();
  const double rolls = 0.04153616689572027;
  run.until([&](const Simulation& s) { return s.time() >= rolls; });
  EXPECT_NEAR(run.spin(1).y, 111.56299145828248, kOneStepOfSlip * 111.56);
  run.until([&](const Simulation& s) { return s.time() >= 0.05; });
  const auto share = [&] {
    const Energy now = run.simulation.energy();
    return (now.kinetic + now.gravity - start.gravity) / start.kinetic;
  };
  const double after = share();
  EXPECT_NEAR(after, 0.7454500670614357, kEndOfSlip * kShareKept);
  run.to_end();
  EXPECT_NEAR(share(), after, kSolverError * after);
}

// At mid-step the budget of many discs closes to round-off: friction takes what is lost.
TEST(Nlgs, BudgetOfManyDiscsCloses) {
  SceneRun run = SceneRun::shipped("papers/AB21/sedimentation.yaml", {"time.end=0.05"});
  run.to_end();
  const Energy energy = run.simulation.energy();
  EXPECT_EQ(run.simulation.report().solve.converged, true);
  EXPECT_NEAR(energy.imbalance, 0, kMillionsOfRoundings * (energy.kinetic + std::abs(energy.gravity)));
  EXPECT_GT(energy.friction, 0);
}

// Round-off of normals may not push balls out of the plane: a layer under load would buckle.
TEST(Nlgs, BallsInTheDrumStayInThePlane) {
  SceneRun run = SceneRun::shipped("papers/AB21/rotating_drum.yaml", {"time.end=0.05"});
  run.to_end();
  for (const Place& place : run.world().bodies.place) EXPECT_EQ(place.position.y, 0);
}

}  // namespace
}  // namespace cairn::test
