// The structure of a packing of free bodies, from the places of their centres [HM13].
//   pair_distribution   g(r) = V/(N (N − 1)/2) · (pairs with distance in [r, r + Δ))/(volume of that shell)
//     In a cell that repeats along all axes every pair counts once, at its shortest distance. In a box the
//     first body of a pair must be farther than `max` from every face of the box, so that its shells lie
//     inside; then g(r) = V/(N_1 (N − 1)) · (ordered pairs)/(volume of the shell), N bodies being in the box
//     of volume V.
//   structure_factor    S(k) = |Σ_j exp(−i k·x_j)|²/N at the wave vectors k of the cell, averaged over those
//     with |k| in an interval. S is the same at k and −k, so that one of them counts.
// In 2-D shells are rings in the x-z plane. Points placed by chance have g = 1 and S = 1.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "measure/measures.h"
#include "measure/near_pairs.h"
#include "measure/velocities.h"

namespace cairn {
namespace {

using std::numbers::pi;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// True if the cell repeats along all axes that count.
bool is_whole(const World& world) {
  const auto& periodic = world.cell.periodic;
  return periodic[0] && periodic[2] && (world.dimension == 2 || periodic[1]);
}

double ball(double r, int dimension) { return dimension == 2 ? pi * r * r : 4.0 / 3 * pi * r * r * r; }

class PairDistribution final : public Measure {
 public:
  PairDistribution(const Value& options, const World& world)
      : max_(options["max"].number()),
        bins_(static_cast<std::size_t>(options["bins"].integer())),
        box_(read_optional_region(options, world)),
        group_(read_optional_group(options, world)) {
    if (!box_ && !is_whole(world))
      throw InputError(
          "expected 'box', the part of space: only a cell that repeats along all axes needs none",
          options.mark());
    for (int k = 0; k < 3; ++k) {
      const bool ignored = k == 1 && world.dimension == 2;
      const bool repeats = world.cell.periodic[static_cast<std::size_t>(k)] != 0;
      const bool fits_cell = !repeats || 2 * max_ <= world.cell.widths()[k];
      const bool fits_box = !box_ || 2 * max_ < box_->high[k] - box_->low[k];
      if (ignored || (fits_cell && fits_box)) continue;
      throw InputError("max: expected at most half of the cell or box along each axis",
                       options["max"].mark());
    }
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2 * bins_);
    const World& world = sight.world;
    const Chosen chosen = choose(world, box_, group_);
    std::vector<Vec3> points = chosen.position;
    if (world.dimension == 2)
      for (Vec3& x : points) x.y = 0;
    // Pairs per shell; in a box only those whose first body is inside the inner box.
    std::vector<double> pairs(bins_ + 1);  // a distance just below `max` may round up
    const double width = max_ / static_cast<double>(bins_), per_width = 1 / width;
    const auto bin_of = [&](const Vec3& d) {
      return static_cast<std::size_t>(static_cast<int>(norm(d) * per_width));
    };
    const auto counts = [&](const Vec3& x) { return is_inner(x, world.dimension) ? 1.0 : 0.0; };
    const Cell none;
    if (box_)
      NearPairs(points, none, max_).for_each([&](auto i, auto j, const Vec3& d) {
        pairs[bin_of(d)] += counts(points[i]) + counts(points[j]);
      });
    else
      NearPairs(points, world.cell, max_).for_each([&](auto, auto, const Vec3& d) { pairs[bin_of(d)] += 2; });
    pairs[bins_ - 1] += pairs[bins_];
    double first = 0;
    for (const Vec3& x : points) first += box_ ? counts(x) : 1;
    const double all = static_cast<double>(points.size());
    const double volume = box_ ? box_->volume() : volume_of(world);
    for (std::size_t k = 0; k < bins_; ++k) {
      const double r = width * static_cast<double>(k);
      const double shell = ball(r + width, world.dimension) - ball(r, world.dimension);
      values[k] = r + 0.5 * width;
      values[bins_ + k] = all > 1 && first > 0 ? volume / (first * (all - 1)) * pairs[k] / shell : kNone;
    }
  }

 private:
  std::array<std::size_t, 2> repeats() const override { return {bins_, 1}; }
  static double volume_of(const World& world) { return world.cell.volume(); }
  bool is_inner(const Vec3& x, int dimension) const {
    for (int k = 0; k < 3; ++k) {
      if (k == 1 && dimension == 2) continue;
      if (x[k] < box_->low[k] + max_ || x[k] > box_->high[k] - max_) return false;
    }
    return true;
  }

