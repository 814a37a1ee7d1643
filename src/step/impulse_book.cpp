#include "step/impulse_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "problem/residual.h"
#include "step/integrate.h"
#include "step/servo.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;

}  // namespace

ContactWork work_of(const Block& block, const Vec3& gamma, const Motion& a, const Motion& b) {
  const Vec3 u = relative_velocity(block, {a.velocity, 0, a.spin, 0}, {b.velocity, 0, b.spin, 0});
  return {-gamma.x * u.x, -(gamma.y * u.y + gamma.z * u.z)};
}

StepSolve step_solve(const ContactProblem& problem, const ContactSolution& solution,
                     const SolveReport& solved, const SolveLimits& limits, Threads& threads) {
  StepSolve result{.converged = solved.converged,
                   .iterations = solved.iterations,
                   .residual = solved.residual,
                   .natural_map = impulse_residual(problem, solution, threads),
                   .velocity_error = velocity_error(problem, solution, threads),
                   .tolerance = limits.tolerance,
                   .solver = solved.solver,
                   .work = solved.work,
                   .diagnosis = {},
                   .note = solved.note};
  // Solvers other than auto have one part.
  if (result.work.visits == SolverWork{}.visits)
    result.work = work_of(solved.solver, problem.size(), solved.iterations);
  const bool is_known = !solved.converged && std::isfinite(solved.residual);
  if (is_known) result.diagnosis = diagnose(problem, solution, solved, limits, threads);
  return result;
}

Energy ImpulseBook::energy() const {
  Energy energy = booked.energy();
  energy.damping += background_.value();
  energy.elastic_normal = held.elastic_normal;
  energy.elastic_tangential = held.elastic_tangential;
  energy.springs = held.springs;
  return energy;
}

void ImpulseBook::start(World& world, StepState& state) {
  wrap(world);  // the caller compares energies before and after
  wrap_driven(world);
  survey_servos(world);
  set_driven_motion(world, world.time);
  std::ranges::fill(world.bodies.load, Load{});
  close(world);
  state.contacts = 0;
  state.max_overlap = 0;
  state.deepest = {};
  state.recorded.clear();
}

void ImpulseBook::bring_in(World& world) {
  booked.work_of_drives += wrap(world);
  wrap_driven(world);
}

void ImpulseBook::apply_loads(World& world, double t, double h) {
  CAIRN_ASSERT(h > 0);
  std::ranges::fill(world.bodies.load, Load{});
  booked.damping += add_applied_loads(world, t, h).damped;
}

void ImpulseBook::turn_page(World& world, double h) const {
  CAIRN_ASSERT(h > 0);
  ++world.step;
  world.time = static_cast<double>(world.step) * h;
  world.memory.clear();
  std::ranges::fill(world.bodies.load, Load{});
}

void ImpulseBook::close(World& world) {
  held.springs = add_applied_loads(world, world.time, 0).elastic.value();
}

void ImpulseBook::guess(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
                        Threads& threads, std::vector<Vec3>& impulse) {
  const ContactMemory& memory = world.memory;
  CAIRN_ASSERT(problem.key_order.size() >= contacts.size());
  CAIRN_ASSERT(std::ranges::is_sorted(memory, {}, &ContactRecord::key));
  impulse.assign(problem.size(), {});
  // Contacts and memory are both sorted by key.
  parallel_for(threads, contacts.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    auto known = std::ranges::lower_bound(memory, contacts[begin].key, {}, &ContactRecord::key);
    for (std::size_t i = begin; i < end; ++i) {
      while (known != memory.end() && known->key < contacts[i].key) ++known;
      if (known == memory.end()) break;
      if (known->key != contacts[i].key) continue;
      const std::uint32_t k = problem.key_order[i];
      impulse[k] = to_block(problem.blocks[k], known->impulse);
    }
  });
}

void ImpulseBook::book_drives(const World& world, const Block& block, const Vec3& p, const Motion& a,
                              const Motion& b) {
  if (is_immobile(world.bodies.info[block.a]))
    booked.work_of_drives += dot(p, a.velocity + cross(a.spin, block.arm_a));
  if (is_immobile(world.bodies.info[block.b]))
    booked.work_of_drives -= dot(p, b.velocity + cross(b.spin, block.arm_b));
}

void ImpulseBook::require_finite(const World& world, std::uint32_t i) {
  const Bodies& bodies = world.bodies;
  if (is_finite(bodies.motion[i].velocity) && is_finite(bodies.motion[i].spin)) return;
  throw RunError(fmt::format("the velocity of body {} ({}) is no number at t = {:.6g} s (step {})",
                             bodies.info[i].uid, world.groups[bodies.info[i].group], world.time, world.step));
}

void ImpulseBook::slow_down(Bodies& bodies, std::uint32_t i, const Motion& slower) {
  const double before = kinetic_energy(bodies, i);
  bodies.motion[i] = slower;
  background_ += before - kinetic_energy(bodies, i);
}

void ImpulseBook::load_bodies(Bodies& bodies, std::uint32_t a, std::uint32_t b, const Vec3& arm_a,
                              const Vec3& arm_b, const Vec3& force) {
  CAIRN_ASSERT(a < bodies.size() && b < bodies.size());
  bodies.load[a] += make_load(-force, -cross(arm_a, force), {}, {});
  bodies.load[b] += make_load(force, cross(arm_b, force), {}, {});
}

void ImpulseBook::save(Record& record, const StepState& state) const {
  record.put("stepper.booked", booked.normal());
  record.put("stepper.held", held);
  record.put("stepper.background", background_.normal());
  record.put("stepper.fallbacks", fallbacks);
  record.put("stepper.impacts", state.impacts);
  record.put("stepper.touching", state.contacts);
  record.put("stepper.max_overlap", state.max_overlap);
}

void ImpulseBook::load(const Record& record, StepState& state) {
  booked = record.get<Ledger>("stepper.booked");
  held = record.get<Energy>("stepper.held");
  background_ = record.get<ExactSum>("stepper.background");
  fallbacks = state.fallbacks = record.get<Fallbacks>("stepper.fallbacks");
  state.impacts = record.get<ImpactTotals>("stepper.impacts");
  state.contacts = record.get<std::uint64_t>("stepper.touching");
  state.max_overlap = record.get<double>("stepper.max_overlap");
}

}  // namespace cairn
