// Laws of the implicit stepper: what a contact asks of the problem of one step. The stepper says how the gap
// and the approach enter (a bias for a rigid contact); the law says what the contact may transmit, may make
// it soft, and may remember how it flowed.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/assert.h"
#include "model/materials.h"
#include "model/memory.h"
#include "problem/admissible_set.h"
#include "text/table.h"

namespace cairn {

// One contact at the beginning of a step; axes are those of its block.
struct RowInput {
  const PairProperties* pair = nullptr;
  double gap = 0;   // Φ [m]
  Vec3 bias{};      // of a rigid contact [m/s]
  double step = 0;  // h [s]
  // For laws that remember.
  std::array<double, 2> radius{}, young{};  // of A and B; Young's modulus is not a number where there is none
  Vec3 mass{};                              // 1/W_ii, component by component [kg]; of laws that ask for it
  Vec3 spring{};           // tangential elastic displacement, transported with the contact [m]
  bool is_loaded = false;  // it had an impulse in the step before
  PlasticState plastic{};
  const BondKind* bond = nullptr;  // if the contact is bonded
};

// The contract of a law's input.
inline void check(const RowInput& input) {
  CAIRN_ASSERT(input.pair != nullptr && input.pair->friction >= 0);
  CAIRN_ASSERT(input.step >= 0);  // 0: energies are asked for, no row
}

struct ContactRow {
  AdmissibleSet set;
  Vec3 bias;
  Vec3 compliance;  // diagonal of E [1/kg]; zero: rigid
};

// The contact after the step.
struct [[nodiscard]] RowAfter {
  Vec3 spring{};
  PlasticState plastic{};
  bool broke = false;                                 // a bond, in this step
  double elastic_normal = 0, elastic_tangential = 0;  // energies held [J]
  double friction = 0, torn = 0;                      // lost in slip; in crushing, tearing and breaking [J]
  double reach = 0;                                   // gap up to which it may pull [m]
};

class RowLaw {
 public:
  virtual ~RowLaw() = default;
  virtual ContactRow row(const RowInput& input) const = 0;

  virtual bool remembers() const { return false; }
  virtual bool needs_mass() const { return false; }
  // Whether forces are bounded by a cone, shifted or cut flat, and not by a rounded set.
  virtual bool has_cones() const { return true; }
  // A direction that surfaces have a grain along, for t1; zero: none.
  virtual Vec3 grain() const { return {}; }
  // What is missing or contradictory for a pair of materials that can meet ("young", "dilatancy 30 deg is
  // above ..."), with radii of the smaller body from the least to the largest; empty: nothing.
  virtual std::string refuses(const PairProperties&, const Material&, const Material&,
                              const std::array<double, 2>& /*radii*/) const {
    return {};
  }
  // Whether its contacts may be bonded, and why not by a bond of this kind ("holds 2 N in tension, above
  // ...").
  virtual bool can_bond() const { return false; }
  virtual std::string refuses_bond(const BondKind&) const { return {}; }
  // Of laws that remember: what the impulse γ and the flow u = N γ + q of the step make of the contact.
  virtual RowAfter after(const RowInput&, const Vec3& /*gamma*/, const Vec3& /*flow*/) const { return {}; }
  // Energy that the contact holds as it is.
  virtual RowAfter now(const RowInput&) const { return {}; }
  // Lift of associated sliding per friction and speed, h + α_K [s]; 0: there is none.
  virtual double lift_time(const PairProperties&, double /*step*/) const { return 0; }
};

// One row of the table of row laws.
struct RowLawRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<RowLaw> (*make)(const Value& options);
  // Properties of materials and pairs that it uses with these options, beside the density.
  std::vector<std::string> (*uses)(const Value& options);
};

const Table<RowLawRow>& row_laws();

}  // namespace cairn
