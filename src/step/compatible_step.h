// Compatible forces of a step (solvers/compatible/compatible.h), with contact stiffnesses from materials and
// shapes.
//   k = E* R̄^r,   1/E* = (1−ν_A²)/E_A + (1−ν_B²)/E_B,   r = 3 − p: for grains of one shape and material
// A material without `young` is rigid, 1/E = 0. If no material has a modulus, all have the same. R̄:
// collide/contacts.h.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "collide/contacts.h"
#include "problem/contact_problem.h"
#include "solvers/compatible/compatible.h"
#include "step/report.h"

namespace cairn {

struct CompatibleOptions {
  CompatibleMethod method;
  std::optional<double> radius_power;  // r; default 3 − p
};

// Two materials that can meet and both lack a modulus, while some material has one.
struct MissingModulus {
  int a = 0, b = 0;
};
std::optional<MissingModulus> missing_modulus(const World& world);

// Relative stiffness of each contact, indexed by block; `key_order` maps contacts to blocks.
std::vector<double> contact_stiffness(const World& world, std::span<const Contact> contacts,
                                      std::span<const std::uint32_t> key_order,
                                      const CompatibleOptions& options);

class CompatibleStep {
 public:
  struct Found {
    Vec3 force;  // on B, world axes [N]
    bool self_stressed = false;
    bool closed = false;  // part of the network, loaded or not
  };

  void clear() { found_.clear(); }
  StepForces find(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
                  const ContactSolution& solution, const CompatibleOptions& options, double tolerance,
                  double h);
  // The same for contacts without a world: `stiffness` by block. `farthest` of the report stays empty.
  StepForces find(const ContactProblem& problem, const ContactSolution& solution,
                  std::span<const double> stiffness, const CompatibleMethod& method, double tolerance,
                  double h);
  Found of_contact(std::size_t contact) const { return found_.empty() ? Found{} : found_[contact]; }

 private:
  std::vector<Found> found_;  // per contact
  std::size_t farthest_ = 0;  // contact with the largest difference
};

}  // namespace cairn
