// Measures of motion, world axes.
//   momentum   p = Σ m v [N s] and angular momentum about the origin l = Σ x × m v + R J Rᵀ ω [N m s]
//   max_speed  largest |v| [m/s] and |ω| [rad/s]
//   position   place, velocity and spin of one body, or their means over the bodies of an entry; NaN once
//              all of them are removed
#include <algorithm>
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/selection.h"
#include "measure/totals.h"

namespace cairn {
namespace {

// R J Rᵀ ω. An inverse moment of zero belongs to an axis about which the body never turns.
Vec3 spin_momentum(const Bodies& bodies, std::size_t i) {
  const Vec3 inverse = bodies.inertia[i].inverse_moments;
  Vec3 momentum = rotate_back(bodies.orientation[i], bodies.motion[i].spin);
  for (int k = 0; k < 3; ++k) momentum[k] = inverse[k] > 0 ? momentum[k] / inverse[k] : 0;
  return rotate(bodies.orientation[i], momentum);
}

class Momentum final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 6);
    const Bodies& bodies = sight.world.bodies;
    const auto sum = total<Totals<6>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<6> {
      if (is_immobile(bodies.info[i])) return {};
      const Vec3 p = mass(bodies.inertia[i]) * bodies.motion[i].velocity;
      const Vec3 l = cross(bodies.place[i].position, p) + spin_momentum(bodies, i);
      return {{p.x, p.y, p.z, l.x, l.y, l.z}};
    });
    std::ranges::copy(sum.value, values.begin());
  }
};

class MaxSpeed final : public Measure {
 public:
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2);
    const Bodies& bodies = sight.world.bodies;
    const auto fastest = [&](Vec3 Motion::*part) {
      return largest(sight.threads, bodies.size(), [&](std::size_t i) {
        return is_immobile(bodies.info[i]) ? 0 : norm(bodies.motion[i].*part);
      });
    };
    values[0] = fastest(&Motion::velocity);
    values[1] = fastest(&Motion::spin);
  }
};

class Position final : public Measure {
 public:
  Position(const Value& options, const World& world) : group_(read_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 9);
    const Bodies& bodies = sight.world.bodies;
    const auto sum = total<Totals<10>>(sight.threads, bodies.size(), [&](std::size_t i) -> Totals<10> {
      if (bodies.info[i].group != group_) return {};
      const Vec3 x = bodies.place[i].position, v = bodies.motion[i].velocity, w = bodies.motion[i].spin;
      return {{x.x, x.y, x.z, v.x, v.y, v.z, w.x, w.y, w.z, 1}};
    });
    const double count = sum[9];
    for (std::size_t k = 0; k < 9; ++k) {
      values[k] = count > 0 ? sum[k] / count : std::numeric_limits<double>::quiet_NaN();
    }
  }

 private:
  Group group_;
};

}  // namespace

MeasureRow momentum_row() {
  return {"momentum",
          "",
          "momentum of the free bodies, and angular momentum about the origin",
          {},
          {{"x y z", "N s", "Σ m v, world axes"},
           {"angular_x angular_y angular_z", "N m s", "angular momentum about the origin, right-handed"}},
          make_measure<Momentum>};
}

MeasureRow max_speed_row() {
  return {"max_speed",
          "",
          "speed of the fastest free body and spin of the fastest turning one",
          {},
          {{"speed", "m/s", "largest |v| of a free body"}, {"spin", "rad/s", "largest |ω| of a free body"}},
          make_measure<MaxSpeed>};
}

MeasureRow position_row() {
  return {"position",
          "",
          "place, velocity and spin of a body; of several bodies the means",
          {group_option()},
          {{"x y z", "m", "centre of the body, world axes"},
           {"vx vy vz", "m/s", "its velocity"},
           {"wx wy wz", "rad/s", "its angular velocity, right-handed"}},
          make_measure<Position>};
}

}  // namespace cairn
