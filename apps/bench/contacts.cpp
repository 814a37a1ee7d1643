#include <algorithm>

#include "base/random.h"
#include "bench/bed.h"
#include "bench/benchmarks.h"
#include "bench/timed.h"
#include "collide/contact.h"

namespace cairn {
namespace {

struct Pose {
  Vec3 at;
  Quat turn_a, turn_b;
};

Quat random_turn(Random& random) {
  return unit(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}

const ContactPoint* deepest(const ContactPoints& found) {
  return std::min_element(found.point.begin(), found.point.begin() + found.count,
                          [](const ContactPoint& p, const ContactPoint& q) { return p.gap < q.gap; });
}

// Poses with random turns. Each pair is moved along its normal until it overlaps by the depth.
std::vector<Pose> shallow_poses(const Shape& a, const Shape& b, double radius, double depth) {
  constexpr int kPoses = 500;
  Random random(1);
  std::vector<Pose> poses;
  ContactPoints found;
  while (poses.size() < kPoses) {
    Pose pose{unit(Vec3{random.normal(), random.normal(), random.normal()}), random_turn(random),
              random_turn(random)};
    for (int k = 0; k < 2; ++k) {
      find_contacts({a, {}, pose.turn_a, radius}, {b, pose.at, pose.turn_b, radius}, kInfinity, found);
      const ContactPoint* contact = deepest(found);
      pose.at += (-depth - contact->gap) * contact->normal;
    }
    poses.push_back(pose);
  }
  return poses;
}

// Mean processor time of one pose [ns], from the fastest of several rounds.
double nanoseconds(const Shape& a, const Shape& b, double radius, const std::vector<Pose>& poses) {
  constexpr int kRounds = 9;
  double best = kInfinity;
  ContactPoints found;
  for (int round = 0; round < kRounds; ++round) {
    const double begin = processor_time();
    for (const Pose& pose : poses)
      find_contacts({a, {}, pose.turn_a, radius}, {b, pose.at, pose.turn_b, radius}, 0, found);
    best = std::min(best, (processor_time() - begin) / static_cast<double>(poses.size()));
  }
  return 1e9 * best;
}

// One box flat on the other, turned about the vertical: four contacts.
std::vector<Pose> flat_poses(double height, double depth) {
  constexpr int kPoses = 500;
  Random random(2);
  std::vector<Pose> poses;
  for (int k = 0; k < kPoses; ++k) {
    poses.push_back({{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), height - depth},
                     {},
                     rotation({0, 0, random.uniform(-1, 1)})});
  }
  return poses;
}

// --- Boxes at rest

constexpr double kEdge = 2.84e-3, kDensity = 2500;  // m, kg/m³

Bodies::Body placed_box(const Box& box, const Vec3& position, double yaw) {
  const MassProperties mass = box.mass_properties();
  const Vec3 moments = kDensity * mass.moments;
  Bodies::Body body;
  body.place = {position, box.bounding_radius()};
  body.orientation = rotation({0, 0, yaw});
  body.inertia = {1 / (kDensity * mass.volume), {1 / moments.x, 1 / moments.y, 1 / moments.z}};
  body.info.flags = kTurned;
  return body;
}

// Layers of boxes on a floor. Each box lies on four boxes below; all are turned a little.
std::size_t add_boxes(World& world, const Box& box, int side, int layers) {
  Random random(3);
  for (int k = 0; k < layers; ++k) {
    const double shift = k % 2 == 0 ? 0 : 0.5;
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        const Vec3 at{1.12 * kEdge * (i + shift), 1.12 * kEdge * (j + shift), kEdge * (0.5 + 0.9999 * k)};
        world.bodies.add(placed_box(box, at, random.uniform(-0.05, 0.05)));
      }
    }
  }
  return world.bodies.size();
}

}  // namespace

Metrics time_pairs() {
  const Shape sphere = Sphere{0.5}, box = Box{{0.5, 0.4, 0.3}}, cylinder = Cylinder{0.4, 0.5},
              ellipsoid = Ellipsoid{{0.6, 0.4, 0.3}}, capsule = Capsule{0.2, 0.5};
  constexpr double kDepth = 5e-4, kRadius = 0.5;
  const auto time = [&](const Shape& a, const Shape& b) {
    return nanoseconds(a, b, kRadius, shallow_poses(a, b, kRadius, kDepth));
  };
  return {{"sphere_box", time(sphere, box), "ns"},
          {"sphere_ellipsoid", time(sphere, ellipsoid), "ns"},
          {"box_box", time(box, box), "ns"},
          {"box_on_box", nanoseconds(box, box, kRadius, flat_poses(0.6, kDepth)), "ns"},
          {"ellipsoids", time(ellipsoid, ellipsoid), "ns"},
          {"capsules", time(capsule, capsule), "ns"},
          {"box_cylinder", time(box, cylinder), "ns"},
          {"cylinders", time(cylinder, cylinder), "ns"},
          {"box_ellipsoid", time(box, ellipsoid), "ns"}};
}

Metrics step_boxes() {
  // Boxes in layers on a floor.
  constexpr int kSide = 25, kLayers = 16, kSettling = 100, kTimed = 20;
  Bed bed = build_bed(1, 1);
  World& world = bed.world;
  const Box box{0.5 * Vec3{kEdge, kEdge, kEdge}};
  world.shapes = {box, Plane{}};
  world.bodies = {};
  const auto boxes = static_cast<double>(add_boxes(world, box, kSide, kLayers));
  Bodies::Body floor;
  floor.place = {{}, kInfinity};
  floor.info = {.uid = 0, .shape = 1, .material = 0, .group = 1, .flags = kFixed | kTurned};
  world.bodies.add(floor);

  // They settle, then the steps are timed.
  Threads threads(1);
  bed.stepper->start(world, threads);
  settle(bed, threads, kSettling);
  StageTimes times;
  StepState report;
  int rebuilds = 0;
  for (int k = 0; k < kTimed; ++k) {
    report = bed.stepper->step(world, threads, bed.step, times);
    rebuilds += report.list_rebuilt;
  }
  const double work = boxes * kTimed;
  return {{"broad_phase", 1e6 * times[Stage::broad_phase] / work, "us/box-step"},
          {"contacts", 1e6 * times[Stage::contacts] / work, "us/box-step, with forces"},
          {"boxes", boxes, ""},
          {"touching", static_cast<double>(report.contacts) / boxes, "per box"},
          {"rebuilds", static_cast<double>(rebuilds), "in 20 steps"}};
}

}  // namespace cairn
