// Tensors of the contacts of a step. Both are symmetric; their components are xx, yy, zz, xy, xz, yz.
//   stress  after [LO27; CMN81], the part that contacts carry; `motion` adds the part of the motion [GO03]:
//             σ = sym (1/V) (Σ_c F ⊗ l + Σ_i m c ⊗ c) [Pa], compression positive
//           c is the velocity of a free body in the box about the mean velocity or the mean flow
//           (measure/velocities.h). The first sum runs over the contacts whose point x_c lies in the box of
//           volume V, which may follow walls, or over all contacts in a periodic cell. F is the force on B.
//           The branch is l = (x_c − x_A) + (x_B − x_c) = x_B − x_A. A fixed or driven body has no share in
//           it, so that the branch goes from the centre of the free body to the point. If the scene names an
//           entry, only the shares of its free bodies count; the stresses of all entries add up to the whole.
//           A contact counts in full or not at all, so the box should be several bodies wide. Pressure p = tr
//           σ/3 and deviator q = √(3 J₂), which is |σ₁ − σ₃| if two principal stresses agree.
//   fabric  (1/N) Σ_c n ⊗ n over N contacts, those with walls too; its trace is 1 [OD82]. Its deviator is
//           formed like q; it is 0 if the normals have no preferred direction and 1 if all are parallel.
// In 2-D both lie in the x-z plane: V is an area times one metre of depth, yy, xy and yz are 0,
// p = (σ_xx + σ_zz)/2 and q = |σ₁ − σ₂| = √((σ_xx − σ_zz)² + 4 σ_xz²), likewise for the fabric.
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/space.h"
#include "measure/velocities.h"
#include "measure/virial.h"

namespace cairn {
namespace {

class Stress final : public Measure {
 public:
  Stress(const Value& options, const World& world)
      : space_(options, world), group_(read_optional_group(options, world)), motion_(read_motion(options)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 8);
    const Extent extent = space_.at(sight.world);
    const auto term = [&](std::size_t k) -> Symmetric {
      const ContactForce& contact = sight.contacts[k];
      if (!space_.counts(sight.world, contact, extent)) return {};
      return symmetric_product(contact.force, branch(sight.world, contact, group_));
    };
    Symmetric sum = total<Symmetric>(sight.threads, sight.contacts.size(), term);
    if (motion_) sum += of_motion(sight.world, extent, *motion_);
    for (std::size_t k = 0; k < 6; ++k) values[k] = sum[k] / extent.volume;
    values[6] = (values[0] + values[1] + values[2]) / sight.world.dimension;
    values[7] = deviator(values.first(6), sight.world.dimension);
  }
  bool needs_contacts() const override { return true; }

 private:
  // About which velocities fluctuate; nothing if only contacts count.
  static std::optional<FlowFit> read_motion(const Value& options) {
    const std::string& about = options["motion"].chosen();
    if (about == "none") return {};
    return about == "flow" ? FlowFit::gradient : FlowFit::mean;
  }

  // Σ m c ⊗ c.
  Symmetric of_motion(const World& world, const Extent& extent, FlowFit fit) const {
    const Chosen chosen = choose(world, extent.region, group_);
    const MeanFlow flow = mean_flow(world, chosen, fit);
    Symmetric sum;
    for (std::size_t k = 0; k < chosen.body.size(); ++k) {
      const Vec3 c = chosen.velocity[k] - flow.at(chosen.position[k]);
      sum += symmetric_product(mass(world.bodies.inertia[chosen.body[k]]) * c, c);
    }
    return sum;
  }

  Space space_;
  std::optional<Group> group_;
  std::optional<FlowFit> motion_;
};

class Fabric final : public Measure {
 public:
  Fabric(const Value& options, const World& world) : region_(read_optional_region(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 8);
    const auto inside = [&](std::size_t k) { return !region_ || region_->contains(sight.contacts[k].point); };
    const auto tensor = [&](std::size_t k) -> Symmetric {
      const Vec3& n = sight.contacts[k].normal;
      return inside(k) ? symmetric_product(n, n) : Symmetric{};
    };
    const std::size_t size = sight.contacts.size();
    const double count = total<double>(sight.threads, size, [&](std::size_t k) { return inside(k); });
    const auto sum = total<Symmetric>(sight.threads, size, tensor);
    const double scale = count > 0 ? 1 / count : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < 6; ++k) values[k] = sum[k] * scale;
    values[6] = count;
    values[7] = deviator(values.first(6), sight.world.dimension);
  }
  bool needs_contacts() const override { return true; }

 private:
  std::optional<Region> region_;
};

}  // namespace

MeasureRow stress_row() {
  declare::Fields options = space_options();
  options.push_back(
      declare::text("body", optional, "only the share of the free bodies of this entry; without it of all"));
  options.push_back(declare::choice(
      "motion", {"none", "mean", "flow"}, "none",
      "adds the stress that motion carries, Σ m c ⊗ c/V, to that of the contacts: velocities c about their "
      "mean, or about the mean with its mean gradient"));
  return {
      "stress",
      "LO27; CMN81; GO03",
      "stress tensor carried by the contacts in a box or between walls, compression positive; pressure and "
      "deviator; in 2-D per metre of depth",
      options,
      {{"xx yy zz xy xz yz", "Pa",
        "components of σ = sym (1/V) Σ F ⊗ l, compression positive: F on B, l from A to B; with `motion` the "
        "part of the motion too"},
       {"pressure", "Pa", "p = tr σ/3, in 2-D (xx + zz)/2, compression positive"},
       {"deviator", "Pa", "q = √(3 J₂), in 2-D the difference of the principal stresses, never negative"}},
      make_measure<Stress>};
}

MeasureRow fabric_row() {
  return {"fabric",
          "OD82",
          "fabric tensor, the mean of n n over the contacts; their number, and the deviator: 0 isotropic, 1 "
          "all parallel",
          {optional_region_option()},
          {{"xx yy zz xy xz yz", "1", "components of (1/N) Σ n ⊗ n, of trace 1"},
           {"count", "1", "contacts N, those with walls too"},
           {"deviator", "1",
            "formed as that of the stress: 0 without a preferred direction, 1 if all normals are parallel"}},
          make_measure<Fabric>};
}

}  // namespace cairn
