// The inertial number of a sheared packing, the ratio of the time of a rearrangement to that of the shear
// [MI04; DEP05].
//   I = γ̇ d √(ρ/p),   μ* = |τ|/p
// γ̇ is the shear rate of the mean velocity gradient of the free bodies (measure/velocities.h), p the pressure
// of their contacts and fluctuations, d their mean diameter (twice the bounding radius) and ρ the density of
// their solid. |τ| is the shear part of the stress: half the difference of the largest and the smallest
// principal value in a plane, and √J₂ in space, so that μ* is |σ_xz|/p in simple shear. In 2-D ρ is a mass
// per area of the solid.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/solid_volume.h"
#include "measure/space.h"
#include "measure/velocities.h"
#include "measure/virial.h"

namespace cairn {
namespace {

class InertialNumber final : public Measure {
 public:
  InertialNumber(const Value& options, const World& world)
      : space_(options, world), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 5);
    const World& world = sight.world;
    const Extent extent = space_.at(world);
    const Chosen chosen = choose(world, extent.region, group_);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    if (chosen.body.empty()) return;
    const MeanFlow flow = mean_flow(world, chosen, FlowFit::gradient);
    const Symmetric stress = stress_of(sight, chosen, flow, extent);
    const int dimension = world.dimension;
    const double pressure = (stress[0] + stress[1] + stress[2]) / dimension;
    const double q = deviator(stress.value, dimension);
    const double rate = shear_rate(flow.gradient, dimension);
    const Grains grains = grains_of(world, chosen);
    values[1] = dimension == 2 ? 0.5 * q / pressure : q / std::sqrt(3.0) / pressure;
    values[2] = rate;
    values[3] = pressure;
    values[4] = grains.diameter;
    if (pressure > 0) values[0] = rate * grains.diameter * std::sqrt(grains.density / pressure);
  }
  bool needs_contacts() const override { return true; }

 private:
  struct Grains {
    double diameter = 0, density = 0;
  };
  Grains grains_of(const World& world, const Chosen& chosen) {
    constexpr Vec3 kFar{kInfinity, kInfinity, kInfinity};
    Region everywhere{{-kFar, kFar}, world.dimension};
    double volume = 0, total = 0, diameters = 0;
    for (const std::uint32_t i : chosen.body) {
      solids_.meet(world, i);
      volume += solids_.inside(world, i, everywhere);
      total += mass(world.bodies.inertia[i]);
      diameters += 2 * world.bodies.place[i].radius;
    }
    return {diameters / static_cast<double>(chosen.body.size()), total / volume};
  }
  // Contacts and fluctuations.
  Symmetric stress_of(const Sight& sight, const Chosen& chosen, const MeanFlow& flow, const Extent& extent) {
    const World& world = sight.world;
    Symmetric sum = total<Symmetric>(sight.threads, sight.contacts.size(), [&](std::size_t k) {
      const ContactForce& contact = sight.contacts[k];
      if (!space_.counts(world, contact, extent)) return Symmetric{};
      return symmetric_product(contact.force, branch(world, contact, group_));
    });
    for (std::size_t k = 0; k < chosen.body.size(); ++k) {
      const Vec3 c = chosen.velocity[k] - flow.at(chosen.position[k]);
      sum += symmetric_product(mass(world.bodies.inertia[chosen.body[k]]) * c, c);
    }
    for (double& part : sum.value) part /= extent.volume;
    return sum;
  }

  Space space_;
  std::optional<Group> group_;
  SolidVolumes solids_;
};

}  // namespace

MeasureRow inertial_number_row() {
  declare::Fields options = space_options();
  options.push_back(declare::text("body", optional,
                                  "only the free bodies of this entry and their contacts; without it all"));
  return {"inertial_number",
          "MI04; DEP05",
          "inertial number of sheared bodies in a box or between walls, and the stress ratio that it sets",
          options,
          {{"number", "1", "I = γ̇ d √(ρ/p)"},
           {"stress_ratio", "1", "μ* = √J₂/p, in 2-D half the difference of the principal stresses over p"},
           {"shear_rate", "1/s", "γ̇ = √(2 D' : D') of the mean velocity gradient, never negative"},
           {"pressure", "Pa", "p of contacts and fluctuations, compression positive"},
           {"diameter", "m", "mean diameter d of the bodies"}},
          make_measure<InertialNumber>};
}

}  // namespace cairn