  double max_;
  std::size_t bins_;
  std::optional<Region> box_;
  std::optional<Group> group_;
};

class StructureFactor final : public Measure {
 public:
  StructureFactor(const Value& options, const World& world)
      : most_(static_cast<int>(options["waves"].integer())),
        bins_(static_cast<std::size_t>(options["bins"].integer())),
        group_(read_optional_group(options, world)) {
    if (!is_whole(world))
      throw InputError("structure_factor needs a cell that repeats along all axes", options.mark());
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2 * bins_ + 1);
    const World& world = sight.world;
    const Chosen chosen = choose(world, {}, group_);
    const std::vector<Wave> waves = waves_of(world);
    // Fourier sums, from powers of the phases along the three edges.
    std::vector<std::complex<double>> sums(waves.size());
    const int wide = 2 * most_ + 1;
    std::vector<std::complex<double>> powers(3 * static_cast<std::size_t>(wide));
    const auto power = [&](int axis, int n) -> std::complex<double>& {
      return powers[static_cast<std::size_t>(axis * wide + n + most_)];
    };
    for (const Vec3& x : chosen.position) {
      const Vec3 part = world.cell.fraction(x);
      for (int axis = 0; axis < 3; ++axis) {
        const std::complex<double> one = std::polar(1.0, -2 * pi * part[axis]);
        power(axis, 0) = 1;
        for (int n = 1; n <= most_; ++n) {
          power(axis, n) = power(axis, n - 1) * one;
          power(axis, -n) = std::conj(power(axis, n));
        }
      }
      for (std::size_t w = 0; w < waves.size(); ++w)
        sums[w] += power(0, waves[w].n[0]) * power(1, waves[w].n[1]) * power(2, waves[w].n[2]);
    }
    // Means over the waves of an interval.
    const double count = static_cast<double>(chosen.body.size());
    const double width = waves.back().length / static_cast<double>(bins_);
    std::vector<double> total(bins_), number(bins_), lengths(bins_);
    for (std::size_t w = 0; w < waves.size(); ++w) {
      const auto bin = std::min(static_cast<std::size_t>(waves[w].length / width), bins_ - 1);
      total[bin] += std::norm(sums[w]) / count;
      lengths[bin] += waves[w].length;
      ++number[bin];
    }
    for (std::size_t k = 0; k < bins_; ++k) {
      const bool any = number[k] > 0;
      values[k] = any ? lengths[k] / number[k] : (static_cast<double>(k) + 0.5) * width;
      values[bins_ + k] = any && count > 0 ? total[k] / number[k] : kNone;
    }
    values[2 * bins_] = count;
  }

 private:
  std::array<std::size_t, 2> repeats() const override { return {bins_, 1}; }
  struct Wave {
    std::array<int, 3> n{};
    double length = 0;  // |k| [1/m]
  };
  // Half of the waves with at most `waves` periods along each edge, by length, up to the length that the
  // shortest set of periods reaches in every direction.
  std::vector<Wave> waves_of(const World& world) const {
    const Mat3 inward = inverse(world.cell.axes());
    const Vec3 widths = world.cell.widths();
    const bool flat = world.dimension == 2;
    double reach = std::min(most_ / widths.x, most_ / widths.z);
    if (!flat) reach = std::min(reach, most_ / widths.y);
    std::vector<Wave> waves;
    for (int a = 0; a <= most_; ++a) {
      for (int b = flat ? 0 : -most_; b <= (flat ? 0 : most_); ++b)
        for (int c = -most_; c <= most_; ++c) {
          const bool is_first = a > 0 || b > 0 || (b == 0 && c > 0);
          const Vec3 k = a * inward.row0 + b * inward.row1 + c * inward.row2;
          if (is_first && norm(k) <= reach * (1 + kRounding)) waves.push_back({{a, b, c}, 2 * pi * norm(k)});
        }
    }
    std::ranges::stable_sort(waves, {}, &Wave::length);
    return waves;
  }

  static constexpr double kRounding = 1e-12;
  int most_;
  std::size_t bins_;
  std::optional<Group> group_;
};

}  // namespace

MeasureRow pair_distribution_row() {
  using namespace declare;
  return {
      "pair_distribution",
      "HM13",
      "pair distribution function g(r) of the centres of the free bodies, in a periodic cell or a box",
      {number("max", dim::length, required, "largest distance; at most half of the cell or box").positive(),
       integer("bins", "50", "equal intervals of the distance").within(1, 1000), optional_region_option(),
       optional_group_option()},
      {{"rI", "m", "middle of interval I, counted from 0"},
       {"gI", "1", "g in interval I: 1 for points placed by chance"}},
      make_measure<PairDistribution>};
}

MeasureRow structure_factor_row() {
  using namespace declare;
  return {
      "structure_factor",
      "HM13",
      "structure factor S(k) of the centres of the free bodies in a periodic cell",
      {integer("waves", "8", "most periods of a wave along an edge of the cell").within(1, 32),
       integer("bins", "20", "equal intervals of the wave number").within(1, 1000), optional_group_option()},
      {{"kI", "1/m", "mean wave number |k| in interval I, counted from 0"},
       {"sI", "1", "S in interval I: 1 for points placed by chance; empty if no wave is in it"},
       {"count", "1", "free bodies that count"}},
      make_measure<StructureFactor>};
}

}  // namespace cairn
