// Measures of energy [J]: the whole budget, and the kinetic energy by kind.
#include <algorithm>
#include <array>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/totals.h"
#include "step/integrate.h"

namespace cairn {
namespace {

class Energy final : public Measure {
 public:
  std::vector<Column> columns() const override {
    std::vector<Column> result;
    for (const Kind& kind : kKinds) result.push_back({kind.name, "J"});
    return result;
  }
  void sample(const Sight& sight, std::span<double> values) override {
    std::ranges::transform(kKinds, values.begin(),
                           [&](const Kind& kind) { return sight.energy.*kind.energy; });
  }

 private:
  struct Kind {
    const char* name;
    double EnergyBudget::*energy;
  };
  static constexpr std::array<Kind, 14> kKinds{{
      {"kinetic", &EnergyBudget::kinetic},
      {"gravity", &EnergyBudget::gravity},
      {"elastic_normal", &EnergyBudget::elastic_normal},
      {"elastic_tangential", &EnergyBudget::elastic_tangential},
      {"adhesion", &EnergyBudget::adhesion},
      {"springs", &EnergyBudget::springs},
      {"friction", &EnergyBudget::friction},
      {"damping", &EnergyBudget::damping},
      {"rolling", &EnergyBudget::rolling},
      {"impact", &EnergyBudget::impact},
      {"plastic", &EnergyBudget::plastic},
      {"work_of_drives", &EnergyBudget::work_of_drives},
      {"exchanged", &EnergyBudget::exchanged},
      {"imbalance", &EnergyBudget::imbalance},
  }};
};

// ½ m v² apart from the rest, which is ½ ω·L.
class KineticEnergy final : public Measure {
 public:
  std::vector<Column> columns() const override {
    return {{"total", "J"}, {"translation", "J"}, {"rotation", "J"}};
  }
  void sample(const Sight& sight, std::span<double> values) override {
    const Bodies& bodies = sight.world.bodies;
    const auto sum = ordered_sum<Totals<2>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<2> {
      if (is_immobile(bodies.info[i])) return {};
      const double translation = 0.5 * mass(bodies.inertia[i]) * norm2(bodies.motion[i].velocity);
      return {{translation, kinetic_energy(bodies, static_cast<std::uint32_t>(i)) - translation}};
    });
    values[0] = sight.energy.kinetic, values[1] = sum[0], values[2] = sum[1];
  }
};

}  // namespace

MeasureRow energy_row() {
  return {"energy",
          "",
          "energies stored, lost and put in, and what is missing in their balance",
          {},
          [](const Value&, const World&) -> std::unique_ptr<Measure> { return std::make_unique<Energy>(); }};
}

MeasureRow kinetic_energy_row() {
  return {"kinetic_energy",
          "",
          "kinetic energy of the free bodies: of translation and of rotation",
          {},
          [](const Value&, const World&) -> std::unique_ptr<Measure> {
            return std::make_unique<KineticEnergy>();
          }};
}

}  // namespace cairn
