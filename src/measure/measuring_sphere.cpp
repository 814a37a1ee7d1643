// A measuring sphere: the state of the packing inside a sphere at rest, a circle in 2-D [PC04].
//   solid_fraction  exact for spheres and discs (measure/sphere_overlap.h); other bodies count whole if their
//                   centre is inside
//   coordination    contacts per free body, over the free bodies with their centre inside
//   stress          σ = sym (1/V_b) Σ_c F ⊗ l · φ, over the bodies with their centre inside: each takes its
//   own
//                   part of the branch, V_b is the volume of these bodies and φ the solid fraction
//   velocity        Σ m v/Σ m and temperature Σ m |v − V|²/(D Σ m) of these bodies
// The weight φ/V_b takes the place of 1/V, so that a body at the border counts by its volume in the sphere.
#include <algorithm>
#include <limits>
#include <numbers>

#include "measure/measures.h"
#include "measure/solid_volume.h"
#include "measure/sphere_overlap.h"
#include "measure/velocities.h"
#include "measure/virial.h"

namespace cairn {
namespace {

class MeasuringSphere final : public Measure {
 public:
  MeasuringSphere(const Value& options, const World&)
      : centre_(options["center"].vector()), radius_(options["radius"].number()) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 14);
    const World& world = sight.world;
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    const Inside inside = look(world);
    const double fraction = inside.solid / volume(world.dimension);
    values[0] = fraction;
    values[13] = static_cast<double>(inside.bodies.size());
    if (inside.bodies.empty()) return;
    add_contacts(sight, inside, fraction, values);
    // Velocity and temperature.
    double total = 0, squares = 0;
    Vec3 mean;
    for (const std::uint32_t i : inside.bodies) {
      const double m = mass(world.bodies.inertia[i]);
      total += m;
      mean += m * world.bodies.motion[i].velocity;
    }
    mean = mean / total;
    for (const std::uint32_t i : inside.bodies)
      squares += mass(world.bodies.inertia[i]) * norm2(world.bodies.motion[i].velocity - mean);
    for (std::size_t k = 0; k < 3; ++k) values[9 + k] = mean[static_cast<int>(k)];
    values[12] = squares / (world.dimension * total);
  }
  bool needs_contacts() const override { return true; }

 private:
  struct Inside {
    std::vector<std::uint32_t> bodies;  // free bodies with their centre inside
    double solid = 0;                   // volume of all free bodies in the sphere
    double whole = 0;                   // volume of `bodies`
  };

  double volume(int dimension) const {
    const double square = std::numbers::pi * radius_ * radius_;
    return dimension == 2 ? square : 4.0 / 3 * square * radius_;
  }

  // In a periodic cell the nearest image of each body counts; the sphere must fit into half the cell.
  Inside look(const World& world) {
    constexpr Vec3 kFar{kInfinity, kInfinity, kInfinity};
    const Region everywhere{{-kFar, kFar}, world.dimension};
    const Bodies& bodies = world.bodies;
    Inside inside;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      if (is_immobile(bodies.info[i])) continue;
      Vec3 d = world.cell.nearest(bodies.place[i].position - centre_);
      if (world.dimension == 2) d.y = 0;
      const double distance = norm(d), r = bodies.place[i].radius;
      if (distance >= radius_ + r) continue;
      const Shape& shape = world.shapes[bodies.info[i].shape];
      const bool is_round = std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape);
      solids_.meet(world, i);
      const double whole = solids_.inside(world, i, everywhere);
      if (is_round)
        inside.solid += world.dimension == 2 ? circle_in_circle(radius_, r, distance)
                                             : ball_in_ball(radius_, r, distance);
      else if (distance < radius_)
        inside.solid += whole;
      if (distance >= radius_) continue;
      inside.bodies.push_back(i);
      inside.whole += whole;
    }
    return inside;
  }

  static void add_contacts(const Sight& sight, const Inside& inside, double fraction,
                           std::span<double> values) {
    const World& world = sight.world;
    std::vector<bool> counts(world.bodies.size(), false);
    for (const std::uint32_t i : inside.bodies) counts[i] = true;
    Symmetric sum;
    double contacts = 0;
    for (const ContactForce& contact : sight.contacts) {
      Vec3 arm;
      for (const double sign : {1.0, -1.0}) {
        const std::uint32_t i = world.bodies.local(sign > 0 ? contact.key.a : contact.key.b);
        if (i == kNoBody || !counts[i]) continue;
        arm += sign * world.cell.nearest(contact.point - world.bodies.place[i].position);
        ++contacts;
      }
      if (world.dimension == 2) arm.y = 0;
      sum += symmetric_product(contact.force, arm);
    }
    for (std::size_t k = 0; k < 6; ++k) values[2 + k] = sum[k] * fraction / inside.whole;
    values[1] = contacts / static_cast<double>(inside.bodies.size());
    values[8] = (values[2] + values[3] + values[4]) / world.dimension;
  }

  Vec3 centre_;
  double radius_;
  SolidVolumes solids_;
};

}  // namespace

MeasureRow measuring_sphere_row() {
  using namespace declare;
  return {"measuring_sphere",
          "PC04",
          "state of the packing inside a sphere at rest: solid fraction, coordination, stress, velocity",
          {vector("center", dim::length, required,
                  "middle of the sphere, in 2-D of the circle; y is ignored then"),
           number("radius", dim::length, required, "of the sphere; several bodies wide").positive()},
          {{"solid_fraction", "1", "volume of free bodies inside over volume, bodies at the border in part"},
           {"coordination", "1", "contacts per free body with its centre inside"},
           {"xx yy zz xy xz yz", "Pa", "stress of these bodies by contacts, compression positive"},
           {"pressure", "Pa", "tr σ/3, in 2-D (xx + zz)/2, compression positive"},
           {"vx vy vz", "m/s", "mean velocity Σ m v/Σ m"},
           {"temperature", "m2/s2", "Σ m |v − V|²/(D Σ m)"},
           {"count", "1", "free bodies with their centre inside"}},
          make_measure<MeasuringSphere>};
}

}  // namespace cairn
