// Laws of the implicit stepper: what a contact asks of the problem of one step. The stepper says how the gap
// and the approach enter (a bias for a rigid contact); the law says what the contact may transmit, and may
// make it soft.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/value.h"
#include "model/materials.h"
#include "problem/admissible_set.h"

namespace cairn {

// One contact at the beginning of a step.
struct RowInput {
  const PairProperties& pair;
  double gap = 0;   // Φ [m]
  Vec3 bias;        // of a rigid contact [m/s]
  double step = 0;  // h [s]
};

struct ContactRow {
  AdmissibleSet set;
  Vec3 bias;
  Vec3 compliance;  // diagonal of E [1/kg]; zero: rigid
};

class RowLaw {
 public:
  virtual ~RowLaw() = default;
  virtual ContactRow row(const RowInput& input) const = 0;
};

// One row of the table of row laws.
struct RowLawEntry {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<RowLaw> (*make)(const Value& options);
};

const std::vector<RowLawEntry>& row_laws();

}  // namespace cairn
