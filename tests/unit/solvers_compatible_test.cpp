// Compatible forces: platforms, boxes and pyramids whose answers are known, by all three ways.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "compatible_sample.h"
#include "places.h"
#include "problem/residual.h"
#include "solvers/compatible/compatible.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// Newton's method ends at 1e-11 of the balance; ways that end earlier or pass by a barrier are a little off.
constexpr double kBalance = 1e-11, kNewton = 1e-10, kTwoWays = 1e-8, kThreeWaysOfAGroove = 1e-9;
constexpr double kLastDigit = 1e-8, kLastDigitOfSums = 1e-7;  // of the reference: eight decimals
constexpr double kSumOfForces = 1e-8, kSumOfFloor = 1e-9;     // weights, of 277 and 91
constexpr double kGoodTo = 1e-6;                              // the reference says so
constexpr double kRatioOfTen = 0.5, kFirstOrder = 1e-4;       // compliance of 1e-5 times the largest force

constexpr CompatibleSolver kWays[] = {CompatibleSolver::newton, CompatibleSolver::interior_point,
                                      CompatibleSolver::augmented_lagrangian};

CompatibleMethod method(double power, CompatibleSolver way = CompatibleSolver::newton,
                        double tangential = 1) {
  return {.power = power, .tangential = tangential, .solver = way};
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, norm(a[k] - b[k]));
  return most;
}

double largest(const std::vector<Vec3>& a) { return largest_difference(a, std::vector<Vec3>(a.size())); }

void expect_forces(const SolvedProblem& solved, const CompatibleMethod& how,
                   const std::vector<double>& answer, double tolerance) {
  const CompatibleAnswer found = compatible(solved, how);
  EXPECT_TRUE(found.report.converged) << static_cast<int>(how.solver);
  for (std::size_t k = 0; k < answer.size(); ++k)
    EXPECT_NEAR(found.impulse[k].x, answer[k], tolerance) << k << " way " << static_cast<int>(how.solver);
}

// --- The platform on three supports

TEST(Compatible, PlatformSharesItsLoadByStiffness) {
  for (const CompatibleSolver way : kWays) {
    const double exact = way == CompatibleSolver::augmented_lagrangian ? 1e-8 : 1e-10;
    for (const double p : {2.0, 2.5}) {
      for (const auto& [k, answer] : std::map<std::vector<double>, std::vector<double>>{
               {{1, 1, 1}, {10.0 / 3, 10.0 / 3, 10.0 / 3}}, {{1, 3, 1}, {2, 6, 2}}}) {
        SolvedProblem solved = beam(k);
        solved.solve(*solvers().make("apgd"));
        expect_forces(solved, method(p, way), answer, exact);
      }
    }
  }
}

TEST(Compatible, LoadOffTheMiddleAndSupportsThatLetGo) {
  const std::map<double, std::vector<double>> answers{
      {0.1, {7.0 / 3, 10.0 / 3, 13.0 / 3}}, {0.3, {1.0 / 3, 10.0 / 3, 19.0 / 3}}, {0.45, {0, 1, 9}}};
  for (const auto& [offset, answer] : answers) {
    SolvedProblem solved = beam({1, 1, 1}, offset);
    solved.solve(*solvers().make("apgd"));
    for (const CompatibleSolver way : kWays)
      expect_forces(solved, method(2, way), answer,
                    way == CompatibleSolver::augmented_lagrangian ? 1e-8 : 1e-10);
  }
}

TEST(Compatible, SupportThatIsOutOfReachCarriesNothing) {
  SolvedProblem solved = beam({1, 1, 1}, 0, 1e-6);
  solved.solve(*solvers().make("apgd"));
  for (const CompatibleSolver way : kWays) expect_forces(solved, method(2, way), {5, 0, 5}, kTwoWays);
}

// Whatever solution the solver found.
TEST(Compatible, ForcesDoNotDependOnTheSolversChoice) {
  SolvedProblem solved = beam({1, 2, 3}, 0.1);
  solved.solve(*solvers().make("apgd"));
  const CompatibleAnswer first = compatible(solved, method(2.5));
  for (const double t : {-0.7, 0.3, 0.9}) {
    SolvedProblem other = solved;  // (1, −2, 1) balances itself
    for (std::size_t k = 0; k < 3; ++k) other.solution.impulse[k].x += t * (k == 1 ? -2 : 1);
    EXPECT_LE(largest_difference(compatible(other, method(2.5)).impulse, first.impulse), kNewton);
  }
}

