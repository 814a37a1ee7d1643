#include "step/push_apart.h"

#include <algorithm>

#include "base/assert.h"
#include "laws/row_law.h"

namespace cairn {
namespace {

// Frictionless contacts that only push.
class OnlyPush : public RowLaw {
  ContactRow row(const RowInput&) const override { return {half_line(), {}, {}}; }
};

}  // namespace

PushReport PushApart::push(World& world, std::span<const Contact> contacts, ContactSolver& solver,
                           Threads& threads) {
  CAIRN_ASSERT(std::ranges::all_of(
      contacts, [&](const Contact& c) { return std::max(c.a, c.b) < world.bodies.size(); }));
  // A velocity problem with step 1, bodies at rest, and gaps as bias: its velocities are displacements.
  RowOptions options;
  options.level = Level::velocity;
  assembler_.assemble(world, contacts, {}, OnlyPush{}, options, 1, threads, problem_);
  const std::span<const std::uint32_t> order = assembler_.contact_of_block();
  for (BodyState& body : problem_.bodies) body.velocity = body.spin = {};
  for (std::size_t k = 0; k < problem_.size(); ++k) problem_.bias[k] = {contacts[order[k]].gap, 0, 0};
  prepare(problem_, threads);
  shift_.impulse.clear();
  const SolveReport solved =
      solver.solve(problem_, shift_, {.tolerance = 1e-4, .max_iterations = 100}, threads);
  // Displace the bodies, and sum the work of gravity.
  Bodies& bodies = world.bodies;
  double work = 0;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    const BodyState& shift = shift_.bodies[i];
    bodies.place[i].position += shift.velocity;
    bodies.orientation[i] = unit(rotation(shift.spin) * bodies.orientation[i]);
    work += mass(bodies.inertia[i]) * dot(world.gravity, shift.velocity);
  }
  return {work, solved.converged};
}

}  // namespace cairn
