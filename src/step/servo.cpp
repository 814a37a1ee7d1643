#include "step/servo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "base/assert.h"
#include "base/error.h"
#include "base/exact_sum.h"

namespace cairn {
namespace {

// Each iteration reduces the error of a Hertz contact's speed five times; a linear contact needs one.
constexpr int kTurns = 6;

double at(const TimeFunction& f, double t) { return f ? f(t) : kNotGiven; }

// Mean and number of the free bodies.
struct Grains {
  GrainLayer mean;
  double count = 0;
  bool in_plane = true;  // 2-D, with a depth of one metre
};

Grains grains_of(const Bodies& bodies) {
  Grains grains;
  GrainLayer& mean = grains.mean;
  ExactSum masses, radii;
  std::map<std::uint16_t, std::size_t> materials;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    grains.count += 1;
    masses += mass(bodies.inertia[i]);
    radii += bodies.place[i].radius;
    grains.in_plane = grains.in_plane && (bodies.info[i].flags & kLockPlane) == kLockPlane;
    ++materials[bodies.info[i].material];
  }
  if (grains.count == 0) return grains;
  mean.mass = masses.value() / grains.count;
  mean.curvature = grains.count / radii.value();
  mean.material =
      std::ranges::max_element(materials, {}, [](const auto& item) { return item.second; })->first;
  return grains;
}

// ω of a grain on the wall under the force F [1/s].
double ringing(const ForceLaw& law, int wall, const GrainLayer& layer, double force) {
  double speed = 1, contact_time = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const PairScale scale{1 / layer.mass, layer.curvature, speed};
    contact_time = law.times(wall, static_cast<int>(layer.material), scale).contact_time;
    speed = force * contact_time / (std::numbers::pi * layer.mass);
  }
  return std::numbers::pi / contact_time;
}

// New speed of a servo wall: the implicit step of the header.
void steer(const World& world, std::uint32_t i, const ForceLaw& law, double h, Servo& servo) {
  const GrainLayer& layer = servo.state.layer;
  double& speed = servo.state.speed;
  const double target = servo_target(world, servo, world.time), force = servo_force(world, servo, i);
  const double larger = std::max(std::abs(target), std::abs(force));
  if (layer.contacts == 0 || larger == 0) {
    speed = 0;  // no grains, or no force
    return;
  }
  const double M = 0.5 * layer.contacts * layer.mass, C = servo_drag(world, law, i, servo, larger);
  speed = (speed + h / M * (target - force)) / (1 + h * C / M);
  speed = std::clamp(speed, -servo.max_speed, servo.max_speed);
}

// How far a wall extends from its centre along a direction.
double reach(const World& world, std::uint32_t i, const Vec3& direction) {
  const Box* box = std::get_if<Box>(&world.shapes[world.bodies.info[i].shape]);
  if (box == nullptr) return 0;
  const Vec3 d = rotate_back(world.bodies.orientation[i], direction);
  return std::abs(d.x) * box->half.x + std::abs(d.y) * box->half.y + std::abs(d.z) * box->half.z;
}

// Normal of the box face that points most along `direction`.
Vec3 nearest_face(const Quat& orientation, const Vec3& direction) {
  const Vec3 d = rotate_back(orientation, direction);
  int k = 0;
  for (int other : {1, 2})
    if (std::abs(d[other]) > std::abs(d[k])) k = other;
  Vec3 face;
  face[k] = d[k] < 0 ? -1 : 1;
  return rotate(orientation, face);
}

}  // namespace

GrainLayer mean_grain(const Bodies& bodies) {
  const Grains grains = grains_of(bodies);
  GrainLayer mean = grains.mean;
  mean.contacts = grains.count;
  return mean;
}

Vec3 gap_normal(const World& world, std::uint32_t a, std::uint32_t b) {
  const Bodies& bodies = world.bodies;
  const auto is_plane = [&](std::uint32_t i) {
    return std::holds_alternative<Plane>(world.shapes[bodies.info[i].shape]);
  };
  if (is_plane(a)) return rotate(bodies.orientation[a], {0, 0, 1});
  if (is_plane(b)) return -rotate(bodies.orientation[b], {0, 0, 1});
  return nearest_face(bodies.orientation[a], bodies.place[b].position - bodies.place[a].position);
}

