#include "bench/benchmarks.h"

#include <fmt/format.h>

#include <string_view>

#include "base/timer.h"
#include "bench/bed.h"
#include "bench/machine.h"
#include "run/simulation.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

// --- Steps of a bed at rest

struct BedSize {
  int side, layers;
  int settling, timed;  // steps
};
constexpr BedSize kLarge{45, 50, 1000, 200}, kSmall{22, 21, 2000, 2000};  // 101 250 and 10 164 spheres

Metrics step_bed(const BedSize& size, int thread_count) {
  // A bed at rest.
  forget_peak();
  const double before = present_memory();
  Bed bed = build_bed(size.side, size.layers);
  Threads threads(thread_count);
  bed.stepper->start(bed.world, threads);
  settle(bed, threads, size.settling);

  // The timed steps.
  StageTimes times;
  StepState report;
  int rebuilds = 0;
  const Stopwatch watch;
  for (int k = 0; k < size.timed; ++k) {
    report = bed.stepper->step(bed.world, threads, bed.step, times);
    rebuilds += report.list_rebuilt;
  }
  const double wall = watch.seconds();

  // Numbers per sphere and step.
  const double grains = static_cast<double>(bed.grains), work = grains * size.timed;
  Metrics metrics{{"particle_steps", work / wall / 1e6, "M/s"}};
  for (const Stage stage : {Stage::broad_phase, Stage::contacts, Stage::integrate}) {
    const std::string name(kStageNames[static_cast<std::size_t>(stage)]);
    metrics.push_back({name, 1e9 * times[stage] / work, "ns/particle-step"});
  }
  metrics.push_back({"grains", grains, ""});
  metrics.push_back({"threads", static_cast<double>(thread_count), ""});
  metrics.push_back({"contacts", static_cast<double>(report.contacts) / grains, "per sphere"});
  metrics.push_back({"rebuilds", static_cast<double>(rebuilds), fmt::format("in {} steps", size.timed)});
  metrics.push_back({"memory", (peak_memory() - before) / grains, "B/sphere"});
  return metrics;
}

// --- Lists of pairs

Metrics rebuild_lists() {
  constexpr int kTimes = 10;
  Bed bed = build_bed(kLarge.side, kLarge.layers);
  Threads threads(1);
  bed.stepper->start(bed.world, threads);
  settle(bed, threads, 100);
  ListBuilder builder;
  VerletList list;
  const double skin = bed.stepper->pass().list().skin;
  builder.build(bed.world, threads, skin, list);
  const Stopwatch watch;
  for (int k = 0; k < kTimes; ++k) builder.build(bed.world, threads, skin, list);
  const double time = watch.seconds() / kTimes, grains = static_cast<double>(bed.grains);
  return {{"rebuild", 1e3 * time, "ms"},
          {"per_sphere", 1e9 * time / grains, "ns"},
          {"pairs", static_cast<double>(list.spheres.pairs.size()) / grains, "per sphere"}};
}

// --- From text to the first step

Metrics start_scene() {
  constexpr std::string_view kScene = R"(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500 kg/m3, friction: 0.5, restitution: 0.66}}
method: {explicit: {law: hooke, stiffness: 2000 N/m}}
time: {step: auto, end: 1 s}
bodies:
  - {name: beads, material: glass, shape: {sphere: {radius: 1 mm}},
     fill: {box: {min: [0, 0, 0], max: [120 mm, 120 mm, 120 mm]}, count: 100000, seed: 1}}
  - {name: floor, material: glass, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
)";
  forget_peak();
  const double before = present_memory();
  const Stopwatch watch;
  Simulation simulation(Scene::from_text(std::string(kScene), "startup.yaml"), 1);
  const double built = watch.seconds();
  simulation.start();
  const double started = watch.seconds();
  const auto bodies = static_cast<double>(simulation.world().bodies.size());
  return {{"read_and_build", built, "s"},
          {"first_forces", started - built, "s"},
          {"all", started, "s"},
          {"memory", (peak_memory() - before) / bodies, "B/sphere"}};
}

Findings numbers(Metrics metrics) { return {std::move(metrics), {}}; }

}  // namespace

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> table{
      {"bed", "one hooke step of 100 000 dense spheres, one thread",
       [](const BenchOptions&) { return numbers(step_bed(kLarge, 1)); }},
      {"bed_2", "the same on two threads", [](const BenchOptions&) { return numbers(step_bed(kLarge, 2)); }},
      {"bed_10k", "the same of 10 000 spheres, one thread",
       [](const BenchOptions&) { return numbers(step_bed(kSmall, 1)); }},
      {"broad_phase", "building the list of all pairs of 100 000 dense spheres, one thread",
       [](const BenchOptions&) { return numbers(rebuild_lists()); }},
      {"contacts", "finding the contacts of one pair of bodies, one thread",
       [](const BenchOptions&) { return numbers(time_pairs()); }},
      {"boxes", "one hooke step of 10 000 boxes at rest, one thread",
       [](const BenchOptions&) { return numbers(step_boxes()); }},
      {"settling", "500 cubes, ellipsoids and superellipsoids that settle, by stage, one thread",
       measure_settling},
      {"startup", "reading and building a scene with a fill of 100 000 spheres",
       [](const BenchOptions&) { return numbers(start_scene()); }},
      {"penalty",
       "settled beds under hertz_mindlin with friction, million particle-steps/s, beside LAMMPS "
       "gran/hertz/history if lmp is there",
       measure_penalty},
      {"chute",
       "32 000 spheres flow down a chute of 26 degrees, hooke with history, one thread, beside LAMMPS "
       "gran/hooke/history if lmp is there",
       measure_chute},
      {"hopper", "2000 beads flow out of a hopper and are removed, hooke, one thread, by stage",
       measure_hopper},
      {"drum", "4000 spheres in a drum that turns, hooke, one thread, beside LAMMPS if lmp is there",
       measure_drum},
      {"mixer",
       "4000 spheres around a rotor from an STL file, hooke, one thread, beside LIGGGHTS if liggghts is "
       "there",
       measure_mixer},
      {"rigid",
       "spheres, cubes and ellipsoids that settle by implicit steps, one thread, beside Bullet and ODE if "
       "they "
       "were there at the build",
       measure_rigid},
      {"threads", "two threads against one by the clock, best of five alternating pairs", measure_threads},
      {"solvers", "contact-iterations per second of every solver on the contacts of dense beds",
       measure_solvers},
      {"compatible",
       "compatible forces and rank of cannonball pyramids at rest, beside the solve, one thread",
       measure_compatible},
      {"impacts", "one impact in a heap of touching balls, etm, by the number of contacts", measure_impacts},
      {"packing",
       "540 spheres and 325 crosses fall into a box and come to rest, etm, one thread; takes minutes",
       measure_packing},
      {"python", "what the Python module adds to the engine: import, one step, one view, one run",
       measure_python},
      {"machine", "processor, memory, this program and its peers; measures nothing", describe_machine},
  };
  return table;
}

}  // namespace cairn
