#include "step/joint_pass.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "step/assemble.h"
#include "step/integrate.h"

namespace cairn {
namespace {

constexpr double kExact = 1e-13;  // change of bounded rows, over the scale of the problem, at which they are
                                  // solved
constexpr std::uint64_t kMostRounds = 1000;

// Calls visit(motor, position) for every motor with a given force or torque.
template <class Visit>
void each_effort(const World& world, Visit&& visit) {
  for (const Joint& joint : world.joints) {
    if (!is_whole(world, joint)) continue;
    if (joint.slide.motor.asks == Motor::Asks::effort)
      visit(joint.slide.motor, read_joint(world, joint, JointRole::shift).position);
    if (joint.turn.motor.asks == Motor::Asks::effort)
      visit(joint.turn.motor, read_joint(world, joint, JointRole::turn).position);
  }
}

}  // namespace

// The bodies of joints only, in the order of their uids.
void JointPass::put_bodies(const World& world) {
  const Bodies& bodies = world.bodies;
  std::vector<Uid> uids;
  for (const Joint& joint : world.joints)
    for (const Uid uid : {joint.body, joint.base})
      if (is_whole(world, joint) && uid != kGround) uids.push_back(uid);
  std::ranges::sort(uids);
  uids.erase(std::unique(uids.begin(), uids.end()), uids.end());
  local_.clear();
  index_.resize(bodies.size() + 1);
  for (const Uid uid : uids) {
    local_.push_back(bodies.local(uid));
    index_[local_.back()] = static_cast<std::uint32_t>(local_.size() - 1);
  }
  index_.back() = static_cast<std::uint32_t>(local_.size());
  problem_.bodies.assign(local_.size() + 1, {});
  problem_.mobility.resize(local_.size() + 1);
  for (std::size_t k = 0; k < local_.size(); ++k) {
    const PosedBody body = posed(world, local_[k], 0, PushedBy::joints);
    problem_.bodies[k] = body.state;
    problem_.mobility[k] = body.mobility;
  }
  problem_.blocks.clear();
  problem_.sets.clear();
  problem_.bias.clear();
  problem_.compliance.clear();
  problem_.key_order.clear();
  plan_in_order(0, problem_.sweep);
}

// Solves the joints directly; repeats while bounded rows change.
void JointPass::solve(const World& world, Threads& threads) {
  prepare(problem_, threads);
  solution_.impulse.assign(problem_.size(), {});
  solution_.bodies = problem_.bodies;
  bilateral_.bind(problem_);
  bilateral_.settle(problem_, solution_);
  double change = 1;
  std::uint64_t rounds = 0;
  while (change > kExact && rounds < kMostRounds) {
    change = std::sqrt(bilateral_.settle(problem_, solution_)) / problem_.scale;
    ++rounds;
  }
  // Report joints that contradict each other, or bounded rows that do not converge.
  const auto fails = [&](double residual, double tolerance, const std::string& note) {
    solved_ = {.converged = false,
               .iterations = rounds,
               .residual = residual,
               .tolerance = tolerance,
               .solver = "joints",
               .work = {},
               .diagnosis = Diagnosis{Cause::contradiction, note, kJointCure},
               .note = note};
  };
  const JointSlack slack = rows_.slack(problem_, solution_.impulse);
  if (!slack.is_met())
    fails(slack.share, JointSlack::kMost, describe(world, slack));
  else if (!(change <= kExact))
    fails(change, kExact, "limits and motors with a maximum find no balance with each other");
}

// Applies the change of velocity by the impulses.
JointWork JointPass::apply(World& world) const {
  Bodies& bodies = world.bodies;
  std::vector<BodyState> mean(problem_.bodies.size());
  for (std::size_t k = 0; k < local_.size(); ++k) {
    const std::uint32_t i = local_[k];
    const Vec3 kick = solution_.bodies[k].velocity - problem_.bodies[k].velocity;
    const Vec3 turn = solution_.bodies[k].spin - problem_.bodies[k].spin;
    mean[k] = {before_[k].velocity + 0.5 * kick, is_immobile(bodies.info[i]) ? 0.0 : 1.0,
               before_[k].spin + 0.5 * turn, 0};
    bodies.motion[i] = {before_[k].velocity + kick, before_[k].spin + turn};
  }
  return rows_.work(problem_, solution_.impulse, [&](std::uint32_t k) { return mean[k]; });
}

double JointPass::effort_work(const World& world, double h) const {
  double work = 0;
  std::size_t k = 0;
  each_effort(world, [&](const Motor& motor, double position) {
    const double effort = 0.5 * (effort_of(motor, world.time - h) + effort_of(motor, world.time));
    work += effort * (position - pushed_from_[k++]);
  });
  return work;
}

JointWork JointPass::open(World& world, Threads& threads, double h) {
  CAIRN_ASSERT(h > 0);
  solved_ = {};
  put_bodies(world);
  // Where the motors begin.
  pushed_from_.clear();
  each_effort(world, [&](const Motor&, double position) { pushed_from_.push_back(position); });
  // Predict the half kick, without making it.
  before_.clear();
  for (const std::uint32_t i : local_) {
    before_.push_back(world.bodies.motion[i]);
    half_kick(world, {&i, 1}, h);
  }
  for (std::size_t k = 0; k < local_.size(); ++k) {
    const Motion& motion = world.bodies.motion[local_[k]];
    problem_.bodies[k].velocity = motion.velocity;
    problem_.bodies[k].spin = motion.spin;
  }
  rows_.append(world, {h, 0.5 * h, h, world.time + h}, problem_, index_);
  solve(world, threads);
  const JointWork work = apply(world);
  rows_.remember(world, problem_, solution_.impulse, h, Remembering::anew);
  return work;
}

JointWork JointPass::close(World& world, Threads& threads, double h) {
  CAIRN_ASSERT(h > 0);
  put_bodies(world);
  before_.clear();
  for (const std::uint32_t i : local_) before_.push_back(world.bodies.motion[i]);
  rows_.append(world, {h, 0.5 * h, 0, world.time}, problem_, index_);
  solve(world, threads);
  JointWork work = apply(world);
  work.drives += effort_work(world, h);
  rows_.remember(world, problem_, solution_.impulse, h, Remembering::more);
  return work;
}

}  // namespace cairn
