// A sample between two flat ends along z and flat sides around it: its strains and stresses, compression
// positive. `triaxial`: n >= 3 sides form a regular prism. `biaxial`: two sides along x in 2-D, one metre
// deep.
//   height H    between the ends           r    mean distance of the n sides from their middle
//   triaxial    area A = n tan(π/n) r²     side face a = 2 tan(π/n) r H
//   biaxial     area A = 2 r · 1 m         side face a = H · 1 m
//   axial_strain      1 − H/H₀             volumetric_strain   1 − H A/(H₀ A₀)
//   sigma_1  mean push on the ends / A     sigma_3             mean push on a side / a          [Pa]
//   ratio    (σ₁ − σ₃)/(σ₁ + σ₃)           void_ratio          H A / (volume of the free bodies) − 1
// H₀ and A₀ belong to the first sample. Ends and sides are planes, boxes or other convex solids that are
// fixed or driven.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/solid_volume.h"
#include "measure/surface_line.h"

namespace cairn {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Compression : public Measure {
 public:
  Compression(const Value& options, const World& world)
      : top_(named_group(options["top"], world)), bottom_(named_group(options["bottom"], world)) {
    for (const Value& side : options["sides"].items()) sides_.push_back(named_group(side, world));
  }

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    const World& world = sight.world;
    std::ranges::fill(values, kNaN);
    // Height, area and side width of the sample, now and at the first sample.
    const std::size_t top = body_of(world, top_), bottom = body_of(world, bottom_);
    if (top == kNoBody || bottom == kNoBody) return;
    const double height = -farthest_along(world, top, {0, 0, -1}) - farthest_along(world, bottom, {0, 0, 1});
    const double n = static_cast<double>(sides_.size());
    const auto [area, width] = section(n, mean_radius(world));
    if (std::isnan(first_height_)) {
      first_height_ = height;
      first_area_ = area;
    }

    // Mean push on the two ends and on a side.
    const double ends = 0.5 * (push_on(sight, top, {0, 0, 1}) + push_on(sight, bottom, {0, 0, -1}));
    double sides = 0;
    for (const Group side : sides_) {
      const std::size_t i = body_of(world, side);
      if (i != kNoBody) sides += push_on(sight, i, outward(world, i)) / n;
    }
    const double sigma_1 = ends / area, sigma_3 = sides / (width * height);
    // Volume of the free bodies.
    for (std::size_t i = 0; i < world.bodies.size(); ++i) solids_.meet(world, i);
    const Region everywhere{{-far(), far()}, world.dimension};
    const double solid = total<double>(sight.threads, world.bodies.size(), [&](std::size_t i) {
      return is_immobile(world.bodies.info[i]) ? 0 : solids_.inside(world, i, everywhere);
    });
    values[0] = 1 - height / first_height_;
    values[1] = 1 - height * area / (first_height_ * first_area_);
    values[2] = sigma_1;
    values[3] = sigma_3;
    values[4] = (sigma_1 - sigma_3) / (sigma_1 + sigma_3);
    values[5] = height * area / solid - 1;
  }
  bool needs_contacts() const override { return true; }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + "height", first_height_);
    record.put(prefix + "area", first_area_);
  }
  void load(const Record& record, const std::string& prefix) override {
    first_height_ = record.get<double>(prefix + "height");
    first_area_ = record.get<double>(prefix + "area");
  }

 protected:
  // Area of the sample normal to z, and horizontal width of a side.
  struct Section {
    double area, width;
  };

 private:
  virtual Section section(double n, double radius) const = 0;

  static Vec3 far() { return {kInfinity, kInfinity, kInfinity}; }
  static std::size_t body_of(const World& world, Group group) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      if (world.bodies.info[i].group == group) return i;
    return kNoBody;
  }
  Vec3 middle(const World& world) const {
    Vec3 sum;
    for (const Group side : sides_) {
      const std::size_t i = body_of(world, side);
      if (i != kNoBody) sum += world.bodies.place[i].position;
    }
    return {sum.x / static_cast<double>(sides_.size()), sum.y / static_cast<double>(sides_.size()), 0};
  }
  // Horizontal unit vector from the middle to a side.
  Vec3 outward(const World& world, std::size_t side) const {
    const Vec3 away = world.bodies.place[side].position - middle(world);
    return unit(Vec3{away.x, world.dimension == 2 ? 0 : away.y, 0});
  }
  double mean_radius(const World& world) const {
    double sum = 0;
    for (const Group side : sides_) {
      const std::size_t i = body_of(world, side);
      if (i == kNoBody) continue;
      const Vec3 out = outward(world, i);
      sum += -farthest_along(world, i, -out) - dot(middle(world), out);
    }
    return sum / static_cast<double>(sides_.size());
  }
  // Contact force on a body along a direction.
  static double push_on(const Sight& sight, std::size_t body, const Vec3& direction) {
    const Uid uid = sight.world.bodies.info[body].uid;
    double sum = 0;
    for (const ContactForce& contact : sight.contacts) {
      if (contact.key.b == uid) sum += dot(contact.force, direction);
      if (contact.key.a == uid) sum -= dot(contact.force, direction);
    }
    return sum;
  }

  Group top_, bottom_;
  std::vector<Group> sides_;
  SolidVolumes solids_;
  double first_height_ = kNaN, first_area_ = kNaN;
};

