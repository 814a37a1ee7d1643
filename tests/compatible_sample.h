// Contact networks whose compatible forces are known: a platform on supports, a box on its corners, the
// cannonball pyramid in its place.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "problem/delassus.h"
#include "solvers/compatible/compatible.h"
#include "solvers/compatible/indeterminacy.h"
#include "solvers/solvers.h"

namespace cairn::test {

// A problem, the solution of a solver and the stiffness of its contacts.
struct SolvedProblem {
  ContactProblem problem;
  ContactSolution solution;
  std::vector<double> stiffness;
  double residual = 0;

  void add_contact(std::uint32_t a, std::uint32_t b, const Vec3& n, const Vec3& arm_a, const Vec3& arm_b,
                   AdmissibleSet set = half_line(), double k = 1, double gap_rate = 0) {
    Block block;
    block.a = a, block.b = b, block.n = n, block.t1 = perpendicular(n), block.arm_a = arm_a,
    block.arm_b = arm_b;
    problem.blocks.push_back(block), problem.sets.push_back(set), problem.bias.push_back({gap_rate, 0, 0});
    stiffness.push_back(k);
  }
  void solve(ContactSolver& solver, double tolerance = 1e-12) {
    Threads threads(1);
    prepare(problem, threads);
    plan_in_order(problem.size(), problem.sweep);
    residual =
        solver.solve(problem, solution, {.tolerance = tolerance, .max_iterations = 100000}, threads).residual;
  }
  ContactNetwork network(double tangential = 1) const {
    return {problem, solution, stiffness, tangential, std::max(residual, 1e-12)};
  }
};

// Impulses of every block.
struct CompatibleAnswer {
  CompatibleReport report;
  std::vector<Vec3> impulse;
};
inline CompatibleAnswer compatible(const SolvedProblem& solved, const CompatibleMethod& method) {
  ContactNetwork network = solved.network(method.ratio());
  CompatibleAnswer answer;
  std::vector<Vec3> y;
  answer.report = compatible_forces(network, method, y);
  answer.impulse.assign(solved.problem.size(), {});
  for (std::size_t e = 0; e < y.size(); ++e)
    answer.impulse[network.elements()[e].block] = network.impulse(e, y[e]);
  return answer;
}

// A platform of weight 10 (impulses of one second) on supports at x = −½, 0, ½; its load is off by `offset`.
// `low`: the rate at which the middle support would have to be met.
inline SolvedProblem beam(const std::vector<double>& stiffness, double offset = 0, double low = 0) {
  SolvedProblem beam;
  BodyState platform;
  platform.inverse_mass = 1, platform.inverse_moment = 12, platform.velocity = {0, 0, -10};
  beam.problem.bodies = {BodyState{}, platform};
  for (std::size_t k = 0; k < 3; ++k) {
    const double x = 0.5 * static_cast<double>(k) - 0.5;
    beam.add_contact(0, 1, {0, 0, 1}, {x, 0, 0}, {x - offset, 0, 0}, half_line(), stiffness[k],
                     k == 1 ? low : 0);
  }
  return beam;
}

// A cube of edge 1 and mass 1 on four corners, pushed along x, for a step of 10 ms; x is t1.
inline SolvedProblem cube_on_corners(double speed, const std::vector<double>& stiffness, double friction,
                                     double slip = 0) {
  SolvedProblem cube;
  BodyState body;
  body.inverse_mass = 1, body.inverse_moment = 6, body.velocity = {speed, 0, -0.0981};
  cube.problem.bodies = {BodyState{}, body};
  constexpr double kX[] = {1, 1, -1, -1}, kY[] = {1, -1, 1, -1};
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 arm{0.5 * kX[k], 0.5 * kY[k], -0.5};
    cube.add_contact(0, 1, {0, 0, 1}, arm, arm, cone(friction, slip), stiffness[k]);
    cube.problem.blocks.back().t1 = {1, 0, 0};
  }
  return cube;
}

// The pyramid of unit balls and unit weights, its base held; contacts in order of their bodies.
struct Pyramid {
  SolvedProblem solved;
  std::vector<int> layer;
};
inline Pyramid pyramid(int base, bool two_species = false) {
  Pyramid pile;
  std::vector<Vec3> place;
  for (int k = 0; k < base; ++k)
    for (int j = 0; j < base - k; ++j)
      for (int i = 0; i < base - k; ++i) {
        place.push_back({0.5 * k + i, 0.5 * k + j, k / std::sqrt(2.0)});
        pile.layer.push_back(k);
        BodyState ball;
        if (k > 0) ball.inverse_mass = 1, ball.inverse_moment = 10, ball.velocity = {0, 0, -1};
        pile.solved.problem.bodies.push_back(ball);
      }
  for (std::uint32_t a = 0; a < place.size(); ++a)
    for (std::uint32_t b = a + 1; b < place.size(); ++b) {
      const Vec3 way = place[b] - place[a];
      if ((pile.layer[a] == 0 && pile.layer[b] == 0) || norm2(way) > 1 + 1e-9) continue;
      const Vec3 n = unit(way);
      const std::uint32_t soft = (a % 2 == 0) + (b % 2 == 0);
      const double k = !two_species || soft == 0 ? 1 : soft == 1 ? 1.0 / 3 : 0.2;
      pile.solved.add_contact(a, b, n, 0.5 * n, -0.5 * n, half_line(), k);
    }
  return pile;
}

}  // namespace cairn::test
