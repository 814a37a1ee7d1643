// Who is there: number, mass, sizes and speeds of the bodies of an entry, or of all free bodies.
//   d10, d50, d90   diameters (twice the bounding radius) below which lie 10, 50 and 90 % of the mass
//   sauter          Σ d³/Σ d², the diameter with the mean ratio of volume to surface
// Fixed and driven bodies have no mass here: an entry of such bodies has a count alone.
#include <algorithm>
#include <limits>
#include <utility>

#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

class Population final : public Measure {
 public:
  Population(const Value& options, const World& world) : group_(read_optional_group(options, world)) {
    if (options.has("box")) region_ = read_region(options, world);
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 12);
    const Bodies& bodies = sight.world.bodies;
    std::vector<std::pair<double, double>> sizes;  // diameter and mass
    double total = 0, count = 0, cubes = 0, squares = 0, speeds = 0, energy = 0, fastest = 0, height = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!is_selected(bodies.info[i], group_)) continue;
      if (region_ && !region_->contains(bodies.place[i].position)) continue;
      const double m = mass(bodies.inertia[i]), d = 2 * bodies.place[i].radius;
      const double speed = norm(bodies.motion[i].velocity);
      ++count;
      if (m == 0) continue;
      sizes.emplace_back(d, m);
      total += m;
      cubes += d * d * d;
      squares += d * d;
      speeds += speed;
      energy += 0.5 * m * speed * speed;
      fastest = std::max(fastest, speed);
      height += m * bodies.place[i].position.z;
    }
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    values[0] = count;
    values[1] = total;
    if (sizes.empty()) return;
    std::ranges::sort(sizes);
    values[2] = sizes.front().first;
    values[3] = sizes.back().first;
    values[4] = cubes / squares;
    for (std::size_t k = 0; k < 3; ++k) values[5 + k] = diameter_at(sizes, kShares[k] * total);
    values[8] = speeds / static_cast<double>(sizes.size());
    values[9] = fastest;
    values[10] = energy;
    values[11] = height / total;
  }

 private:
  static constexpr std::array kShares{0.1, 0.5, 0.9};
  // The diameter at which the cumulative mass reaches `below`.
  static double diameter_at(const std::vector<std::pair<double, double>>& sizes, double below) {
    double sum = 0;
    for (const auto& [diameter, m] : sizes) {
      sum += m;
      if (sum >= below) return diameter;
    }
    return sizes.back().first;
  }

  std::optional<Group> group_;
  std::optional<Region> region_;
};

}  // namespace

MeasureRow population_row() {
  return {"population",
          "",
          "number, mass, sizes and speeds of the bodies of an entry or of all free bodies",
          {optional_group_option(), optional_region_option()},
          {{"count", "1", "bodies, fixed and driven ones of an entry too"},
           {"mass", "kg", "of the free ones"},
           {"smallest largest", "m", "diameter (twice the bounding radius) of the free ones"},
           {"sauter", "m", "Σ d³/Σ d²"},
           {"d10 d50 d90", "m", "diameters below which lie 10, 50 and 90 % of the mass"},
           {"speed fastest", "m/s", "mean and largest |v|"},
           {"kinetic_energy", "J", "of translation"},
           {"height", "m", "z of the centre of mass"}},
          make_measure<Population>};
}

}  // namespace cairn
