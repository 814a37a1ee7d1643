// Worlds and measures made by hand, for the tests of measures.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "measure/measure.h"
#include "text/interpret.h"

namespace cairn::measure_samples {

enum ShapeIndex : std::uint32_t { kSphere, kDisc, kBox, kPlane };

// A measure made from options as a scene writes them.
class Made {
 public:
  Made(const std::string& name, const std::string& options, const World& world)
      : schema_(declare::object(name, measures().find(name).options, "")),
        tree_(Tree::from_text(options, "scene.yaml")),
        value_(interpret(tree_, schema_)),
        measure_(measures().find(name).make(value_, world)) {}
  Measure& operator*() const { return *measure_; }
  Measure* operator->() const { return measure_.get(); }

 private:
  Option schema_;
  Tree tree_;
  Value value_;
  std::unique_ptr<Measure> measure_;
};

// What else a measure may see.
struct Surroundings {
  int threads = 1;
  Energy energy;
  std::vector<ContactForce> contacts;
  std::vector<RemovedBody> removed;
};

inline std::vector<double> sample(Measure& measure, const World& world, const Surroundings& around = {}) {
  Threads threads(around.threads);
  const StepState step;
  const Sight sight{world, threads, step, around.energy, around.contacts, around.removed};
  std::vector<double> values(measure.columns().size(), -12345);
  measure.sample(sight, values);
  return values;
}

inline std::map<std::string, double> measured(const std::string& name, const std::string& options,
                                              const World& world, const Surroundings& around = {}) {
  const Made made(name, options, world);
  const std::vector<double> values = sample(*made, world, around);
  std::map<std::string, double> result;
  for (std::size_t k = 0; k < values.size(); ++k) result[made->columns()[k].name] = values[k];
  return result;
}

inline std::string refusal(const std::string& name, const std::string& options, const World& world) {
  try {
    const Made made(name, options, world);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// A periodic cell that holds all samples.
inline Cell large_cell() {
  Cell cell;
  cell.periodic = {1, 1, 1};
  cell.edge = {{{100, 0, 0}, {0, 100, 0}, {0, 0, 100}}};
  return cell;
}

inline World empty_world() {
  World world;
  world.shapes = {Sphere{}, Disc{}, Box{{1, 0.5, 0.25}}, Plane{}};
  world.groups = {"beads", "floor", "probe", "later"};
  return world;
}

struct Given {
  Vec3 position{}, velocity{}, spin{};
  double radius = 1, mass = 1;
  std::uint16_t group = 0;
  std::uint32_t shape = kSphere;
  unsigned flags = 0;
  Quat orientation{};
  Vec3 moments{0.4, 0.4, 0.4};
};

inline Uid add(World& world, const Given& given) {
  Bodies::Body body;
  body.place = {given.position, given.radius};
  body.orientation = given.orientation;
  body.motion = {given.velocity, given.spin};
  if (!(given.flags & (kFixed | kDriven))) {
    body.inertia = {1 / given.mass, {1 / given.moments.x, 1 / given.moments.y, 1 / given.moments.z}};
  }
  body.info.shape = given.shape;
  body.info.group = given.group;
  body.info.flags = static_cast<std::uint16_t>(given.flags);
  return world.bodies.add(body);
}

}  // namespace cairn::measure_samples