class Triaxial final : public Compression {
 public:
  Triaxial(const Value& options, const World& world) : Compression(options, world) {
    if (world.dimension == 2)
      throw InputError(
          "triaxial needs sides around the z axis, which a 2-D scene does not have; `biaxial` has two sides",
          options.mark());
  }

 private:
  Section section(double n, double radius) const override {
    const double tangent = std::tan(std::numbers::pi / n);
    return {n * tangent * radius * radius, 2 * tangent * radius};
  }
};

class Biaxial final : public Compression {
 public:
  Biaxial(const Value& options, const World& world) : Compression(options, world) {
    if (world.dimension == 3)
      throw InputError("biaxial is for scenes with `dimension: 2`; `triaxial` has sides all around z",
                       options.mark());
  }

 private:
  Section section(double /*n*/, double radius) const override { return {2 * radius, 1}; }
};

// Options that name the walls around a sample.
declare::Fields compression_options(int fewest, int most, const char* sides) {
  using namespace declare;
  return {text("top", required, "entry of the upper end"), text("bottom", required, "entry of the lower end"),
          list_of("sides", text("side", required, "its entry"), sides, required).count(fewest, most)};
}

std::vector<ColumnRow> compression_columns() {
  return {{"axial_strain", "1", "1 − H/H₀ with H the height between the ends; compression positive"},
          {"volumetric_strain", "1", "1 − V/V₀ of the sample; compression positive"},
          {"sigma_1", "Pa", "mean push on the ends over their area, compression positive"},
          {"sigma_3", "Pa", "mean push on a side over its area, compression positive"},
          {"ratio", "1", "(σ₁ − σ₃)/(σ₁ + σ₃)"},
          {"void_ratio", "1", "volume of the sample over that of the free bodies, less 1"}};
}

}  // namespace

MeasureRow triaxial_row() {
  return {
      "triaxial",
      "PZ17",
      "strains, stresses, stress ratio and void ratio of a sample between two ends along z and sides around "
      "it",
      compression_options(3, 1000, "sides of a regular prism"),
      compression_columns(),
      make_measure<Triaxial>};
}

MeasureRow biaxial_row() {
  return {"biaxial",
          "",
          "strains, stresses, stress ratio and void ratio of a 2-D sample between two ends along z and two "
          "sides along x",
          compression_options(2, 2, "the two sides"),
          compression_columns(),
          make_measure<Biaxial>};
}

}  // namespace cairn
