#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/timer.h"
#include "bench/benchmarks.h"
#include "run/simulation.h"
#include "scene/scene.h"
#include "solvers/impact/impact.h"

namespace cairn {
namespace {

// Balls on a cubic lattice touch all their neighbours; one of them moves.
ImpactGroup heap_of_balls(std::uint32_t n) {
  ImpactGroup group;
  const double mass = 1, moment = 0.4;
  group.bodies.assign(std::size_t{n} * n * n, BodyState{{}, 1 / mass, {}, 1 / moment});
  const auto at = [n](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return (i * n + j) * n + k; };
  const auto touch = [&](std::uint32_t a, std::uint32_t b, const Vec3& normal) {
    group.blocks.push_back({a, b, 0, normal, perpendicular(normal), normal, -normal});
    group.friction.push_back(0.3);
    group.restitution.push_back(0.3);
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      for (std::uint32_t k = 0; k < n; ++k) {
        if (i + 1 < n) touch(at(i, j, k), at(i + 1, j, k), {1, 0, 0});
        if (j + 1 < n) touch(at(i, j, k), at(i, j + 1, k), {0, 1, 0});
        if (k + 1 < n) touch(at(i, j, k), at(i, j, k + 1), {0, 0, 1});
      }
    }
  }
  group.bodies[at(0, n / 2, n / 2)].velocity = {3, 1, -0.5};
  return group;
}

// The scenes of scenes/papers/TG14/packing_*.yaml.
std::string packing_scene(const char* shape, int count) {
  return fmt::format(R"(
gravity: [0, 0, -9.8]
materials: {{stone: {{density: 2500, friction: 0.3, restitution: 0.3}}}}
method: {{impact: {{solver: etm, lambda: 30}}}}
time: {{step: 1/600, end: 8}}
bodies:
  - {{name: box, material: stone, shape: {{container: {{size: [24, 24, 64]}}}}, position: [12, 12, 32], fixed: true}}
  - {{name: grains, material: stone, orientation: random, shape: {},
     fill: {{box: {{min: [0, 0, 0], max: [24, 24, 64]}}, count: {}, seed: 1}}}}
)",
                     shape, count);
}
constexpr const char* kSphere = "{sphere: {diameter: 3}}";
constexpr const char* kCross =
    "{compound: {parts: [{shape: {box: {size: [1.26, 1.26, 3.78]}}}, {shape: {box: {size: [1.26, 1.26, "
    "1.26]}}, "
    "position: [1.26, 0, 0]}, {shape: {box: {size: [1.26, 1.26, 1.26]}}, position: [-1.26, 0, 0]}, {shape: "
    "{box: "
    "{size: [1.26, 1.26, 1.26]}}, position: [0, 1.26, 0]}, {shape: {box: {size: [1.26, 1.26, 1.26]}}, "
    "position: [0, "
    "-1.26, 0]}]}}";

// Runs at least 2 s, and until the kinetic energy is a ten-thousandth of its maximum.
void settle(const char* name, const char* shape, int count, Findings& findings) {
  Simulation simulation(Scene::from_text(packing_scene(shape, count), "packing.yaml"), 1);
  simulation.start();
  const Stopwatch watch;
  double most = 0, kinetic = 0;
  do {
    simulation.advance();
    kinetic = simulation.step() % 30 == 0 ? simulation.energy().kinetic : kinetic;
    most = std::max(most, kinetic);
  } while (!simulation.done() && (simulation.time() < 2 || kinetic > 1e-4 * most));
  const ImpactTotals& totals = simulation.report().impacts;
  const double seconds = watch.seconds();
  findings.metrics.push_back({fmt::format("{}_settle", name), seconds, "s"});
  findings.table.push_back({name, fmt::format("{}", count), fmt::format("{:.2f}", simulation.time()),
                            fmt::format("{}", simulation.step()), fmt::format("{}", totals.impacts),
                            fmt::format("{:.1f}", 1e-6 * static_cast<double>(totals.impulses)),
                            fmt::format("{:.1e}", totals.worst_balance), fmt::format("{:.1f}", seconds)});
}

}  // namespace

Findings measure_impacts(const BenchOptions& options) {
  Findings findings;
  findings.table.push_back({"contacts", "impulses/contact", "ns/contact", "ns/(contact log2)"});
  const auto solver = make_etm({});
  for (const std::uint32_t n : {4u, 8u, 16u, 24u}) {
    double best = kInfinity, impulses = 0, contacts = 0;
    const Stopwatch watch;
    for (int k = 0; k < options.repeat || watch.seconds() < 0.1 * options.seconds; ++k) {
      ImpactGroup group = heap_of_balls(n);
      const Stopwatch one;
      impulses = static_cast<double>(solver->resolve(group).impulses);
      best = std::min(best, one.seconds());
      contacts = static_cast<double>(group.size());
    }
    const double each = 1e9 * best / contacts;
    findings.metrics.push_back({fmt::format("contacts_{:.0f}", contacts), each, "ns/contact"});
    findings.table.push_back({fmt::format("{:.0f}", contacts), fmt::format("{:.2f}", impulses / contacts),
                              fmt::format("{:.0f}", each),
                              fmt::format("{:.1f}", each / std::log2(contacts))});
  }
  return findings;
}

Findings measure_packing(const BenchOptions&) {
  Findings findings;
  findings.table.push_back(
      {"grains", "number", "time [s]", "steps", "impacts", "million impulses", "worst balance", "seconds"});
  settle("spheres", kSphere, 540, findings);
  settle("crosses", kCross, 325, findings);
  return findings;
}

}  // namespace cairn