double gap_between(const World& world, std::uint32_t a, std::uint32_t b) {
  const Vec3 apart = world.bodies.place[b].position - world.bodies.place[a].position;
  const Vec3 normal = gap_normal(world, a, b);
  return dot(apart, normal) - reach(world, a, normal) - reach(world, b, -normal);
}

// The area between the walls that bound it, or the given function.
double servo_area(const World& world, const Servo& servo, double t) {
  double area = at(servo.area, t);
  for (std::size_t k = 0; k < servo.walls.size(); ++k) {
    const std::uint32_t a = world.bodies.local(servo.walls[k][0]), b = world.bodies.local(servo.walls[k][1]);
    if (a == kNoBody || b == kNoBody)
      throw RunError(fmt::format("a wall that bounds the area of a servo is gone at t = {:.6g} s", t));
    area = (k == 0 ? 1 : area) * gap_between(world, a, b);
    if (!(area > 0))
      throw RunError(fmt::format("walls that bound the area of a servo have met at t = {:.6g} s", t));
  }
  if (area <= 0)
    throw RunError(fmt::format("the area of a servo is {:.6g} m2 at t = {:.6g} s, expected > 0", area, t));
  return area;
}

double servo_target(const World& world, const Servo& servo, double t) {
  return servo.force ? servo.force(t) : servo.pressure(t) * servo_area(world, servo, t);
}

double servo_force(const World& world, const Servo& servo, std::uint32_t i) {
  CAIRN_ASSERT(i < world.bodies.size());
  return 0 - dot(world.bodies.load[i].force, servo.axis);  // no negative zero
}

double servo_drag(const World& world, const ForceLaw& law, std::uint32_t i, const Servo& servo,
                  double force) {
  const GrainLayer& layer = servo.state.layer;
  CAIRN_ASSERT(layer.contacts > 0);
  if (servo.gain > 0) return 1 / servo.gain;
  return layer.contacts * layer.mass *
         ringing(law, world.bodies.info[i].material, layer, force / layer.contacts);
}

double servo_travel_time(const World& world, const Servo& servo, double drag, double distance) {
  const double force = servo_target(world, servo, world.time);
  if (!(force > 0)) return std::numeric_limits<double>::infinity();
  const double mass = 0.5 * servo.state.layer.contacts * servo.state.layer.mass;
  const double speed = std::min(force / drag, servo.max_speed);
  return std::max(distance / speed, std::sqrt(2 * distance * mass / force));
}

void survey_servos(World& world) {
  const auto has_servo = [](const Drive& drive) { return drive.servo.has_value(); };
  if (std::ranges::none_of(world.drives, has_servo)) return;
  const Grains grains = grains_of(world.bodies);
  for (Drive& drive : world.drives) {
    if (!drive.servo || world.bodies.local(drive.body) == kNoBody) continue;
    GrainLayer& layer = drive.servo->state.layer = grains.mean;
    if (grains.count == 0) continue;
    // A face holds one grain per squared diameter. If the area is unknown, the sample counts as deep as it is
    // wide.
    const double area = servo_area(world, *drive.servo, world.time), width = 2 / layer.curvature;
    const double on_face = area / (grains.in_plane ? width : width * width);
    layer.contacts = std::isnan(area) ? std::pow(grains.count, grains.in_plane ? 1 / 2.0 : 2 / 3.0)
                                      : std::clamp(on_face, 1.0, grains.count);
  }
}

void steer_servos(World& world, const ForceLaw& law, double h) {
  CAIRN_ASSERT(h > 0);
  for (Drive& drive : world.drives) {
    const std::uint32_t i = world.bodies.local(drive.body);
    if (drive.servo && i != kNoBody) steer(world, i, law, h, *drive.servo);
  }
}

}  // namespace cairn
