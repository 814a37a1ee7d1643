// Coarse-grained fields on a grid [GO10; WTL12]: sums over bodies and contacts, weighted by a kernel W of
// width c with ∫ W dV = 1.
//   ρ(r) = Σ m W(r − x),   φ(r) = Σ V_s W(r − x),   V(r) = Σ m v W(r − x)/ρ
//   σ_k(r) = Σ m (v − V)(v − V) W(r − x),   T = tr σ_k/(D ρ)
//   σ_c(r) = Σ_c sym F ⊗ l ∫₀¹ W(r − x_0 − s l) ds
// The line x_0 + s l runs from centre to centre, and for a contact with a fixed or driven body from the
// centre of the free one to the contact point. V_s is the solid volume of a body. Stresses are compressive if
// positive. The kernel is Lucy's polynomial with support c,
//   W = C (1 + 3 r/c)(1 − r/c)³,   C = 105/(16 π c³), in 2-D 5/(π c²).
// The integral along a branch is taken by Gauss's rule; its error falls with the width of the kernel.
#include "measure/field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "math/gauss.h"
#include "measure/measures.h"
#include "measure/virial.h"

namespace cairn {
namespace {

using std::numbers::pi;

constexpr int kAlong = 5;             // nodes along a branch
constexpr double kMostPoints = 2e6;   // of a grid
constexpr std::size_t kMoments = 11;  // ρ, φ, momentum (3), Σ m v v W (6)

}  // namespace

double CoarseGraining::Kernel::operator()(double distance) const {
  const double s = distance / reach;
  if (s >= 1) return 0;
  const double height = dimension == 2 ? 5 / (pi * reach * reach) : 105 / (16 * pi * reach * reach * reach);
  return height * (1 + 3 * s) * (1 - s) * (1 - s) * (1 - s);
}

CoarseGraining::CoarseGraining(const Value& options, const World& world)
    : region_(read_region(options, world)),
      group_(read_optional_group(options, world)),
      kernel_{options["width"].number(), world.dimension} {
  for (std::size_t k = 0; const char* key : {"nx", "ny", "nz"}) {
    const bool ignored = k == 1 && world.dimension == 2;
    grid_.points[k++] = ignored ? 1 : static_cast<std::size_t>(options[key].integer());
  }
  for (int k = 0; k < 3; ++k) {
    grid_.spacing[k] =
        (region_.high[k] - region_.low[k]) / static_cast<double>(grid_.points[static_cast<std::size_t>(k)]);
    grid_.first[k] = region_.low[k] + 0.5 * grid_.spacing[k];
  }
  if (world.dimension == 2) {
    grid_.first.y = 0;
    grid_.spacing.y = 1;
  }
  if (static_cast<double>(grid_.points[0]) * static_cast<double>(grid_.points[1]) *
          static_cast<double>(grid_.points[2]) >
      kMostPoints)
    throw InputError("a grid has at most two million points", options.mark());
}

const GridField& CoarseGraining::find(const Sight& sight) {
  const std::size_t count = grid_.points[0] * grid_.points[1] * grid_.points[2];
  moments_.assign(count * kMoments, 0);
  contacts_.assign(count * 6, 0);
  add_bodies(sight.world);
  add_contacts(sight);
  make_parts(sight.world.dimension);
  return grid_;
}

// Calls add(point, W) for the points of the grid within reach of any image of x.
template <class Add>
void CoarseGraining::spread(const World& world, const Vec3& x, Add&& add) const {
  for (int image = 0; image < kImages; ++image) {
    const std::array<int, 3> n{image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    bool exists = true;
    for (std::size_t k = 0; k < 3; ++k) exists = exists && (n[k] == 0 || world.cell.periodic[k]);
    if (exists) spread_one(image == kHere ? x : x + world.cell.shift(static_cast<CellImage>(image)), add);
  }
}

template <class Add>
void CoarseGraining::spread_one(const Vec3& x, Add&& add) const {
  std::array<std::size_t, 3> first{}, last{};
  for (int k = 0; k < 3; ++k) {
    if (k == 1 && kernel_.dimension == 2) continue;
    const std::size_t axis = static_cast<std::size_t>(k);
    const double low = std::ceil((x[k] - kernel_.reach - grid_.first[k]) / grid_.spacing[k]);
    const double high = std::floor((x[k] + kernel_.reach - grid_.first[k]) / grid_.spacing[k]);
    const double end = static_cast<double>(grid_.points[axis]) - 1;
    if (!(low <= end) || !(high >= 0) || low > high) return;
    first[axis] = static_cast<std::size_t>(std::max(low, 0.0));
    last[axis] = static_cast<std::size_t>(std::min(high, end));
  }
  for (std::size_t k = first[2]; k <= last[2]; ++k)
    for (std::size_t j = first[1]; j <= last[1]; ++j)
      for (std::size_t i = first[0]; i <= last[0]; ++i) {
        Vec3 d = place_of(i, j, k) - x;
        if (kernel_.dimension == 2) d.y = 0;
        const double weight = kernel_(norm(d));
        if (weight > 0) add(i + grid_.points[0] * (j + grid_.points[1] * k), weight);
      }
}

Vec3 CoarseGraining::place_of(std::size_t i, std::size_t j, std::size_t k) const {
  const Vec3 index{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
  return grid_.first + scaled(index, grid_.spacing);
}

void CoarseGraining::add_bodies(const World& world) {
  constexpr Vec3 kFar{kInfinity, kInfinity, kInfinity};
  const Region everywhere{{-kFar, kFar}, world.dimension};
  const Bodies& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group_)) continue;
    solids_.meet(world, i);
    const double m = mass(bodies.inertia[i]), volume = solids_.inside(world, i, everywhere);
    const Vec3& v = bodies.motion[i].velocity;
    const Symmetric vv = symmetric_product(v, v);
    spread(world, bodies.place[i].position, [&](std::size_t point, double weight) {
      double* sum = &moments_[point * kMoments];
      sum[0] += m * weight;
      sum[1] += volume * weight;
      for (int k = 0; k < 3; ++k) sum[2 + k] += m * weight * v[k];
      for (std::size_t k = 0; k < 6; ++k) sum[5 + k] += m * weight * vv[k];
    });
  }
}

