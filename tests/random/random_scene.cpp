#include "random/random_scene.h"

#include <fmt/format.h>

#include "base/random.h"

namespace cairn::random_scenes {
namespace {

class Maker {
 public:
  Maker(const Method& method, std::uint64_t seed) : method_(method), random_(seed * 1000 + method.steps) {}

  RandomScene make() {
    scene_.steps = method_.steps;
    head();
    surroundings();
    if (!method_.is_impact && chance(0.5)) add_joints();
    if (method_.is_compliant && chance(0.5)) add_bonds();
    const int groups = 1 + pick(4);
    for (int g = 0; g < groups; ++g) add_grains(g);
    if (!scene_.is_isolated) {
      if (chance(0.4)) add_obstacle();
      if (chance(0.4)) add_driven();
      if (chance(0.3))
        scene_.others.push_back(fmt::format("damping: {{global: {:.3g}}}", random_.uniform(0, 2)));
      if (chance(0.3))
        scene_.events.push_back(
            fmt::format("{{at: {:.4g}, gravity: {}}}", random_.uniform(0, 20) * step(), vector(10)));
      if (chance(0.3))
        scene_.events.push_back(
            fmt::format("{{at: {:.4g}, remove: grains0}}", random_.uniform(5, 30) * step()));
    }
    return scene_;
  }

 private:
  bool chance(double share) { return random_.uniform() < share; }
  int pick(int count) { return static_cast<int>(random_.uniform() * count); }
  double step() const { return method_.is_explicit ? 2e-5 : 1e-3; }
  std::string vector(double size) {
    const double x = random_.uniform(-size, size), y = random_.uniform(-size, size),
                 z = random_.uniform(-size, size);
    return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", x, y, z);
  }

  void head() {
    const double friction = chance(0.2) ? 0 : random_.uniform(0, 1.5), restitution = random_.uniform(0, 1);
    scene_.head = fmt::format("method: {}\ntime: {{step: {:g}, end: 10, allow_unstable: true}}\n",
                              method_.yaml, step());
    scene_.head += fmt::format(
        "materials:\n  soft: {{density: {:.4g}, friction: {:.3g}, restitution: {:.3g}, young: {:.3g}, "
        "poisson: 0.3}}\n"
        "  hard: {{density: {:.4g}, friction: {:.3g}, young: 2e7, poisson: 0.2, restitution: 0.5}}\n",
        random_.uniform(500, 3000), friction, restitution, random_.uniform(1e6, 1e7),
        random_.uniform(1000, 8000), random_.uniform(0, 1));
  }

  // Nothing, a bin, a periodic cell or a turning drum.
  void surroundings() {
    const int kind = pick(4);
    scene_.is_isolated = kind == 0;
    scene_.head += "gravity: " +
                   (scene_.is_isolated ? "[0, 0, 0]"
                    : chance(0.5)      ? "[0, 0, -9.81]"
                                       : vector(10)) +
                   "\n";
    if (kind == 1)
      scene_.bodies.push_back(
          "{name: bin, material: hard, shape: {container: {size: [0.24, 0.24, 0.24]}}, position: [0, 0, 0], "
          "fixed: true}");
    if (kind == 2) {
      const bool sheared = !method_.is_impact && chance(0.5);
      scene_.head +=
          fmt::format("periodic: {{min: [-0.12, -0.12, -0.12], max: [0.12, 0.12, 0.12]{}}}\n",
                      sheared ? fmt::format(", shear_rate: {{xz: {:.3g}}}", random_.uniform(-1, 1)) : "");
    }
    if (kind == 3)
      scene_.bodies.push_back(fmt::format(
          "{{name: drum, material: hard, shape: {{drum: {{radius: 0.2, length: 0.24, axis: y}}}}, "
          "motion: {{rotation: {{axis: [0, 1, 0], speed: {:.3g}}}}}}}",
          random_.uniform(-20, 20)));
  }

  std::string shape() {
    switch (pick(10)) {
      case 0:
      case 1:
        return fmt::format("{{sphere: {{radius: {:.4g}}}}}", random_.uniform(0.005, 0.02));
      case 2:
        return fmt::format("{{box: {{size: [{:.4g}, 0.02, {:.4g}]}}}}", random_.uniform(0.01, 0.04),
                           random_.uniform(0.01, 0.03));
      case 3:
        return fmt::format("{{capsule: {{radius: {:.4g}, length: 0.02}}}}", random_.uniform(0.005, 0.012));
      case 4:
        return fmt::format("{{ellipsoid: {{radii: [{:.4g}, 0.012, {:.4g}]}}}}", random_.uniform(0.008, 0.02),
                           random_.uniform(0.008, 0.02));
      case 5:
        return fmt::format("{{cylinder: {{radius: {:.4g}, height: 0.02}}}}", random_.uniform(0.006, 0.02));
      case 6:
        return fmt::format("{{cone: {{radius: {:.4g}, height: 0.025}}}}", random_.uniform(0.008, 0.02));
      case 7:
        return "{polyhedron: {vertices: [[0, 0, 0], [0.03, 0, 0], [0, 0.03, 0], [0, 0, 0.03], [0.02, 0.02, "
               "0.02]]}}";
      case 8:
        return "{compound: {parts: [{shape: {sphere: {radius: 0.01}}}, {shape: {sphere: {radius: 0.01}}, "
               "position: [0.015, 0, 0]}]}}";
      default:
        return "{mesh: {vertices: [[0, 0, 0], [0.03, 0, 0], [0, 0.03, 0], [0, 0, 0.03]], "
               "triangles: [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]}}";
    }
  }

