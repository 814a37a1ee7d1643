#include <fmt/format.h>

#include "bench/benchmarks.h"
#include "run/simulation.h"

namespace cairn {
namespace {

// A pyramid whose balls touch in place: its first step finds it at rest.
std::string pyramid_scene(int base, const char* materials, const char* power) {
  return fmt::format(R"(
gravity: [0, 0, -9.81]
materials:
  soft: {{density: 2000 kg/m3, young: 10 GPa}}
  hard: {{density: 2000 kg/m3, young: 50 GPa}}
method: {{implicit: {{law: frictionless, solver: apgd, tolerance: 1e-10, max_iterations: 10000, warm_start: false,
         compatible_forces: {}}}}}
time: {{step: 1 ms, end: 1 ms}}
bodies:
  - {{name: pile, materials: [{}], shape: {{sphere: {{diameter: 2.5 mm}}}}, position: [0, 0, 1.25 mm],
     pyramid: {{base: {}, gap: 0, fix_base: true}}}}
)",
                     power, materials, base);
}

}  // namespace

Findings measure_compatible(const BenchOptions& options) {
  Findings findings;
  findings.table.push_back({"contacts", "stiffness", "law", "solve [s]", "compatible forces [s]",
                            "iterations", "self-stresses", "balance"});
  // Two sizes, one or two materials, and two powers.
  for (const int base : {20, 38}) {
    for (const char* materials : {"hard", "soft, hard"}) {
      for (const char* power : {"hooke", "hertz"}) {
        double solve = 0, forces = 0;
        StepForces found;
        // The fastest of several runs; the large pyramid runs once.
        for (int k = 0; k < (base > 20 ? 1 : options.repeat); ++k) {
          Simulation simulation(Scene::from_text(pyramid_scene(base, materials, power), "pyramid.yaml"), 1);
          simulation.start();
          simulation.advance(Recording::contacts);
          const double now = simulation.times()[Stage::forces];
          if (k > 0 && now >= forces) continue;
          forces = now;
          solve = simulation.times()[Stage::solve];
          found = *simulation.report().forces;
        }
        const bool species = std::string_view(materials) != "hard";
        findings.table.push_back(
            {fmt::format("{}", found.contacts), species ? "1 : 1/3 : 1/5" : "uniform", power,
             fmt::format("{:.2f}", solve), fmt::format("{:.2f}", forces), fmt::format("{}", found.iterations),
             fmt::format("{}", found.components - found.rank), fmt::format("{:.0e}", found.balance)});
        findings.metrics.push_back(
            {fmt::format("{}_{}_{}", power, species ? "species" : "uniform", found.contacts), forces, "s"});
      }
    }
  }
  return findings;
}

}  // namespace cairn