void CoarseGraining::add_contacts(const Sight& sight) {
  const World& world = sight.world;
  for (const ContactForce& contact : sight.contacts) {
    const Vec3 l = branch(world, contact, group_);
    if (l == Vec3{}) continue;
    // The line begins at the centre of A, or at the point if A has no share in the branch.
    const std::uint32_t a = world.bodies.local(contact.key.a);
    const bool from_a =
        a != kNoBody && !is_immobile(world.bodies.info[a]) && is_selected(world.bodies.info[a], group_);
    const Vec3 start = from_a ? world.bodies.place[a].position : contact.point;
    const Symmetric stress = symmetric_product(contact.force, l);
    for (const GaussPoint& node : gauss_rule<kAlong>())
      spread(world, start + node.at * l, [&](std::size_t point, double weight) {
        for (std::size_t k = 0; k < 6; ++k) contacts_[6 * point + k] += node.weight * weight * stress[k];
      });
  }
}

void CoarseGraining::make_parts(int dimension) {
  const std::size_t count = contacts_.size() / 6;
  grid_.parts = {{"density [kg/m3]", 1, {}},
                 {"solid_fraction [1]", 1, {}},
                 {"velocity [m/s]", 3, {}},
                 {"temperature [m2/s2]", 1, {}},
                 {"contact_stress xx yy zz xy yz xz [Pa]", 6, {}},
                 {"kinetic_stress xx yy zz xy yz xz [Pa]", 6, {}},
                 {"pressure [Pa]", 1, {}}};
  for (GridField::Part& part : grid_.parts) part.values.resize(count * part.components);
  // VTK orders symmetric tensors xx, yy, zz, xy, yz, xz.
  constexpr std::array<std::size_t, 6> kOrder{0, 1, 2, 3, 5, 4};
  for (std::size_t point = 0; point < count; ++point) {
    const double* sum = &moments_[point * kMoments];
    const double density = sum[0];
    Vec3 v;
    if (density > 0) v = Vec3{sum[2], sum[3], sum[4]} / density;
    const Symmetric mean = symmetric_product(v, v);
    double trace_kinetic = 0, trace_contacts = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      const double kinetic = sum[5 + kOrder[k]] - density * mean[kOrder[k]];
      const double contact = contacts_[6 * point + kOrder[k]];
      grid_.parts[5].values[6 * point + k] = kinetic;
      grid_.parts[4].values[6 * point + k] = contact;
      if (k < 3) {
        trace_kinetic += kinetic;
        trace_contacts += contact;
      }
    }
    grid_.parts[0].values[point] = density;
    grid_.parts[1].values[point] = sum[1];
    for (std::size_t k = 0; k < 3; ++k) grid_.parts[2].values[3 * point + k] = v[static_cast<int>(k)];
    grid_.parts[3].values[point] = density > 0 ? trace_kinetic / (dimension * density) : 0;
    grid_.parts[6].values[point] = (trace_kinetic + trace_contacts) / dimension;
  }
}

namespace {

// Means of the fields over the grid.
class Field final : public Measure {
 public:
  Field(const Value& options, const World& world) : fields_(options, world) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 4);
    const GridField& grid = fields_.find(sight);
    const std::vector<double>&density = grid.parts[0].values, &temperature = grid.parts[3].values;
    double mass = 0, energy = 0, fraction = 0, pressure = 0;
    for (std::size_t k = 0; k < density.size(); ++k) {
      mass += density[k];
      energy += density[k] * temperature[k];
      fraction += grid.parts[1].values[k];
      pressure += grid.parts[6].values[k];
    }
    const double n = static_cast<double>(density.size());
    values[0] = mass / n;
    values[1] = fraction / n;
    values[2] = pressure / n;
    values[3] = mass > 0 ? energy / mass : std::numeric_limits<double>::quiet_NaN();
  }
  bool needs_contacts() const override { return true; }

 private:
  CoarseGraining fields_;
};

}  // namespace

MeasureRow field_row() {
  using namespace declare;
  return {
      "field",
      "GO10; WTL12",
      "coarse-grained fields of density, solid fraction, velocity, temperature and stress on a grid, written "
      "as files for ParaView",
      {region_option(),
       integer("nx", "10", "points of the grid along x, in the middle of equal cells").within(1, 10'000),
       integer("ny", "10", "points along y; one in 2-D").within(1, 10'000),
       integer("nz", "10", "points along z").within(1, 10'000),
       number("width", dim::length, required,
              "reach c of the kernel: two or three diameters give smooth fields")
           .positive(),
       optional_group_option()},
      {{"density", "kg/m3", "mean of ρ over the grid"},
       {"solid_fraction", "1", "mean of φ over the grid"},
       {"pressure", "Pa", "mean of the pressure of contacts and fluctuations, compression positive"},
       {"temperature", "m2/s2", "mean of T weighted by ρ; about the velocity field"}},
      make_measure<Field>};
}

}  // namespace cairn