TEST(Compatible, NothingToCarryNeedsNoForce) {
  SolvedProblem solved = beam({1, 1, 1});
  solved.problem.bodies[1].velocity = {};
  solved.solve(*solvers().make("apgd"));
  const CompatibleAnswer found = compatible(solved, method(2));
  EXPECT_TRUE(found.report.converged);
  EXPECT_EQ(largest(found.impulse), 0);
}

// Units by powers of two change no bit of what matters.
TEST(Compatible, ScaleOfForcesAndStiffnessesDropsOut) {
  SolvedProblem solved = beam({1, 2, 5}, 0.07);
  solved.solve(*solvers().make("apgd"));
  for (const double p : {2.0, 2.5}) {
    SolvedProblem scaled = solved;
    for (double& k : scaled.stiffness) k *= 1024;
    for (Vec3& gamma : scaled.solution.impulse) gamma = 8.0 * gamma;
    for (Vec3& u : scaled.solution.velocity) u = 8.0 * u;
    scaled.problem.scale *= 8;
    const auto one = compatible(solved, method(p)).impulse, two = compatible(scaled, method(p)).impulse;
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(8 * one[k].x, two[k].x);
  }
}

// --- The cannonball pyramid

struct PyramidCase {
  const char* name;
  bool two_species;
  double power, largest, sum, sum_of_squares;
};
// Of base 5, in weights of a ball.
constexpr PyramidCase kPyramids[] = {{"hooke_uniform", false, 2, 1.04491978, 70.71067812, 49.90068493},
                                     {"hooke_multi", true, 2, 1.59446888, 71.97248717, 57.12479255},
                                     {"hertz_uniform", false, 2.5, 1.05820930, 70.71067812, 49.92256783},
                                     {"hertz_multi", true, 2.5, 1.49239811, NAN, NAN}};

TEST(Compatible, PyramidOfBaseFiveByAllWays) {
  for (const PyramidCase& c : kPyramids) {
    SolvedProblem solved = pyramid(5, c.two_species).solved;
    solved.solve(*solvers().make("apgd"));
    const std::vector<Vec3> first = compatible(solved, method(c.power)).impulse;
    double sum = 0, squares = 0;
    for (const Vec3& gamma : first) sum += gamma.x, squares += gamma.x * gamma.x;
    EXPECT_NEAR(largest(first), c.largest, kLastDigit) << c.name;
    if (!std::isnan(c.sum)) {
      EXPECT_NEAR(sum, c.sum, kLastDigitOfSums) << c.name;
      EXPECT_NEAR(squares, c.sum_of_squares, kLastDigitOfSums) << c.name;
    }
    for (const CompatibleSolver way : kWays) {
      const CompatibleAnswer found = compatible(solved, method(c.power, way));
      EXPECT_TRUE(found.report.converged) << c.name;
      EXPECT_LE(found.report.balance, kBalance) << c.name;
      EXPECT_LE(largest_difference(found.impulse, first), kTwoWays * largest(first)) << c.name;
    }
  }
}

// Per contact, where the table of a program that shares no code with this one is at hand.
TEST(Compatible, PyramidPerContact) {
  std::ifstream file(in_source_tree("../shared/oracles/o02_cannonball_base5_forces.csv"));
  if (!file) GTEST_SKIP() << "no table of reference forces";
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<double, 4>> answers;
  for (std::string line; std::getline(file, line);) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    std::uint32_t a = 0, b = 0;
    std::array<double, 4> f{};
    if (words >> a >> b >> f[0] >> f[1] >> f[2] >> f[3]) answers[{a, b}] = f;
  }
  ASSERT_EQ(answers.size(), 160u);
  for (std::size_t c = 0; c < 4; ++c) {
    SolvedProblem solved = pyramid(5, kPyramids[c].two_species).solved;
    solved.solve(*solvers().make("apgd"));
    const std::vector<Vec3> found = compatible(solved, method(kPyramids[c].power)).impulse;
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Block& block = solved.problem.blocks[k];
      EXPECT_NEAR(found[k].x, (answers.at({block.a, block.b})[c]), kLastDigit) << kPyramids[c].name;
    }
  }
}