  void add_grains(int group) {
    scene_.bodies.push_back(fmt::format(
        "{{name: grains{}, material: {}, shape: {}, orientation: random, velocity: {}, angular_velocity: {}, "
        "fill: {{box: {{min: [-0.11, -0.11, -0.11], max: [0.11, 0.11, 0.11]}}, count: {}, seed: {}, spread: "
        "[1, 1, 1]}}}}",
        group, chance(0.7) ? "soft" : "hard", shape(), vector(0.3), vector(10), 2 + pick(15),
        1 + pick(1000)));
  }

  void add_obstacle() {
    scene_.bodies.push_back(
        "{name: post, material: hard, shape: {cylinder: {radius: 0.01, height: 0.2}}, position: [0.02, 0.01, "
        "0], fixed: true}");
  }

  void add_driven() {
    scene_.bodies.push_back(
        fmt::format("{{name: paddle, material: hard, shape: {{box: {{size: [0.06, 0.02, 0.01]}}}}, position: "
                    "[-0.05, -0.03, -0.06], "
                    "motion: {{rotation: {{axis: {}, speed: {:.3g}}}, translation: {{velocity: "
                    "[\"0.1*cos(20*t)\", 0, 0]}}}}}}",
                    vector(1), random_.uniform(-10, 10)));
  }

  // Two bodies apart from the others.
  void add_joints() {
    scene_.bodies.push_back(
        "{name: arm, material: soft, shape: {box: {size: [0.04, 0.01, 0.01]}}, position: [0.3, 0.3, 0.3], "
        "angular_velocity: [0, 3, 0]}");
    scene_.bodies.push_back(
        "{name: hand, material: soft, shape: {sphere: {radius: 0.008}}, position: [0.34, 0.3, 0.3]}");
    constexpr const char* kJoints[] = {
        "ball: {bodies: [hand, arm], point: [0.325, 0.3, 0.3]}",
        "fixed: {bodies: [hand, arm], point: [0.325, 0.3, 0.3]}",
        "revolute: {bodies: [hand, arm], point: [0.325, 0.3, 0.3], axis: [0, 1, 0], limit: {min: -0.3, max: "
        "0.2}}",
        "slider: {bodies: [hand, arm], point: [0.325, 0.3, 0.3], axis: [1, 0, 0], motor: {force: 0.1}}",
        "distance: {bodies: [hand, arm], point: [0.34, 0.3, 0.3], to: [0.3, 0.3, 0.3]}",
        "cylindrical: {bodies: [hand, arm], point: [0.325, 0.3, 0.3], axis: [1, 0, 0]}"};
    scene_.joints.push_back(std::string("{") + kJoints[pick(6)] + "}");
    if (!scene_.is_isolated && chance(0.5))
      scene_.joints.push_back(
          "{revolute: {bodies: [arm, ground], point: [0.28, 0.3, 0.3], axis: [0, 1, 0]}}");
  }

  void add_bonds() {
    scene_.bodies.push_back(
        "{name: chain, material: soft, shape: {sphere: {radius: 0.01}}, position: [0.3, -0.3, 0.3], "
        "velocity: [0.1, 0, 0.2], angular_velocity: [0, 1, 0], lattice: {spacing: 0.02, counts: [4, 1, 2]}}");
    scene_.bonds.push_back("{between: [chain, chain], tension: 1}");
  }

  const Method& method_;
  Random random_;
  RandomScene scene_;
};

std::string list(const char* key, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = std::string(key) + ":\n";
  for (const std::string& item : items) text += "  - " + item + "\n";
  return text;
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all{
      {"hooke", "{explicit: {law: hooke, stiffness: 5000}}", 150, true},
      {"hertz_mindlin", "{explicit: {law: hertz_mindlin}}", 160, true},
      {"rolling",
       "{explicit: {law: hertz_mindlin, rolling: spring, damping: root, damping_coefficient: 1e4}}", 170,
       true},
      {"nlgs", "{implicit: {law: coulomb, solver: nlgs}}", 61},
      {"midpoint", "{implicit: {law: coulomb, solver: nlgs, theta: 0.5}}", 62},
      {"auto", "{implicit: {law: coulomb}}", 63},
      {"cone", "{implicit: {law: cone, solver: apgd}}", 64},
      {"frictionless", "{implicit: {law: frictionless, solver: pgs}}", 65},
      {"compliant",
       "{implicit: {law: compliant, stiffness: 1e5, damping_time: 1e-4, yield: {cone_ball: {cohesion: "
       "0.1}}}}",
       66, false, false, true},
      {"etm", "{impact: {solver: etm}}", 41, false, true},
      {"sqm", "{impact: {solver: sqm}}", 42, false, true}};
  return all;
}

std::string RandomScene::text() const {
  std::string text = head;
  for (const std::string& other : others) text += other + "\n";
  return text + list("bodies", bodies) + list("joints", joints) + list("bonds", bonds) +
         list("events", events);
}

RandomScene random_scene(const Method& method, std::uint64_t seed) { return Maker(method, seed).make(); }

}  // namespace cairn::random_scenes
