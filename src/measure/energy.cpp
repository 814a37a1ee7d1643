// Energies of a run (model/energy.h) and their measures [J]: the whole budget, and the kinetic energy of
// translation and rotation.
#include <algorithm>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/totals.h"
#include "step/integrate.h"

namespace cairn {
namespace {

class Budget final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    std::ranges::transform(kEnergyFields, values.begin(),
                           [&](const EnergyField& field) { return sight.energy.*field.member; });
  }
};

// Translation is ½ m v²; the rest of the kinetic energy is rotation, ½ ω·L.
class KineticEnergy final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    const Bodies& bodies = sight.world.bodies;
    const auto sum = total<Totals<2>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<2> {
      if (is_immobile(bodies.info[i])) return {};
      const double translation = 0.5 * mass(bodies.inertia[i]) * norm2(bodies.motion[i].velocity);
      return {{translation, kinetic_energy(bodies, static_cast<std::uint32_t>(i)) - translation}};
    });
    values[0] = sight.energy.kinetic;
    values[1] = sum[0];
    values[2] = sum[1];
  }
};

std::vector<ColumnRow> budget_columns() {
  std::vector<ColumnRow> columns;
  for (const EnergyField& field : kEnergyFields) columns.push_back({field.name, "J", field.meaning});
  return columns;
}

}  // namespace

Energy energy_budget(const World& world, const Stepper& stepper, Threads& threads) {
  const Bodies& bodies = world.bodies;
  const auto motion = total<Totals<2>>(threads, bodies.size(), [&](std::size_t i) -> Totals<2> {
    if (is_immobile(bodies.info[i])) return {};
    const double weight = mass(bodies.inertia[i]) * dot(world.gravity, bodies.place[i].position);
    return {{kinetic_energy(bodies, static_cast<std::uint32_t>(i)), -weight}};
  });
  Energy energy = stepper.energy();
  energy.kinetic = motion[0];
  energy.gravity = motion[1];
  return energy;
}

MeasureRow energy_row() {
  return {"energy",
          "",
          "energies stored, lost and put in, and what is missing in their balance",
          {},
          budget_columns(),
          [](const Value&, const World&) -> std::unique_ptr<Measure> { return std::make_unique<Budget>(); }};
}

MeasureRow kinetic_energy_row() {
  return {"kinetic_energy",
          "",
          "kinetic energy of the free bodies: of translation and of rotation",
          {},
          {{"total", "J", "kinetic energy of the free bodies"},
           {"translation", "J", "½ m v² of their centres"},
           {"rotation", "J", "the rest: ½ ω·L"}},
          [](const Value&, const World&) -> std::unique_ptr<Measure> {
            return std::make_unique<KineticEnergy>();
          }};
}

}  // namespace cairn
