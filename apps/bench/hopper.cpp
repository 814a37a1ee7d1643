// Beads that flow out of a hopper and leave the domain: the hopper of scenes/hopper.yaml without frames.
// Stage `events` takes the beads out.
#include <fmt/format.h>

#include <numeric>

#include "bench/benchmarks.h"
#include "bench/timed.h"
#include "run/simulation.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

constexpr double kMostForEvents = 0.02;  // of the time

std::string hopper_scene(int beads) {
  return fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{glass: {{density: 2500, friction: 0.5, restitution: 0.5}}, wall: {{friction: 0.4}}}}
method: {{explicit: {{law: hooke, stiffness: 1000 N/m}}}}
time: {{step: auto, end: 3 s}}
domain: {{min: [-0.02, -0.02, -0.05], max: [0.1, 0.05, 0.25], outside: remove}}
bodies:
  - {{name: back, material: wall, shape: {{plane: {{normal: [1, 0, 0]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: slope, material: wall, shape: {{box: {{size: [84.853 mm, 24 mm, 42.426 mm]}}}}, fixed: true,
     position: [65 mm, 12 mm, 15 mm], orientation: {{axis: [0, 1, 0], angle: -45 deg}}}}
  - {{name: front, material: wall, shape: {{plane: {{normal: [-1, 0, 0]}}}}, position: [80 mm, 0, 0], fixed: true}}
  - {{name: left, material: wall, shape: {{plane: {{normal: [0, 1, 0]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: right, material: wall, shape: {{plane: {{normal: [0, -1, 0]}}}}, position: [0, 24 mm, 0], fixed: true}}
  - {{name: beads, material: glass, shape: {{sphere: {{diameter: 4 mm}}}},
     fill: {{box: {{min: [0, 0, 0], max: [80 mm, 24 mm, 115 mm]}}, count: {}, seed: 1}}}}
)",
                     beads);
}

}  // namespace

Findings measure_hopper(const BenchOptions& options) {
  const int beads = options.work(2000, 100);
  const double before = present_memory();
  Simulation simulation(Scene::from_text(hopper_scene(beads), "hopper.yaml"), 1);
  simulation.start();
  forget_peak();
  // The flow is steady after 0.15 s; the first beads have left by then.
  const auto steps = [&](double seconds) { return static_cast<int>(seconds / simulation.plan().step); };
  for (int k = 0; k < options.work(steps(0.15), 100); ++k) simulation.advance();
  WorkRow row{.work = "hopper, flowing out", .bodies = static_cast<double>(beads)};
  row.memory = (peak_memory() - before) / row.bodies;
  row.cairn = time_steps(simulation, options.work(steps(0.3), 100));
  Findings findings = findings_of({row});
  const auto& seconds = row.cairn.times.seconds;
  const double share = row.cairn.times[Stage::events] / std::accumulate(seconds.begin(), seconds.end(), 0.0);
  findings.metrics.push_back({"events", 100 * share, "% of the time"});
  findings.notes.push_back(
      fmt::format("Removal of beads (events) takes {:.1f} % of the time; asked: at most {:.0f} %",
                  100 * share, 100 * kMostForEvents));
  return findings;
}

}  // namespace cairn
