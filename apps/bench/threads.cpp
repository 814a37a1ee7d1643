// Two threads against one, by the clock: the best of alternating pairs of runs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/timer.h"
#include "bench/bed.h"
#include "bench/benchmarks.h"
#include "bench/folder.h"
#include "bench/settled_bed.h"
#include "bench/timed.h"
#include "run/simulation.h"

namespace cairn {
namespace {

constexpr int kPairs = 5;
constexpr double kStep = 1e-5, kFriction = 0.5;
constexpr std::size_t kSmall = 1000;  // bodies of a small scene

// Large scenes shall gain from the second thread, small ones shall not lose.
double asked_of(double bodies) { return bodies < 10'000 ? 1 : 1.85; }

struct Pair {
  std::string work;
  double bodies = 0, one = 0, two = 0;  // body-steps per second
};

void add(const Pair& pair, Findings& findings) {
  const double ratio = pair.two / pair.one, asked = asked_of(pair.bodies);
  findings.table.push_back({pair.work, fmt::format("{:.0f}", pair.bodies),
                            fmt::format("{:.3g}", pair.one / 1e6), fmt::format("{:.3g}", pair.two / 1e6),
                            fmt::format("{:.2f}", ratio), fmt::format("{:.2f}", asked)});
  findings.metrics.push_back({fmt::format("{} {:.0f}", pair.work, pair.bodies), ratio, "2 over 1"});
  std::ranges::copy(gap_to(fmt::format("{}, {:.0f} bodies", pair.work, pair.bodies), ratio, asked),
                    std::back_inserter(findings.notes));
}

// A dense bed at rest under hertz_mindlin.
double bed_rate(const SettledBed& settled, int thread_count, int steps) {
  Bed bed = bed_of(settled.spheres, settled.length, settled.width, BedLaw::hertz_mindlin, kFriction);
  Threads threads(thread_count);
  bed.stepper->start(bed.world, threads);
  StageTimes times;
  for (int k = 0; k < steps / 4; ++k) bed.stepper->step(bed.world, threads, kStep, times);
  const Stopwatch watch;
  for (int k = 0; k < steps; ++k) bed.stepper->step(bed.world, threads, kStep, times);
  return static_cast<double>(bed.grains) * steps / watch.seconds();
}

// Spheres that settle by implicit steps with ten sweeps.
double implicit_rate(int spheres, int thread_count, int steps) {
  const std::string scene = fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{stone: {{density: 2500, friction: 0.5, restitution: 0}}}}
method: {{implicit: {{law: coulomb, solver: pgs, tolerance: 1e-12, max_iterations: 10, on_failure: warn}}}}
time: {{step: 1 ms, end: 100 s, allow_overlap: true, allow_gain: true}}
bodies:
  - {{name: box, material: stone, fixed: true, shape: {{container: {{size: [0.3, 0.3, 4], open: top}}}},
     position: [0.15, 0.15, 2]}}
  - {{name: spheres, material: stone, shape: {{sphere: {{radius: 1 cm}}}},
     fill: {{box: {{min: [0, 0, 0], max: [0.3, 0.3, {}]}}, count: {}, seed: 1}}}}
)",
                                        0.1 + 1.6e-4 * spheres, spheres);
  Simulation simulation(Scene::from_text(scene, "threads.yaml"), thread_count);
  simulation.start();
  time_steps(simulation, steps / 2);
  return time_steps(simulation, steps).wall_rate;
}

template <class Rate>
Pair measure(const char* work, double bodies, const BenchOptions& options, Rate&& rate) {
  Pair pair{work, bodies};
  for (int k = 0; k < options.work(kPairs, 1); ++k) {
    pair.one = std::max(pair.one, rate(1));
    pair.two = std::max(pair.two, rate(2));
  }
  return pair;
}

}  // namespace

Findings measure_threads(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  Findings findings;
  findings.table.push_back({"work", "bodies", "1 thread [M/s]", "2 threads [M/s]", "2 over 1", "asked"});
  std::vector<std::size_t> sizes{kSmall};
  if (!options.quick) std::ranges::copy(options.sizes, std::back_inserter(sizes));
  for (const std::size_t spheres : sizes) {
    const SettledBed bed = settled_bed(spheres, place.folder(), *std::make_unique<Threads>(2));
    const auto count = static_cast<double>(spheres);
    const int steps = options.work(std::max(20, static_cast<int>(options.seconds * 5e6 / count)), 20);
    add(measure("bed at rest, explicit", count, options,
                [&](int threads) { return bed_rate(bed, threads, steps); }),
        findings);
  }
  for (const int full : {1000, 10'000}) {
    const int spheres = options.work(full, 100), steps = options.work(1'000'000 / full, 20);
    add(measure("spheres settling, implicit, 10 sweeps", spheres, options,
                [&](int threads) { return implicit_rate(spheres, threads, steps); }),
        findings);
  }
  return findings;
}

}  // namespace cairn