// With no force between balls of one layer the sum is √2 times what all layers carry.
TEST(Compatible, PyramidObeysItsSumRules) {
  Pyramid pile = pyramid(7);
  pile.solved.solve(*solvers().make("apgd"));
  const std::vector<Vec3> found = compatible(pile.solved, method(2)).impulse;
  double sum = 0, floor = 0, carried = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const Block& block = pile.solved.problem.blocks[k];
    if (pile.layer[block.a] == pile.layer[block.b]) {
      EXPECT_NEAR(found[k].x, 0, kNewton);
    }
    sum += found[k].x;
    if (pile.layer[block.a] == 0) floor += found[k].x * block.n.z;
  }
  double above = 0;
  for (int side = 1; side < 7; ++side) above += side * side, carried += above;
  EXPECT_NEAR(sum, std::sqrt(2.0) * carried, kSumOfForces);
  EXPECT_NEAR(floor, above, kSumOfFloor);
}

TEST(Compatible, AnyPowerAboveOne) {
  Pyramid pile = pyramid(4, true);
  pile.solved.solve(*solvers().make("apgd"));
  for (const double p : {1.2, 1.5, 1.9, 2.2, 3.0, 5.0, 8.0}) {
    const CompatibleAnswer newton = compatible(pile.solved, method(p)),
                           path = compatible(pile.solved, method(p, CompatibleSolver::interior_point));
    EXPECT_TRUE(newton.report.converged) << p << ' ' << newton.report.balance;
    EXPECT_TRUE(path.report.converged) << p << ' ' << path.report.balance;
    EXPECT_LE(largest_difference(newton.impulse, path.impulse), kTwoWays * largest(path.impulse)) << p;
  }
}

// --- Friction

// A ball of weight W in a groove of walls at the angle a, laid down gently: T/N = κ tan a, or μ where that is
// less; N (cos a + (T/N) sin a) = W/2.
TEST(Compatible, BallInAGroove) {
  const double a = 0.5, weight = 3;
  for (const double mu : {0.2, 0.35, 0.9}) {
    for (const double ratio : {0.5, 1.0, 1.5}) {
      SolvedProblem groove;
      BodyState ball;
      ball.inverse_mass = 1, ball.inverse_moment = 2, ball.velocity = {0, 0, -weight};
      groove.problem.bodies = {BodyState{}, ball};
      for (const double side : {-1.0, 1.0}) {
        const Vec3 n{-side * std::sin(a), 0, std::cos(a)};
        groove.add_contact(0, 1, n, {}, -1.0 * n, cone(mu, 0));
        groove.problem.blocks.back().t1 = Vec3{side * std::cos(a), 0, std::sin(a)};
      }
      groove.solve(*solvers().make("interior_point"), 1e-13);
      const double share = std::min(mu, ratio * std::tan(a));
      const double normal = 0.5 * weight / (std::cos(a) + share * std::sin(a));
      for (const CompatibleSolver way : kWays) {
        const CompatibleAnswer found = compatible(groove, method(2, way, ratio));
        EXPECT_TRUE(found.report.converged);
        for (const Vec3& gamma : found.impulse) {
          EXPECT_NEAR(gamma.x, normal, kThreeWaysOfAGroove)
              << mu << ' ' << ratio << ' ' << static_cast<int>(way);
          EXPECT_NEAR(gamma.y, share * normal, kThreeWaysOfAGroove)
              << mu << ' ' << ratio << ' ' << static_cast<int>(way);
          EXPECT_NEAR(gamma.z, 0, kThreeWaysOfAGroove);
        }
      }
    }
  }
}

