#include "step/load.h"

#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "step/kinds.h"

namespace cairn {
namespace {

// The largest magnitude of a vector function over a run, at sampled times without a period.
double largest(const std::array<TimeFunction, 3>& functions, double end) {
  constexpr int kTimes = 128;
  constexpr double kGolden = 0.6180339887498949;
  double most = 0;
  for (int k = 0; k <= kTimes; ++k) {
    const double t = end * std::fmod(k * kGolden, 1);
    Vec3 value;
    try {
      for (int i = 0; i < 3; ++i)
        if (functions[static_cast<std::size_t>(i)]) value[i] = functions[static_cast<std::size_t>(i)](t);
    } catch (const RunError&) {
      continue;  // the run may end before t; if not, it reports the error itself
    }
    most = std::max(most, norm(value));
  }
  return most;
}
double largest(const TimeFunction& function, double end) { return largest({function, {}, {}}, end); }

// Heights opposite to gravity [m].
class Heights {
 public:
  explicit Heights(const World& world)
      : world_(world), up_(norm(world.gravity) > 0 ? world.gravity / -norm(world.gravity) : Vec3{0, 0, 1}) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) add(i);
    find_middle();
    for (std::size_t i = 0; i < world.bodies.size(); ++i) add_floor(i);
  }

  // From the highest free body down to the floor, or to the lowest body if there is no floor.
  double fall() const {
    const double low = std::isfinite(floor_) ? floor_ : low_;
    return high_ > low ? high_ - low : 0;
  }
  // The largest distance between two bodies.
  double width() const { return 2 * spread_; }

 private:
  void add(std::size_t i) {
    const Bodies& bodies = world_.bodies;
    const double height = dot(bodies.place[i].position, up_), radius = bodies.place[i].radius;
    const bool immobile = is_immobile(bodies.info[i]);
    if (!immobile) high_ = std::max(high_, height);
    const double below = immobile ? depth_below(i) : radius;
    if (std::isfinite(below)) low_ = std::min(low_, height - below);
  }

  // How far an immobile body reaches below its centre.
  double depth_below(std::size_t i) const {
    const Bodies& bodies = world_.bodies;
    if ((bodies.info[i].flags & kTurned) == 0) return bodies.place[i].radius;
    const Bounds box = local_bounds(world_.shapes[bodies.info[i].shape]);
    const Vec3 down = rotate(conjugate(bodies.orientation[i]), -up_);
    double depth = 0;
    for (int k = 0; k < 3; ++k)
      if (std::abs(down[k]) > 1e-9) depth += down[k] * (down[k] > 0 ? box.high[k] : box.low[k]);
    return depth;
  }

  // Centre and spread of the free bodies.
  void find_middle() {
    const Bodies& bodies = world_.bodies;
    double count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (!is_immobile(bodies.info[i])) {
        middle_ += bodies.place[i].position;
        count += 1;
      }
    if (count > 0) middle_ = middle_ / count;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (!is_immobile(bodies.info[i]))
        spread_ = std::max(spread_, norm(bodies.place[i].position - middle_) + bodies.place[i].radius);
  }

  // Nothing falls below an infinite plane. For a tilted plane, its height next to the bodies counts.
  void add_floor(std::size_t i) {
    constexpr double kSteepest = 0.2;
    const Bodies& bodies = world_.bodies;
    const bool endless = is_immobile(bodies.info[i]) && !std::isfinite(bodies.place[i].radius);
    if (!endless || !std::holds_alternative<Plane>(world_.shapes[bodies.info[i].shape])) return;
    const Vec3 n = rotate(bodies.orientation[i], {0, 0, 1});
    const double rise = dot(n, up_), slope = norm(n - rise * up_);
    if (rise < kSteepest) return;
    const Vec3 beside = middle_ - dot(middle_, up_) * up_;
    const double level = (dot(n, bodies.place[i].position - beside) - slope * spread_) / rise;
    floor_ = std::max(floor_, level);
  }

  const World& world_;
  Vec3 up_, middle_{};
  double high_ = -kInfinity, low_ = kInfinity, floor_ = -kInfinity, spread_ = 0;
};

