// Laws of the implicit stepper: each turns a contact into a row of the step's problem. The stepper gives the
// bias of a rigid contact from gap and approach. The law gives the admissible impulses, may add compliance,
// and may remember plastic flow.
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

// One contact at the beginning of a step, in the axes of its block.
struct RowInput {
  const PairProperties* pair = nullptr;
  double gap = 0;   // Φ [m]
  Vec3 bias{};      // of a rigid contact [m/s]
  double step = 0;  // h [s]
  // For laws with memory.
  std::array<double, 2> radius{}, young{};  // of A and B; Young's modulus is NaN if not given
  Vec3 mass{};                              // 1/W_ii by component [kg]; only if needs_mass()
  Vec3 spring{};           // tangential elastic displacement, transported with the contact [m]
  bool is_loaded = false;  // it had an impulse in the last step
  PlasticState plastic{};
  const BondKind* bond = nullptr;  // null if the contact is not bonded
};

// Asserts a law's input.
inline void check(const RowInput& input) {
  CAIRN_ASSERT(input.pair != nullptr && input.pair->friction >= 0);
  CAIRN_ASSERT(input.step >= 0);  // 0: only energies are needed, no row
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
  bool broke = false;                                 // a bond broke in this step
  double elastic_normal = 0, elastic_tangential = 0;  // stored energies [J]
  double friction = 0, torn = 0;                      // lost in slip; lost in crushing, tearing and breaking
                                                      // [J]
  double reach = 0;                                   // gap up to which it must be found again [m]
};

class RowLaw {
 public:
  virtual ~RowLaw() = default;
  virtual ContactRow row(const RowInput& input) const = 0;

  virtual bool remembers() const { return false; }
  virtual bool needs_mass() const { return false; }
  // True if forces are bounded by cones, shifted or cut flat, and not by rounded sets.
  virtual bool has_cones() const { return true; }
  // The direction of the grain of surfaces, for t1; zero: no grain.
  virtual Vec3 grain() const { return {}; }
  // A missing or contradictory property of two materials that can meet ("young", "dilatancy 30 deg is above
  // ..."); empty if there is none. `radii`: smallest and largest radius of the smaller body.
  virtual std::string refuses(const PairProperties&, const Material&, const Material&,
                              const std::array<double, 2>& /*radii*/) const {
    return {};
  }
  // can_bond: true if contacts may be bonded. refuses_bond: the reason why a bond of this kind is refused
  // ("holds 2 N in tension, above ...").
  virtual bool can_bond() const { return false; }
  virtual std::string refuses_bond(const BondKind&) const { return {}; }
  // For laws with memory: the contact after the impulse γ and the flow u = N γ + q of the step.
  virtual RowAfter after(const RowInput&, const Vec3& /*gamma*/, const Vec3& /*flow*/) const { return {}; }
  // The energy that the contact holds now.
  virtual RowAfter now(const RowInput&) const { return {}; }
  // Lift of associated sliding over friction × speed, h + α_K [s]; 0: no lift.
  virtual double lift_time(const PairProperties&, double /*step*/) const { return 0; }
};

// One row of the table of row laws.
struct RowLawRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<RowLaw> (*make)(const Value& options);
  // Properties of materials and pairs that it uses with these options, besides the density.
  std::vector<std::string> (*uses)(const Value& options);
};

const Table<RowLawRow>& row_laws();

}  // namespace cairn
