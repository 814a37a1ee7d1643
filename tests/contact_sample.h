// A small pile of spheres as a contact problem: ball k rests on ball k - 1, the first on the ground, and
// leans against another one below it.
#pragma once

#include "base/random.h"
#include "problem/contact_problem.h"

namespace cairn {

inline ContactProblem sample_pile(int balls, double friction, std::uint64_t seed) {
  Random random(seed);
  const auto between = [&](double low, double high) { return low + (high - low) * random.uniform(); };
  ContactProblem problem;
  problem.bodies.push_back({});  // the ground
  std::vector<double> radius{0};
  for (int k = 1; k <= balls; ++k) {
    const double r = between(0.01, 0.02), mass = 1e4 * r * r * r;
    radius.push_back(r);
    BodyState ball;
    ball.velocity = {between(-0.01, 0.01), between(-0.01, 0.01), -0.0981};
    ball.spin = {between(-0.1, 0.1), between(-0.1, 0.1), between(-0.1, 0.1)};
    ball.inverse_mass = 1 / mass, ball.inverse_moment = 2.5 / (mass * r * r);
    problem.bodies.push_back(ball);
  }
  const auto touch = [&](std::uint32_t a, std::uint32_t b, const Vec3& towards) {
    Block block;
    block.a = a, block.b = b, block.n = (1 / norm(towards)) * towards;
    const Vec3 side = cross(block.n, {0, 1, 0});
    block.t1 = (1 / norm(side)) * side;
    block.arm_a = radius[a] * block.n, block.arm_b = -radius[b] * block.n;
    problem.blocks.push_back(block);
    problem.sets.push_back(cone(friction, friction));
    problem.bias.push_back({between(0, 0.001), 0, 0});
  };
  for (std::uint32_t k = 1; k <= static_cast<std::uint32_t>(balls); ++k) {
    touch(k - 1, k, {between(-0.5, 0.5), between(-0.5, 0.5), 1});
    if (k > 2) touch(k - 2, k, {between(-1, 1), between(-1, 1), 1});
  }
  plan_in_order(problem.size(), problem.sweep);
  Threads threads(1);
  prepare(problem, threads);
  return problem;
}

}  // namespace cairn
