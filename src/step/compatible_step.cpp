#include "step/compatible_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "solvers/compatible/indeterminacy.h"

namespace cairn {
namespace {

// (1 − ν²)/E; 0 for a rigid material.
double softness(const Material& material) {
  if (std::isnan(material.young)) return 0;
  const double nu = std::isnan(material.poisson) ? 0 : material.poisson;
  return (1 - nu * nu) / material.young;
}

bool any_modulus(const World& world) {
  return std::ranges::any_of(world.bodies.info, [&](const Info& info) {
    return !std::isnan(world.materials.list[info.material].young);
  });
}

double number_of(Uniqueness unique) {
  return unique == Uniqueness::undecided ? std::numeric_limits<double>::quiet_NaN()
                                         : unique == Uniqueness::yes;
}

}  // namespace

std::optional<MissingModulus> missing_modulus(const World& world) {
  if (!any_modulus(world)) return std::nullopt;
  // Look for two rigid materials of which a free body of one can meet a body of the other.
  std::vector<std::uint64_t> free(world.materials.list.size()), all(free);
  for (const Info& info : world.bodies.info) {
    ++all[info.material];
    free[info.material] += !is_immobile(info);
  }
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < all.size(); ++b) {
      const bool meet = free[a] > 0 && all[b] > (a == b ? 1u : 0u);
      const bool rigid = softness(world.materials.list[a]) == 0 && softness(world.materials.list[b]) == 0;
      if (meet && rigid) return MissingModulus{static_cast<int>(a), static_cast<int>(b)};
    }
  return std::nullopt;
}

std::vector<double> contact_stiffness(const World& world, std::span<const Contact> contacts,
                                      std::span<const std::uint32_t> key_order,
                                      const CompatibleOptions& options) {
  CAIRN_ASSERT(key_order.size() >= contacts.size());
  const double r = options.radius_power.value_or(3 - options.method.power);
  const bool moduli = any_modulus(world);
  std::vector<double> stiffness(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const auto soft = [&](std::uint32_t body) {
      return softness(world.materials.list[world.bodies.info[body].material]);
    };
    const double both = soft(contact.a) + soft(contact.b), modulus = moduli && both > 0 ? 1 / both : 1;
    stiffness[key_order[i]] = modulus * std::pow(contact.curvature, -r);
  }
  return stiffness;
}

StepForces CompatibleStep::find(const World& world, std::span<const Contact> contacts,
                                const ContactProblem& problem, const ContactSolution& solution,
                                const CompatibleOptions& options, double tolerance, double h) {
  StepForces forces = find(problem, solution, contact_stiffness(world, contacts, problem.key_order, options),
                           options.method, tolerance, h);
  if (!contacts.empty()) forces.farthest = contacts[farthest_].key;
  return forces;
}

StepForces CompatibleStep::find(const ContactProblem& problem, const ContactSolution& solution,
                                std::span<const double> stiffness, const CompatibleMethod& method,
                                double tolerance, double h) {
  CAIRN_ASSERT(h > 0 && solution.impulse.size() == problem.size());
  CAIRN_ASSERT(problem.key_order.empty() || problem.key_order.size() >= stiffness.size());
  ContactNetwork network(problem, solution, stiffness, method.ratio(), tolerance);
  // Forces of least energy, and how unique they are.
  std::vector<Vec3> y;
  const CompatibleReport report = compatible_forces(network, method, y);
  const Indeterminacy found = indeterminacy(network, y);
  StepForces forces;
  forces.converged = report.converged;
  forces.iterations = report.iterations;
  forces.balance = report.balance;
  forces.contacts = found.contacts;
  forces.components = found.components;
  forces.freedoms = found.freedoms;
  forces.rank = found.rank;
  forces.rank_gap = found.gap;
  forces.unique = number_of(found.unique);
  // Forces by block, converted to world axes.
  const std::size_t count = stiffness.size();
  std::vector<Found> of_block(count);
  for (std::size_t e = 0; e < network.size(); ++e) {
    const std::uint32_t k = network.elements()[e].block;
    of_block[k] = {to_world(problem.blocks[k], network.impulse(e, y[e])) / h, found.self_stressed[e] != 0,
                   true};
    forces.self_stressed += found.self_stressed[e];
  }
  // Forces by contact, and their distance from the solver's forces.
  found_.resize(count);
  farthest_ = 0;
  double off2 = 0, all2 = 0, farthest = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = problem.key_order.empty() ? i : std::size_t{problem.key_order[i]};
    found_[i] = of_block[k];
    const Vec3 given = to_world(problem.blocks[k], solution.impulse[k]) / h;
    const double off = norm(given - found_[i].force);
    off2 += off * off;
    all2 += norm2(found_[i].force);
    forces.max_force = std::max(forces.max_force, norm(found_[i].force));
    forces.max_solver_force = std::max(forces.max_solver_force, norm(given));
    if (off > farthest) {
      farthest = off;
      farthest_ = i;
    }
  }
  if (forces.max_force > 0) {
    forces.max_difference = std::max(farthest, 0.0) / forces.max_force;
    forces.rms_difference = std::sqrt(off2 / all2);
  }
  return forces;
}

}  // namespace cairn