// Of all forces that hold the cube, those whose corners would fit together again.
TEST(Compatible, CubeOnFourCornersByAllWays) {
  // Limits of compliance that goes to zero, from a program that shares no code with this one: good to 1e-6.
  const std::map<double, std::vector<Vec3>> answers{{0.02,
                                                     {{0.0197625, -0.005625, -0.000625},
                                                      {0.0392875, -0.00729167, -0.000625},
                                                      {0.0292875, -0.005625, 0.00104167},
                                                      {0.0097625, -0.00145833, 0.000208333}}},
                                                    {0.5,
                                                     {{0.054059, -0.0162177, 0},
                                                      {0.0938905, -0.0281671, 0},
                                                      {0.0597482, -0.0179245, 0},
                                                      {0.0199168, -0.00597504, 0}}}};
  for (const auto& [speed, answer] : answers) {
    SolvedProblem solved = cube_on_corners(speed, {1, 1, 1, 0.2}, 0.3);
    solved.solve(*solvers().make("interior_point"), 1e-13);
    const std::vector<Vec3> first = compatible(solved, method(2)).impulse;
    EXPECT_LE(largest_difference(first, answer), kGoodTo) << speed;
    for (const CompatibleSolver way : kWays) {
      const CompatibleAnswer found = compatible(solved, method(2, way));
      EXPECT_TRUE(found.report.converged);
      EXPECT_LE(largest_difference(found.impulse, first), kTwoWays * largest(first)) << speed;
    }
  }
}

// min ½ γᵀ(N + ε C)γ + qᵀγ goes to them with ε.
TEST(Compatible, ComplianceThatGoesToZeroLeadsToThem) {
  for (const double speed : {0.02, 0.5}) {
    SolvedProblem solved = cube_on_corners(speed, {1, 0.5, 1, 0.2}, 0.3);
    solved.solve(*solvers().make("interior_point"), 1e-13);
    const double tangential = 0.7;
    const std::vector<Vec3> limit =
        compatible(solved, method(2, CompatibleSolver::newton, tangential)).impulse;
    double before = 0;
    for (const double eps : {1e-3, 1e-4, 1e-5}) {
      SolvedProblem soft = solved;
      soft.solution = {};
      for (const double k : soft.stiffness)
        soft.problem.compliance.push_back(eps / k * Vec3{1, 1 / tangential, 1 / tangential});
      soft.solve(*solvers().make("interior_point"), 1e-14);
      const double off = largest_difference(soft.solution.impulse, limit);
      if (before > 0) {
        EXPECT_NEAR(before / off, 10, kRatioOfTen) << speed << ' ' << eps;
      }
      before = off;
    }
    EXPECT_LE(before, kFirstOrder * largest(limit));
  }
}

// Under exact Coulomb friction: the same motion, and every contact still obeys the law.
TEST(Compatible, CoulombForcesKeepTheMotionAndTheLaw) {
  for (const double speed : {0.02, 0.5}) {
    SolvedProblem solved = cube_on_corners(speed, {1, 1, 1, 0.2}, 0.3, 0.3);
    solved.solve(*solvers().make("newton"), 1e-13);
    ContactSolution other;
    other.impulse = compatible(solved, method(2)).impulse;
    Threads threads(1);
    Delassus delassus;
    delassus.bind(solved.problem);
    complete(solved.problem, other, delassus, threads);
    EXPECT_LE(residual(solved.problem, other.impulse, other.velocity, threads), kNewton);
    EXPECT_LE(norm(other.bodies[1].velocity - solved.solution.bodies[1].velocity), kThousandsOfRoundings);
  }
}

TEST(Compatible, HertzianFrictionByTwoWays) {
  for (const double speed : {0.02, 0.1, 0.5}) {
    SolvedProblem solved = cube_on_corners(speed, {1, 0.6, 1, 0.2}, 0.3);
    solved.solve(*solvers().make("interior_point"), 1e-13);
    const CompatibleAnswer newton = compatible(solved, method(2.5, CompatibleSolver::newton, 0.8)),
                           path = compatible(solved, method(2.5, CompatibleSolver::interior_point, 0.8));
    EXPECT_TRUE(newton.report.converged && path.report.converged) << speed;
    EXPECT_LE(largest_difference(newton.impulse, path.impulse), kTwoWays * largest(path.impulse)) << speed;
  }
}

}  // namespace
}  // namespace cairn::test