// Largest speed of a point of a driven body [m/s].
double wall_speed(const World& world, double width, double end) {
  double fastest = 0;
  for (const Drive& drive : world.drives) {
    const std::uint32_t i = world.bodies.local(drive.body);
    if (i == kNoBody) continue;
    const Place& place = world.bodies.place[i];
    const double radius = std::isfinite(place.radius) ? place.radius : width;
    const double arm = drive.about_body ? 0 : norm(drive.center - place.position);
    const double turning = drive.speed ? largest(drive.speed, end) * (radius + arm) : 0;
    fastest = std::max(fastest, largest(drive.velocity, end) + turning);
  }
  return fastest;
}

// Largest force of loads and servo walls [N].
double applied_force(const World& world, double end) {
  double most = 0;
  for (const AppliedLoad& load : world.loads) most = std::max(most, largest(load.force, end));
  for (const Drive& drive : world.drives) {
    if (!drive.servo) continue;
    const Servo& servo = *drive.servo;
    if (servo.force) most = std::max(most, largest(servo.force, end));
    if (servo.pressure && servo.area)
      most = std::max(most, largest(servo.pressure, end) * largest(servo.area, end));
  }
  for (std::size_t k = 0; k < 6 && world.cell_servo; ++k)
    if (const TimeFunction& stress = world.cell_servo->stress[k])
      most = std::max(most, largest(stress, end) * world.cell.volume() /
                                world.cell.widths()[k < 3 ? static_cast<int>(k) : 2]);
  return most;
}

struct FreeBodies {
  std::size_t count = 0;
  double speed = 0, heaviest = 0, mass = 0, largest_radius = 0, inverse_masses = 0;
};

FreeBodies free_bodies(const World& world) {
  const Bodies& bodies = world.bodies;
  FreeBodies all;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i])) continue;
    const double own = mass(bodies.inertia[i]);
    ++all.count;
    all.speed = std::max(all.speed, norm(bodies.motion[i].velocity));
    all.heaviest = std::max(all.heaviest, own);
    all.mass += own;
    all.inverse_masses += bodies.inertia[i].inverse_mass;
    all.largest_radius = std::max(all.largest_radius, bodies.place[i].radius);
  }
  return all;
}

}  // namespace

SceneLoad scene_load(const World& world, const LoadPlan& plan) {
  CAIRN_ASSERT(plan.end >= 0 && plan.mass_to_come >= 0);
  const std::vector<Kind> kinds = kinds_of(world);
  const Heights heights(world);
  const FreeBodies free = free_bodies(world);
  const double g = norm(world.gravity), fall = heights.fall();
  const double wall = wall_speed(world, heights.width(), plan.end);
  SceneLoad load;
  load.largest_radius = free.largest_radius;
  load.mass = free.heaviest;

  // Speed and energy of the hardest collision.
  const double own = std::max(free.speed, 2 * wall), speed = std::sqrt(own * own + 2 * g * fall);
  load.speed = plan.speed.value_or(speed > 0 ? speed : 1);  // nothing moves or falls: any speed will do
  const bool two_alone = free.count == 2 && world.bodies.size() == 2;
  const double approach = plan.speed.value_or(2 * load.speed), squeeze = 2 * load.speed * load.speed;
  const double pushed = plan.speed ? 0 : (load.speed + wall) * (load.speed + wall);
  load.energy =
      two_alone ? approach * approach / free.inverse_masses : free.heaviest * std::max(squeeze, pushed);

  // Weight that may rest on one body: columns with 2 m/d per height allow for force chains.
  double column = 0;
  for (const Kind& kind : kinds)
    if (kind.free && kind.count > 1)
      column = std::max(column, kind.largest_mass * (2 + fall / kind.largest_radius));
  load.force = g * (free.heaviest + std::min(column, free.mass + plan.mass_to_come));
  load.force += applied_force(world, plan.end);

  // Pairs of materials that can meet.
  each_pair(world, kinds, [&](const Kind& a, const Kind& b) {
    const auto curvature = [](const Kind& kind) { return kind.free ? 1 / kind.smallest_radius : 0; };
    load.pairs.push_back({a.material, b.material, std::min(a.smallest_radius, b.smallest_radius),
                          curvature(a) + curvature(b)});
  });
  return load;
}

SceneLoad harder(SceneLoad a, const SceneLoad& b) {
  a.largest_radius = std::max(a.largest_radius, b.largest_radius);
  a.speed = std::max(a.speed, b.speed);
  a.mass = std::max(a.mass, b.mass);
  a.energy = std::max(a.energy, b.energy);
  a.force = std::max(a.force, b.force);
  a.pairs.insert(a.pairs.end(), b.pairs.begin(), b.pairs.end());
  return a;
}

}  // namespace cairn
