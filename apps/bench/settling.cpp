// Grains with corners or unequal axes that settle, one thread: microseconds per grain and step, by stage.
#include <fmt/format.h>

#include "base/timer.h"
#include "bench/benchmarks.h"
#include "run/simulation.h"
#include "scene/scene.h"

namespace cairn {
namespace {

struct Settling {
  const char* name;
  const char* method;
  const char* shape;
  const char* wall;
  double step;          // [s]
  int settling, timed;  // steps
};

// Cubes on a floor as rigid bodies with ten sweeps a step, and smooth and boxy grains in a hopper as soft
// ones.
constexpr const char* kRigid =
    "{implicit: {law: coulomb, solver: pgs, tolerance: 1e-12, max_iterations: 10, on_failure: warn}}";
constexpr const char* kSoft = "{explicit: {law: hooke, stiffness: 4000}}";
constexpr const char* kFloor = "{shape: plane, position: [0, 0, 0]";
constexpr const char* kHopper =
    "{shape: {funnel: {bottom_radius: 5 mm, top_radius: 4 cm, height: 4 cm}}, position: [0, 0, 2 cm]";
constexpr Settling kAll[] = {
    {"cubes", kRigid, "{box: {size: [6 mm, 6 mm, 6 mm]}}", kFloor, 1e-3, 400, 100},
    {"cubes_in_hopper", kSoft, "{box: {size: [5 mm, 5 mm, 5 mm]}}", kHopper, 2e-5, 3000, 200},
    {"ellipsoids_in_hopper", kSoft, "{ellipsoid: {radii: [4 mm, 3 mm, 2 mm]}}", kHopper, 2e-5, 3000, 200},
    {"superellipsoids_in_hopper", kSoft, "{superellipsoid: {radii: [4 mm, 3 mm, 2 mm], exponents: [4, 4]}}",
     kHopper, 2e-5, 3000, 200},
};
constexpr int kGrains = 500;

std::string scene_of(const Settling& s) {
  return fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{stone: {{density: 2500, friction: 0.5, restitution: 0.3}}}}
method: {}
time: {{step: {}, end: 100, allow_overlap: true, allow_gain: true}}
bodies:
  - {}, name: wall, material: stone, fixed: true}}
  - {{name: grains, material: stone, orientation: random, velocity: [0, 0, -0.5], shape: {},
     fill: {{cylinder: {{center: [0, 0, 12 cm], radius: 4 cm, height: 18 cm}}, count: {}, seed: 7}}}}
)",
                     s.method, s.step, s.wall, s.shape, kGrains);
}

}  // namespace

Findings measure_settling(const BenchOptions&) {
  Findings findings;
  TextRow head{"grains", "contacts", "us/grain-step"};
  constexpr Stage kStages[] = {Stage::broad_phase, Stage::contacts, Stage::assemble, Stage::solve,
                               Stage::integrate};
  for (const Stage stage : kStages) head.push_back(std::string(kStageNames[static_cast<std::size_t>(stage)]));
  findings.table.push_back(head);
  for (const Settling& settling : kAll) {
    Simulation simulation(Scene::from_text(scene_of(settling), "settling.yaml"), 1);
    simulation.start();
    for (int k = 0; k < settling.settling; ++k) simulation.advance();
    // The last steps count.
    simulation.times() = {};
    const Stopwatch watch;
    for (int k = 0; k < settling.timed; ++k) simulation.advance();
    const double per = 1e6 / (static_cast<double>(kGrains) * settling.timed), whole = per * watch.seconds();
    findings.metrics.push_back({settling.name, whole, "us/grain-step"});
    TextRow row{settling.name, fmt::format("{}", simulation.report().contacts), fmt::format("{:.2f}", whole)};
    for (const Stage stage : kStages) row.push_back(fmt::format("{:.2f}", per * simulation.times()[stage]));
    findings.table.push_back(row);
  }
  return findings;
}

}  // namespace cairn
