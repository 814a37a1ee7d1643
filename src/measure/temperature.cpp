// Velocities of the free bodies and their fluctuations c = v − V(x) [GO03].
//   temperature         T = Σ m |c|²/(D Σ m) [m²/s²], D = 3, or 2 in a plane
//     tensor            T_ij = Σ m c_i c_j/Σ m
//     rotational        T_r = Σ I ω²/(D_r Σ m) [m²/s²] with D_r = 3 or 1: T if energy is shared equally
//     kurtosis          a_2 = (D/(D + 2)) ⟨c⁴⟩/⟨c²⟩² − 1, means over bodies; 0 for a Maxwell distribution
//   velocity_moments    mean, variance, skewness and excess kurtosis of each velocity component over the
//                       bodies; a normal distribution has skewness and excess 0
// V is the mean velocity, or the mean with its mean gradient (measure/velocities.h).
#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/measures.h"
#include "measure/velocities.h"
#include "measure/virial.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// ω·I ω of a body.
double twice_spin_energy(const Bodies& bodies, std::uint32_t i) {
  const Vec3 w = rotate_back(bodies.orientation[i], bodies.motion[i].spin);
  const Vec3& inverse = bodies.inertia[i].inverse_moments;
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += inverse[k] > 0 ? w[k] * w[k] / inverse[k] : 0;
  return sum;
}

class Temperature final : public Measure {
 public:
  Temperature(const Value& options, const World& world)
      : region_(read_optional_region(options, world)),
        group_(read_optional_group(options, world)),
        fit_(options["about"].chosen() == "flow" ? FlowFit::gradient : FlowFit::mean) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 13);
    const World& world = sight.world;
    const Bodies& bodies = world.bodies;
    const Chosen chosen = choose(world, region_, group_);
    const MeanFlow flow = mean_flow(world, chosen, fit_);
    std::ranges::fill(values, kNone);
    values[12] = static_cast<double>(chosen.body.size());
    if (chosen.body.empty()) return;
    Symmetric tensor;
    double rotational = 0, squares = 0, fourths = 0;
    for (std::size_t k = 0; k < chosen.body.size(); ++k) {
      const std::uint32_t i = chosen.body[k];
      const double m = mass(bodies.inertia[i]);
      const Vec3 c = chosen.velocity[k] - flow.at(chosen.position[k]);
      Symmetric term = symmetric_product(c, c);
      for (double& part : term.value) part *= m;
      tensor += term;
      rotational += twice_spin_energy(bodies, i);
      squares += norm2(c);
      fourths += norm2(c) * norm2(c);
    }
    const double d = world.dimension, count = values[12];
    values[0] = (tensor[0] + tensor[1] + tensor[2]) / (d * flow.mass);
    values[1] = rotational / ((world.dimension == 2 ? 1 : 3) * flow.mass);
    for (std::size_t k = 0; k < 6; ++k) values[2 + k] = tensor[k] / flow.mass;
    for (std::size_t k = 0; k < 3; ++k) values[8 + k] = flow.velocity[static_cast<int>(k)];
    values[11] = squares > 0 ? d / (d + 2) * fourths * count / (squares * squares) - 1 : kNone;
  }

 private:
  std::optional<Region> region_;
  std::optional<Group> group_;
  FlowFit fit_;
};

class VelocityMoments final : public Measure {
 public:
  VelocityMoments(const Value& options, const World& world)
      : region_(read_optional_region(options, world)), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 13);
    const Chosen chosen = choose(sight.world, region_, group_);
    std::ranges::fill(values, kNone);
    const double count = static_cast<double>(chosen.body.size());
    values[12] = count;
    if (chosen.body.empty()) return;
    Vec3 mean;
    for (const Vec3& v : chosen.velocity) mean += v / count;
    for (int k = 0; k < 3; ++k) {
      double second = 0, third = 0, fourth = 0;
      for (const Vec3& v : chosen.velocity) {
        const double c = v[k] - mean[k];
        second += c * c / count;
        third += c * c * c / count;
        fourth += c * c * c * c / count;
      }
      const std::size_t at = static_cast<std::size_t>(k);
      values[at] = mean[k];
      values[3 + at] = second;
      values[6 + at] = second > 0 ? third / (second * std::sqrt(second)) : kNone;
      values[9 + at] = second > 0 ? fourth / (second * second) - 3 : kNone;
    }
  }

 private:
  std::optional<Region> region_;
  std::optional<Group> group_;
};

}  // namespace

MeasureRow temperature_row() {
  using namespace declare;
  return {
      "temperature",
      "GO03",
      "granular temperature: velocity fluctuations of the free bodies about their mean velocity or mean flow",
      {optional_region_option(), optional_group_option(),
       choice("about", {"mean", "flow"}, "mean",
              "fluctuations about the mean velocity, or about the mean velocity with its mean gradient")},
      {{"temperature", "m2/s2", "T = Σ m |c|²/(D Σ m) with D = 3, in 2-D D = 2"},
       {"rotational", "m2/s2",
        "Σ I ω²/(D_r Σ m) with D_r = 3, in 2-D 1: equal to T if energy is shared equally"},
       {"xx yy zz xy xz yz", "m2/s2", "Σ m c_i c_j/Σ m"},
       {"vx vy vz", "m/s", "mean velocity Σ m v/Σ m"},
       {"kurtosis", "1", "a_2 = D ⟨c⁴⟩/((D + 2) ⟨c²⟩²) − 1 over bodies, 0 for a Maxwell distribution"},
       {"count", "1", "free bodies that count"}},
      make_measure<Temperature>};
}

MeasureRow velocity_moments_row() {
  return {"velocity_moments",
          "",
          "mean, variance, skewness and excess kurtosis of the velocity components of the free bodies",
          {optional_region_option(), optional_group_option()},
          {{"mean_x mean_y mean_z", "m/s", "mean over bodies"},
           {"variance_x variance_y variance_z", "m2/s2", "⟨c²⟩ about the mean"},
           {"skewness_x skewness_y skewness_z", "1", "⟨c³⟩/⟨c²⟩^1.5, 0 if symmetric"},
           {"excess_x excess_y excess_z", "1", "⟨c⁴⟩/⟨c²⟩² − 3, 0 for a normal distribution"},
           {"count", "1", "free bodies that count"}},
          make_measure<VelocityMoments>};
}

}  // namespace cairn
