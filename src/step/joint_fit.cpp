#include "step/joint_fit.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "problem/bilateral.h"
#include "step/assemble.h"
#include "step/joint_rows.h"

namespace cairn {
namespace {

constexpr double kMet = 1e-6;       // error of a rod over its length, of other joints over the longest arm
constexpr double kInstant = 1e-12;  // s, length of a step: nothing driven moves meanwhile
constexpr int kMostSteps = 200, kMostHalvings = 8, kShakes = 5;
constexpr double kLongestTurn = 0.5;  // rad per step
constexpr double kReach = 1e-4;       // relative error of the length that a rod can have

double rod_error(const World& world, const Joint& joint) {
  return (norm(sides_of(world, joint).apart) - joint.length) / joint.length;
}

bool is_rod(const World& world, const Joint& joint) {
  return joint.length > 0 && !joint.slide.limit && is_whole(world, joint);
}

// Root of the sum of squared errors of all held rows, each over a length of its joint.
double total_error(const World& world) {
  double sum = 0;
  for (const Joint& joint : world.joints) {
    if (!is_whole(world, joint)) continue;
    const JointSides sides = sides_of(world, joint);
    const JointParts parts = parts_of(joint, sides);
    const double arm = std::max({norm(sides.arm), norm(sides.hinge), joint.length});
    const auto add = [&](const JointPart& part, double unit) {
      for (int row = 0; row < 3; ++row)
        if (part.held[static_cast<std::size_t>(row)]) sum += std::pow(part.error[row] / unit, 2);
    };
    if (parts.shift) add(*parts.shift, arm > 0 ? arm : 1);
    if (parts.turn) add(*parts.turn, 1);
  }
  return std::sqrt(sum);
}

// Velocities that remove all errors within kInstant.
std::vector<BodyState> find_step(const World& world, Threads& threads) {
  ContactProblem problem;
  const std::size_t n = world.bodies.size();
  problem.bodies.resize(n + 1);
  problem.mobility.resize(n + 1);
  for (std::uint32_t i = 0; i < n; ++i) {
    const PosedBody body = posed(world, i, 0, PushedBy::joints);
    problem.bodies[i] = body.state;
    problem.mobility[i] = body.mobility;
  }
  plan_in_order(0, problem.sweep);
  JointRows rows;
  rows.append(world, {kInstant, kInstant, kInstant, world.time + kInstant}, problem);
  prepare(problem, threads);
  ContactSolution solution;
  solution.impulse.assign(problem.size(), {});
  solution.bodies = problem.bodies;
  Bilateral bilateral;
  bilateral.bind(problem);
  bilateral.settle(problem, solution);
  return solution.bodies;
}

// The world after its bodies moved by step × time.
World moved(World world, const std::vector<BodyState>& step, double time) {
  Bodies& bodies = world.bodies;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    bodies.place[i].position += time * step[i].velocity;
    bodies.orientation[i] = unit(rotation(time * step[i].spin) * bodies.orientation[i]);
  }
  return world;
}

// Newton steps until the error no longer falls; long turns are cut, and bad steps halved.
World fitted(World world, Threads& threads) {
  double error = total_error(world);
  for (int k = 0; k < kMostSteps && error > 0.01 * kMet; ++k) {
    const std::vector<BodyState> step = find_step(world, threads);
    double fastest = 0;
    for (const BodyState& body : step) fastest = std::max(fastest, norm(body.spin));
    double time = fastest * kInstant > kLongestTurn ? kLongestTurn / fastest : kInstant;
    World next = moved(world, step, time);
    for (int half = 0; half < kMostHalvings && !(total_error(next) < error); ++half)
      next = moved(world, step, time *= 0.5);
    const double found = total_error(next);
    if (!(found < (1 - 1e-9) * error)) break;
    world = std::move(next);
    error = found;
  }
  return world;
}

// Shifts each free body by up to 0.1 `size` and turns it by up to 0.1 rad, as far as its locks allow.
World shaken(World world, double size, Random& random) {
  Bodies& bodies = world.bodies;
  const auto some = [&](unsigned flags, unsigned lock) {
    const double x = 0.2 * (random.uniform() - 0.5);
    return flags & lock ? 0 : x;
  };
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const unsigned flags = bodies.info[i].flags;
    if (is_immobile(bodies.info[i])) continue;
    bodies.place[i].position += size * Vec3{some(flags, kLockX), some(flags, kLockY), some(flags, kLockZ)};
    const Vec3 turn{some(flags, kLockSpinX), some(flags, kLockSpinY), some(flags, kLockSpinZ)};
    bodies.orientation[i] = unit(rotation(turn) * bodies.orientation[i]);
  }
  return world;
}

// The world with all joints satisfied, from its places or from shaken ones; none if that fails.
std::optional<World> satisfied(const World& world, double size, Threads& threads) {
  World best = fitted(world, threads);
  Random random(1);
  for (int k = 0; k < kShakes && total_error(best) > kMet; ++k) {
    World other = fitted(shaken(world, size, random), threads);
    if (total_error(other) < total_error(best)) best = std::move(other);
  }
  return total_error(best) <= kMet ? std::optional(std::move(best)) : std::nullopt;
}

// Bisection between a length that rod k can have and the one that it cannot.
std::optional<double> reach_of(World world, std::size_t k, double size, Threads& threads) {
  const double wanted = world.joints[k].length;
  const std::optional<JointLimit> without = world.joints[k].slide.limit;
  world.joints[k].slide.limit = JointLimit{};  // a rope of any length holds nothing
  std::optional<World> there = satisfied(world, size, threads);
  if (!there) return std::nullopt;
  double good = norm(sides_of(*there, there->joints[k]).apart), bad = wanted;
  while (std::abs(bad - good) > kReach * std::max(bad, good)) {
    World next = *there;
    next.joints[k].slide.limit = without;
    next.joints[k].length = 0.5 * (good + bad);
    const double middle = next.joints[k].length;
    if (std::optional<World> found = satisfied(next, size, threads)) {
      there = std::move(found);
      good = middle;
    } else {
      bad = middle;
    }
  }
  return good;
}

}  // namespace

std::optional<Misfit> find_misfit(const World& world, Threads& threads) {
  // Rods that do not have their length.
  std::vector<std::size_t> off;
  double size = 0;
  for (std::size_t k = 0; k < world.joints.size(); ++k) {
    const Joint& joint = world.joints[k];
    if (!is_rod(world, joint) || std::abs(rod_error(world, joint)) <= 0.01 * kMet) continue;
    off.push_back(k);
    size = std::max(size, joint.length);
  }
  if (off.empty()) return std::nullopt;
  // Try from the given places, then from shaken ones.
  World start = world;
  for (Motion& motion : start.bodies.motion) motion = {};
  if (satisfied(start, size, threads)) return std::nullopt;
  // The rod that stays farthest from its length.
  const World best = fitted(start, threads);
  const auto worst = std::ranges::max_element(
      off, {}, [&](std::size_t k) { return std::abs(rod_error(best, best.joints[k])); });
  return Misfit{*worst, reach_of(start, *worst, size, threads)};
}

}  // namespace cairn
