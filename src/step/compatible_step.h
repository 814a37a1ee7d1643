// Compatible forces of a step: the stiffness of its contacts from materials and shapes, and what
// solvers/compatible/compatible.h makes of it.
//   k = E* R̄^r,   1/E* = (1−ν_A²)/E_A + (1−ν_B²)/E_B,   r = 3 − p: grains of one form and material are alike
// A material without `young` is rigid, 1/E = 0; if no material has one, all have the same. R̄:
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
  std::optional<double> radius_power;  // r; none: 3 − p
};

// A pair of materials that can meet and has no modulus on either side while others have one.
struct MissingModulus {
  int a = 0, b = 0;
};
std::optional<MissingModulus> missing_modulus(const World& world);

// Stiffness of each block of a contact, relative to each other; `key_order` says which contact a block is.
std::vector<double> contact_stiffness(const World& world, std::span<const Contact> contacts,
                                      std::span<const std::uint32_t> key_order,
                                      const CompatibleOptions& options);

class CompatibleStep {
 public:
  struct Found {
    Vec3 force;  // on B, world axes [N]
    bool self_stressed = false;
    bool closed = false;  // part of the network, with or without a force
  };

  void clear() { found_.clear(); }
  StepForces find(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
                  const ContactSolution& solution, const CompatibleOptions& options, double tolerance,
                  double h);
  Found of_contact(std::size_t contact) const { return found_.empty() ? Found{} : found_[contact]; }

 private:
  std::vector<Found> found_;  // per contact
};

}  // namespace cairn
