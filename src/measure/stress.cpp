// Tensors of the contacts of a step; both are symmetric and given by xx, yy, zz, xy, xz, yz.
//   stress  after Love and Weber, the part carried by contacts (none of the motion), compression positive:
//           σ = sym (1/V) Σ_c F ⊗ l [Pa] over the contacts whose point x_c lies in the box of volume V,
//           or over all in a periodic cell. F is
//           the force on B, l = (x_c − x_A) + (x_B − x_c) = x_B − x_A the branch; a fixed or driven body has
//           no share in it, which leaves the branch between the free body's centre and the point. With an
//           entry named, only the shares of its free bodies count: the stresses of all entries add up to
//           the whole. A contact counts in full or not at all, so that the box should be several bodies wide.
//           pressure p = tr σ/3 and deviator q = √(3 J₂), |σ₁ − σ₃| if two principal stresses are equal
//   fabric  (1/N) Σ_c n ⊗ n over N contacts, those with walls too; of trace 1. Its deviator, formed like q,
//           is 0 if the normals have no preferred direction and 1 if all are parallel.
// In 2-D both live in the x-z plane: V is an area times one metre of depth, yy, xy and yz are 0,
// p = (σ_xx + σ_zz)/2 and q = |σ₁ − σ₂| = √((σ_xx − σ_zz)² + 4 σ_xz²), likewise for the fabric.
#include <cmath>
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {
namespace {

using Symmetric = Totals<6>;  // xx, yy, zz, xy, xz, yz

Symmetric symmetric_product(const Vec3& a, const Vec3& b) {
  return {{a.x * b.x, a.y * b.y, a.z * b.z, 0.5 * (a.x * b.y + a.y * b.x), 0.5 * (a.x * b.z + a.z * b.x),
           0.5 * (a.y * b.z + a.z * b.y)}};
}

double deviator(std::span<const double> t, int dimension) {
  if (dimension == 2) return std::hypot(t[0] - t[2], 2 * t[4]);
  const double xy = t[0] - t[1], yz = t[1] - t[2], zx = t[2] - t[0];
  const double shear = t[3] * t[3] + t[4] * t[4] + t[5] * t[5];
  return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * shear);
}

std::vector<Column> tensor_columns(const char* unit) {
  std::vector<Column> columns;
  for (const char* name : {"xx", "yy", "zz", "xy", "xz", "yz"}) columns.push_back({name, unit});
  return columns;
}

class Stress final : public Measure {
 public:
  Stress(const Value& options, const World& world)
      : region_(read_region_or_cell(options, world)), group_(read_optional_group(options, world)) {}

  std::vector<Column> columns() const override {
    std::vector<Column> columns = tensor_columns("Pa");
    columns.push_back({"pressure", "Pa"});
    columns.push_back({"deviator", "Pa"});
    return columns;
  }
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 8);
    const auto term = [&](std::size_t k) -> Symmetric {
      const ContactForce& contact = sight.contacts[k];
      if (region_ && !region_->contains(contact.point)) return {};
      return symmetric_product(contact.force, arm(sight.world, contact.key.a, contact.point) -
                                                  arm(sight.world, contact.key.b, contact.point));
    };
    const auto sum = ordered_sum<Symmetric>(sight.threads, sight.contacts.size(), term);
    const double volume = region_ ? region_->volume() : sight.world.cell.volume();
    for (std::size_t k = 0; k < 6; ++k) values[k] = sum[k] / volume;
    values[6] = (values[0] + values[1] + values[2]) / sight.world.dimension;
    values[7] = deviator(values.first(6), sight.world.dimension);
  }
  bool needs_contacts() const override { return true; }

 private:
  // From the centre of a body to a contact; nothing for a body that does not count or is gone.
  Vec3 arm(const World& world, Uid uid, const Vec3& point) const {
    const Bodies& bodies = world.bodies;
    const std::uint32_t i = bodies.local(uid);
    if (i == kNoBody || is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group_)) return {};
    const Vec3 arm = world.cell.nearest(point - bodies.place[i].position);
    return world.dimension == 2 ? Vec3{arm.x, 0, arm.z} : arm;
  }

  std::optional<Region> region_;
  std::optional<Group> group_;
};

class Fabric final : public Measure {
 public:
  Fabric(const Value& options, const World& world) : region_(read_optional_region(options, world)) {}

  std::vector<Column> columns() const override {
    std::vector<Column> columns = tensor_columns("1");
    columns.push_back({"count", "1"});
    columns.push_back({"deviator", "1"});
    return columns;
  }
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 8);
    const auto inside = [&](std::size_t k) { return !region_ || region_->contains(sight.contacts[k].point); };
    const auto tensor = [&](std::size_t k) -> Symmetric {
      const Vec3& n = sight.contacts[k].normal;
      return inside(k) ? symmetric_product(n, n) : Symmetric{};
    };
    const std::size_t size = sight.contacts.size();
    const double count = ordered_sum<double>(sight.threads, size, [&](std::size_t k) { return inside(k); });
    const auto sum = ordered_sum<Symmetric>(sight.threads, size, tensor);
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
  const Option body =
      declare::text("body", optional, "only the share of the free bodies of this entry; without it of all");
  return {
      "stress",
      "Love 1927, Weber 1966",
      "stress tensor carried by the contacts in a box, compression positive; pressure and deviator; in 2-D "
      "per metre of depth",
      {region_or_cell_option(), body},
      make_measure<Stress>};
}

MeasureRow fabric_row() {
  return {"fabric",
          "Satake 1982",
          "fabric tensor, the mean of n n over the contacts; their number, and the deviator: 0 isotropic, 1 "
          "all parallel",
          {optional_region_option()},
          make_measure<Fabric>};
}

}  // namespace cairn
