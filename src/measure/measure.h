// Measures: numbers that a scene asks for while it runs. A measure reads the world and the step and changes
// neither. Its numbers go to series.csv, and the last ones to summary.json.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/record.h"
#include "base/threads.h"
#include "model/world.h"
#include "results/series.h"
#include "step/stepper.h"
#include "text/table.h"

namespace cairn {

// A body that left the domain.
struct RemovedBody {
  Vec3 position;  // at the time of its removal
  double mass = 0;
  int group = 0;
};

// Everything that a measure may read.
struct Sight {
  const World& world;
  Threads& threads;
  const StepState& step;
  const Energy& energy;
  std::span<const ContactForce> contacts;  // of this step, sorted by key; filled if any measure asks for them
  std::span<const RemovedBody> removed;    // bodies that left the domain so far
};

class Measure {
 public:
  virtual ~Measure() = default;
  // Names and units of its numbers, as its row declares them. The names are without the measure's own name.
  std::vector<Column> columns() const;
  const std::vector<ColumnRow>& declared() const { return declared_; }
  // One number per column; NaN where there is none.
  virtual void sample(const Sight& sight, std::span<double> values) = 0;
  virtual bool needs_contacts() const { return false; }
  // The reason why the last sample has no number; empty if the user need not know. A run says it once.
  virtual std::string remark() const { return {}; }
  // For measures that keep something from one sample to the next.
  virtual void save(Record&, const std::string& /*prefix*/) const {}
  virtual void load(const Record&, const std::string& /*prefix*/) {}

 private:
  friend struct MeasureRow;
  // How many values the letters I and J take in the names of its columns.
  virtual std::array<std::size_t, 2> repeats() const { return {1, 1}; }

  std::vector<ColumnRow> declared_;
};

// One row of the table of measures. `create` gets the world to check names in the options.
struct MeasureRow {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::vector<ColumnRow> columns;
  std::unique_ptr<Measure> (*create)(const Value& options, const World& world);

  std::unique_ptr<Measure> make(const Value& given, const World& world) const {
    std::unique_ptr<Measure> measure = create(given, world);
    measure->declared_ = columns;
    return measure;
  }
};

const Table<MeasureRow>& measures();

// The energies stored now, and those lost and put in since the start. The caller fills in the rest: the
// exchanged energy, the energy at the start and the imbalance.
Energy energy_budget(const World& world, const Stepper& stepper, Threads& threads);

}  // namespace cairn
