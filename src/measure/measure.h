// Measures: what a scene asks to be watched while it runs. A measure looks at the world and the step and
// never changes anything; its numbers go to series.csv and its last values to summary.json.
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

// A body that left the domain: where it was when it was taken out.
struct RemovedBody {
  Vec3 position;
  double mass = 0;
  int group = 0;
};

// Everything a measure may look at.
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
  Measure() = default;  // its row declares its columns
  virtual ~Measure() = default;
  // Names (without the measure's own) and units of its numbers, as its row declares them.
  std::vector<Column> columns() const;
  const std::vector<ColumnRow>& declared() const { return declared_; }
  // One number per column; NaN where there is none.
  virtual void sample(const Sight& sight, std::span<double> values) = 0;
  virtual bool needs_contacts() const { return false; }
  // Why the last sample has no number, if the user has to know; said once per run.
  virtual std::string remark() const { return {}; }
  // For measures that remember between samples.
  virtual void save(Record&, const std::string& /*prefix*/) const {}
  virtual void load(const Record&, const std::string& /*prefix*/) {}

 protected:
  // A measure without a row, which a caller gives to a Simulation.
  explicit Measure(std::vector<ColumnRow> columns) : declared_(std::move(columns)) {}

 private:
  friend struct MeasureRow;
  // How far I and J run in the names of its columns.
  virtual std::array<std::size_t, 2> repeats() const { return {1, 1}; }

  std::vector<ColumnRow> declared_;
};

// One row of the table of measures. The world is there so that names in the options can be checked.
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

// What is stored now, and lost and put in since the start. What a run exchanged, how it began and the
// imbalance are the caller's to know.
Energy energy_budget(const World& world, const Stepper& stepper, Threads& threads);

}  // namespace cairn
