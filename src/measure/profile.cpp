// Profiles: what is in the bins of space (measure/bins.h). Bodies and contacts belong to the bin of their
// centre or point; solid volume is cut by the borders of the bins (measure/solid_volume.h).
//   velocity     V = Σ m v/Σ m
//   temperature  T = Σ m |v − V|²/(D Σ m)
//   stress       σ = (1/V_b) (sym Σ_c F ⊗ l + Σ_i m c ⊗ c), c = v − V of the bin, compression positive
//   kinetic      tr (1/V_b) Σ m c ⊗ c/D, the part of the pressure that fluctuations carry
// Only free bodies count. A contact with a fixed or driven body has the branch of the free one. Stresses
// count a contact in full in one bin, so bins should be as wide as a body, or values averaged over time.
#include <algorithm>
#include <limits>

#include "base/error.h"
#include "measure/bins.h"
#include "measure/measures.h"
#include "measure/virial.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Bin {
  double count = 0, mass = 0, squares = 0;
  Vec3 velocity;
  Symmetric kinetic, contacts;
};

class ProfileMeasure final : public Measure {
 public:
  ProfileMeasure(const Value& options, const World& world)
      : bins_(options, world), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 14 * bins_.size());
    const World& world = sight.world;
    bins_.update(world);
    std::ranges::fill(values, kNone);
    if (!bins_.is_valid()) return;
    std::vector<Bin> bins(bins_.size());
    std::vector<double> solid(bins_.size());
    add_bodies(world, bins, solid);
    add_contacts(sight, bins);
    write(bins, solid, world.dimension, values);
  }
  bool needs_contacts() const override { return true; }
  std::string remark() const override {
    return bins_.is_valid() ? "" : "the periodic cell is tilted against the bins: no values";
  }

 private:
  std::array<std::size_t, 2> repeats() const override { return {bins_.size(), 1}; }

  bool counts(const Info& info) const { return !is_immobile(info) && is_selected(info, group_); }

  // Velocity of the image that the bins see.
  Vec3 velocity(const World& world, std::size_t i) const {
    const Vec3& x = world.bodies.place[i].position;
    return world.bodies.motion[i].velocity + world.cell.gradient * (bins_.at_image(world, x) - x);
  }

  void add_bodies(const World& world, std::vector<Bin>& bins, std::vector<double>& solid) {
    const Bodies& bodies = world.bodies;
    std::vector<std::size_t> bin_of(bodies.size(), bins.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!counts(bodies.info[i])) continue;
      bins_.add_solid(world, i, solids_, solid);
      const auto at = bins_.bin_of(world, bodies.place[i].position);
      if (!at) continue;
      bin_of[i] = *at;
      Bin& bin = bins[*at];
      const double m = mass(bodies.inertia[i]);
      ++bin.count;
      bin.mass += m;
      bin.velocity += m * velocity(world, i);
    }
    for (Bin& bin : bins)
      if (bin.mass > 0) bin.velocity = bin.velocity / bin.mass;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bin_of[i] == bins.size()) continue;
      Bin& bin = bins[bin_of[i]];
      const Vec3 c = velocity(world, i) - bin.velocity;
      const double m = mass(bodies.inertia[i]);
      bin.squares += m * norm2(c);
      bin.kinetic += symmetric_product(m * c, c);
    }
  }

  void add_contacts(const Sight& sight, std::vector<Bin>& bins) const {
    for (const ContactForce& contact : sight.contacts) {
      const auto at = bins_.bin_of(sight.world, contact.point);
      if (at) bins[*at].contacts += symmetric_product(contact.force, branch(sight.world, contact, group_));
    }
  }

  // Column by column, in the order of the row.
  void write(const std::vector<Bin>& bins, const std::vector<double>& solid, int dimension,
             std::span<double> values) const {
    const std::size_t n = bins.size();
    for (std::size_t k = 0; k < n; ++k) {
      const Bin& bin = bins[k];
      const double volume = bins_.volume(k), d = dimension;
      values[k] = bins_.middle(k);
      values[n + k] = bin.count;
      values[2 * n + k] = solid[k] / volume;
      if (bin.mass > 0) {
        for (std::size_t axis = 0; axis < 3; ++axis)
          values[3 * n + 3 * k + axis] = bin.velocity[static_cast<int>(axis)];
        values[6 * n + k] = bin.squares / (d * bin.mass);
      }
      for (std::size_t part = 0; part < 6; ++part)
        values[7 * n + 6 * k + part] = (bin.contacts[part] + bin.kinetic[part]) / volume;
      values[13 * n + k] = (bin.kinetic[0] + bin.kinetic[1] + bin.kinetic[2]) / (d * volume);
    }
  }

  Bins bins_;
  std::optional<Group> group_;
  SolidVolumes solids_;
};

}  // namespace

MeasureRow profile_row() {
  using namespace declare;
  Fields options = space_options();
  options.insert(options.begin(), bins_option());
  options.push_back(
      text("body", optional, "only the free bodies of this entry and their contacts; without it all"));
  return {
      "profile",
      "",
      "profiles in slabs, shells or the cells of a grid: velocity, solid fraction, temperature and stress",
      options,
      {{"at_I", "m",
        "middle of bin I, counted from 0: coordinate along the axis of slabs, z in a grid, radius of shells"},
       {"count_I", "1", "free bodies with their centre in the bin"},
       {"solid_fraction_I", "1", "solid volume over volume, bodies at a border in part"},
       {"vx_I vy_I vz_I", "m/s", "mean velocity Σ m v/Σ m; empty in an empty bin"},
       {"temperature_I", "m2/s2", "Σ m |v − V|²/(D Σ m)"},
       {"xx_I yy_I zz_I xy_I xz_I yz_I", "Pa", "stress of contacts and fluctuations, compression positive"},
       {"kinetic_I", "Pa", "part of the pressure that fluctuations carry"}},
      make_measure<ProfileMeasure>};
}

}  // namespace cairn
