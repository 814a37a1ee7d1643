// Numbers of small problems, known from closed forms or from other programs.
#include <gtest/gtest.h>

#include "agreement/problem_samples.h"
#include "agreement/reference.h"
#include "agreement/solver_runs.h"
#include "tolerances.h"

namespace cairn::samples {
namespace {

constexpr SolveLimits kLimits{1e-11, 20000, 0};
// Of velocities and impulses of order one: a hundred times the solver's tolerance.
constexpr double kHundredTolerances = 1e-9;
constexpr double kHalfASeventhDigit = 5e-8, kHalfAnEighthDigit = 5e-9;  // of numbers known to so many

// A cube sliding on four corners with friction 0.3 for 10 ms: an associated law lifts it.
TEST(KnownAnswers, SlidingCube) {
  for (const SolverRow& row : solvers()) {
    if (!row.is_general) continue;
    SCOPED_TRACE(row.name);
    const Solved lifted = solve(row, sliding_cube(0.5, Law::cone).problem, kLimits);
    ASSERT_TRUE(lifted.report.converged);
    const Vec3 v = lifted.solution.bodies[1].velocity;
    EXPECT_NEAR(v.x, 0.4317156, kHalfASeventhDigit);
    EXPECT_NEAR(v.y, 0, kHundredTolerances);
    EXPECT_NEAR(v.z, 0.12951468, kHalfAnEighthDigit);
    const Solved flat = solve(row, sliding_cube(0.5, Law::coulomb).problem, kLimits);
    ASSERT_TRUE(flat.report.converged);
    const Vec3 w = flat.solution.bodies[1].velocity;
    EXPECT_NEAR(w.x, 0.5 - 0.3 * 9.81 * 0.01, kHundredTolerances);
    EXPECT_NEAR(w.y, 0, kHundredTolerances);
    EXPECT_NEAR(w.z, 0, kHundredTolerances);
  }
}

struct Stored {
  std::vector<double> matrix, q, friction;
  Law law;
  std::vector<Vec3> impulse, velocity;
};

// Found by an independent program to 10⁻¹⁵.
std::vector<Stored> stored() {
  return {
      {{0.7679261265952148, -0.413509689499052, 0.11132981741726264, -0.4135096894990519, 1.4902140267812691,
        0.03524182347145944, 0.11132981741726261, 0.03524182347145943, 1.559669149605476},
       {-1.3280012516633386, -0.028299805720170674, 0.5984761360094657},
       {0.7642720049696253},
       Law::coulomb,
       {{2.147338698540026, 0.6278762089932752, -0.5511851433284264}},
       {{2.220446049250313e-16, -7.28583859910259e-17, 1.1102230246251565e-16}}},
      {{1.3157105810848957, 0.5169054697694233, -1.092463166954384, 0.5169054697694233, 5.278148244428301,
        0.17121988585430103, -1.0924631669543843, 0.1712198858543011, 2.4503367240086726},
       {-0.5476265728657665, 0.06962794571784806, 3.79073509621017},
       {0.28013783907859474},
       Law::coulomb,
       {{0.3396789853435219, -0.005897187992269883, -0.09497402708398012}},
       {{-1.1102230246251565e-16, 0.197822196682737, 3.1859202538881655}}},
      {{7.82799435445894,    3.158064953820027,   -2.4414053876064155, -2.2487853442951353,
        1.6876850483437524,  -1.7445248661943975, 3.1580649538200274,  8.230614633823334,
        1.2287739784277523,  0.18767404643409896, -1.5190863046726413, -2.4573000597716326,
        -2.441405387606415,  1.228773978427752,   9.711866070765906,   3.5860910749394153,
        -2.623989646262521,  -0.7871416699533343, -2.2487853442951353, 0.18767404643409896,
        3.5860910749394153,  2.9025040499892163,  -1.347579533301571,  0.16344421223815914,
        1.6876850483437524,  -1.5190863046726415, -2.623989646262521,  -1.3475795333015712,
        1.8125510432272178,  0.4273794569341296,  -1.7445248661943975, -2.4573000597716326,
        -0.7871416699533343, 0.1634442122381592,  0.42737945693412943, 2.718105010810086},
       {-3.2297375245417608, -0.9369846786743781, 1.0351393812602336, 2.3000284306173233, -2.4234566766497903,
        -0.07947524767217773},
       {0.19275901453180722, 0.15991837377521648},
       Law::cone,
       {{0.4385450074210703, -0.056031663287278446, 0.010747369415964837},
        {7.535638367645934e-27, 2.1339545909796987e-27, 2.8031352393929845e-27}},
       {{-4.440892098500626e-16, 0.0, 2.220446049250313e-16},
        {1.341860201679131, -1.6264148783437666, -0.7153010108283961}}},
      {{7.82799435445894,    3.158064953820027,   -2.4414053876064155, -2.2487853442951353,
        1.6876850483437524,  -1.7445248661943975, 3.1580649538200274,  8.230614633823334,
        1.2287739784277523,  0.18767404643409896, -1.5190863046726413, -2.4573000597716326,
        -2.441405387606415,  1.228773978427752,   9.711866070765906,   3.5860910749394153,
        -2.623989646262521,  -0.7871416699533343, -2.2487853442951353, 0.18767404643409896,
        3.5860910749394153,  2.9025040499892163,  -1.347579533301571,  0.16344421223815914,
        1.6876850483437524,  -1.5190863046726415, -2.623989646262521,  -1.3475795333015712,
        1.8125510432272178,  0.4273794569341296,  -1.7445248661943975, -2.4573000597716326,
        -0.7871416699533343, 0.1634442122381592,  0.42737945693412943, 2.718105010810086},
       {-3.2297375245417608, -0.9369846786743781, 1.0351393812602336, 2.3000284306173233, -2.4234566766497903,
        -0.07947524767217773},
       {0.19275901453180722, 0.15991837377521648},
       Law::coulomb,
       {{0.4385450074210703, -0.056031663287278446, 0.01074736941596481}, {0.0, 0.0, 0.0}},
       {{0.0, 0.0, 0.0}, {1.3418602016791308, -1.6264148783437666, -0.7153010108283961}}}};
}

TEST(KnownAnswers, StoredNumbers) {
  for (const Stored& known : stored()) {
    const ContactProblem problem = from_numbers(known.matrix, known.q, known.friction, known.law);
    EXPECT_LT(dense_residual(problem, known.impulse), kHundredsOfRoundings);
    for (const SolverRow& row : solvers()) {
      if (!row.is_general) continue;
      SCOPED_TRACE(row.name);
      const Solved run = solve(row, problem, kLimits);
      ASSERT_TRUE(run.report.converged) << run.report.residual;
      for (std::size_t i = 0; i < known.impulse.size(); ++i) {
        EXPECT_LT(norm(run.solution.impulse[i] - known.impulse[i]), kHundredTolerances);
        EXPECT_LT(norm(run.solution.velocity[i] - known.velocity[i]), kHundredTolerances);
      }
    }
  }
}

}  // namespace
}  // namespace cairn::samples
