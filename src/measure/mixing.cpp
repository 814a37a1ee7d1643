// How well one entry of bodies is mixed among all free bodies, from samples: the cells of a grid over a box.
//   p      number share of the entry, over all cells with at least `fewest` bodies
//   σ²     variance of the share c of a cell, Σ n (c − p)²/Σ n, weighted by the bodies n of a cell
//   Lacey  M = (σ_0² − σ²)/(σ_0² − σ_R²), σ_0² = p (1 − p) of unmixed and σ_R² = σ_0² K/N of random bodies:
//          0 unmixed, 1 random [LA54]; K cells hold N bodies
//   RSD    σ/p
//   segregation along x, y, z  (X_entry − X_other)/w: distance between the mean places of the entry and of
//          the others in the box, over the standard deviation w of all
// σ_R² follows from cells filled by chance with n bodies: E σ² = Σ_k n_k (σ_0²/n_k)/N.
#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/velocities.h"

namespace cairn {
namespace {

class Mixing final : public Measure {
 public:
  Mixing(const Value& options, const World& world)
      : region_(read_region(options, world)),
        tracer_(read_group(options, world)),
        size_(options["cell"].number()),
        fewest_(static_cast<double>(options["fewest"].integer())) {
    double cells = 1;
    for (int k = 0; k < 3; ++k) {
      const bool ignored = k == 1 && world.dimension == 2;
      const double count =
          ignored ? 1 : std::max(1.0, std::round((region_.high[k] - region_.low[k]) / size_));
      cells *= count;
      if (!(cells <= kMostCells))
        throw InputError("cell: the box has more than 10 million cells of this size", options["cell"].mark());
      counts_[static_cast<std::size_t>(k)] = static_cast<std::size_t>(count);
    }
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 7);
    const Bodies& bodies = sight.world.bodies;
    const Chosen chosen = choose(sight.world, region_, {});
    std::vector<double> all(counts_[0] * counts_[1] * counts_[2]), ours(all.size());
    Places places;
    for (std::size_t k = 0; k < chosen.body.size(); ++k) {
      const std::size_t cell = cell_of(chosen.position[k]);
      const bool is_tracer = bodies.info[chosen.body[k]].group == tracer_;
      all[cell] += 1;
      ours[cell] += is_tracer ? 1 : 0;
      places.add(chosen.position[k], is_tracer);
    }
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    // Sums over the cells that count.
    double bodies_all = 0, bodies_ours = 0, cells = 0;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (all[c] < fewest_) continue;
      bodies_all += all[c];
      bodies_ours += ours[c];
      ++cells;
    }
    values[6] = cells;
    if (bodies_all == 0) return;
    const double p = bodies_ours / bodies_all;
    double variance = 0;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (all[c] < fewest_) continue;
      const double off = ours[c] / all[c] - p;
      variance += all[c] * off * off / bodies_all;
    }
    const double unmixed = p * (1 - p), random = unmixed * cells / bodies_all;
    values[0] = (unmixed - variance) / (unmixed - random);
    values[1] = std::sqrt(variance) / p;
    values[2] = p;
    for (std::size_t k = 0; k < 3; ++k) values[3 + k] = places.segregation(static_cast<int>(k));
  }

 private:
  static constexpr double kMostCells = 1e7;

  // First and second moments of the places of tracers and others.
  struct Places {
    Vec3 tracer, other, squares;
    double tracers = 0, others = 0;

    void add(const Vec3& x, bool is_tracer) {
      (is_tracer ? tracer : other) += x;
      (is_tracer ? tracers : others) += 1;
      squares += scaled(x, x);
    }
    double segregation(int k) const {
      const double n = tracers + others, mean = (tracer[k] + other[k]) / n;
      const double variance = squares[k] / n - mean * mean;
      return (tracer[k] / tracers - other[k] / others) / std::sqrt(variance);
    }
  };

  std::size_t cell_of(const Vec3& x) const {
    std::size_t index = 0;
    for (int k = 2; k >= 0; --k) {
      const std::size_t n = counts_[static_cast<std::size_t>(k)];
      const double part = (x[k] - region_.low[k]) / (region_.high[k] - region_.low[k]);
      const auto at = static_cast<std::size_t>(std::clamp(part * static_cast<double>(n), 0.0, 1e9));
      index = index * n + (n == 1 ? 0 : std::min(at, n - 1));
    }
    return index;
  }

  Region region_;
  Group tracer_;
  double size_, fewest_;
  std::array<std::size_t, 3> counts_{};
};

}  // namespace

MeasureRow mixing_row() {
  using namespace declare;
  return {
      "mixing",
      "LA54",
      "how well the bodies of one entry are mixed among all free bodies of a box, from the cells of a grid",
      {group_option(), region_option(),
       number("cell", dim::length, required, "edge of a cell, about; a cell should hold 10 to 100 bodies")
           .positive(),
       integer("fewest", "5", "bodies that a cell needs in order to count").at_least(1)},
      {{"lacey", "1", "Lacey's index: 0 unmixed, 1 as random"},
       {"rsd", "1", "standard deviation of the share in a cell over the share in all"},
       {"share", "1", "number share p of the entry in the cells that count"},
       {"segregation_x segregation_y segregation_z", "1",
        "mean place of the entry less that of the others, over the standard deviation of all"},
       {"cells", "1", "cells that count"}},
      make_measure<Mixing>};
}

}  // namespace cairn
