// The flow of LAMMPS' chute benchmark: spheres of diameter 1 and density 1 in a cell of 40 x 20 that repeats
// along x and y flow over a layer of fixed ones down 26 degrees, with k_n = 2e5, k_t = 2/7 k_n, no tangential
// damping, friction 0.5 and the normal damping of restitution 0.914. The bed is our own: layers with the
// profile of a steady flow, shaken, that flow for a while before the clock starts. LAMMPS begins where ours
// begins.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

#include "base/file.h"
#include "base/random.h"
#include "bench/benchmarks.h"
#include "bench/folder.h"
#include "bench/lammps.h"
#include "run/simulation.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

constexpr int kColumns = 40, kRows = 20, kLayers = 39;  // of flowing spheres, over one fixed layer
constexpr double kSpacing = 0.95;                       // between staggered layers: 55 % solid
constexpr double kAgitation = 5;                        // largest random velocity
constexpr double kFastest = 15;                         // speed of the surface
constexpr double kStep = 1e-4;
constexpr int kLoosening = 2000, kWarming = 100;  // steps before the state is taken, and before the clock

// One line per sphere: place, velocity, spin, radius.
std::string spheres_csv(int first_layer, int end_layer) {
  Random random(static_cast<std::uint64_t>(first_layer) + 1);
  std::string text = "x,y,z,vx,vy,vz,wx,wy,wz,radius\n";
  for (int layer = first_layer; layer < end_layer; ++layer) {
    const double depth = 1 - static_cast<double>(layer) / kLayers;
    const double speed = layer == 0 ? 0 : kFastest * (1 - std::pow(depth, 1.5));
    const auto shaken = [&](double size) { return layer == 0 ? 0 : random.uniform(-size, size); };
    for (int k = 0; k < kColumns * kRows; ++k) {
      const double shift = layer % 2 == 0 ? 0.25 : 0.75;
      const double x = k % kColumns + shift, y = k / kColumns + shift, z = 0.5 + kSpacing * layer;
      text += fmt::format("{},{},{},{},{},{},0,0,0,0.5\n", x, y, z + shaken(0.005),
                          speed + shaken(kAgitation), shaken(kAgitation), shaken(kAgitation));
    }
  }
  return text;
}

Simulation flowing(const std::string& folder) {
  write_replacing(folder + "/flow.csv", bytes_of(spheres_csv(1, kLayers + 1)));
  write_replacing(folder + "/base.csv", bytes_of(spheres_csv(0, 1)));
  const std::string scene = fmt::format(R"(
gravity: [0.4383711467890774, 0, -0.898794046299167]
materials: {{m: {{density: 1, friction: 0.5, restitution: 0.914}}}}
method: {{explicit: {{law: hooke, stiffness: 200000 N/m, tangential_damping: 0}}}}
time: {{step: {}, end: 100 s}}
periodic: {{min: [0, 0, 0], max: [{}, {}, 80], axes: [x, y]}}
bodies:
  - {{name: flow, material: m, shape: sphere, csv: {{file: flow.csv}}}}
  - {{name: base, material: m, shape: sphere, csv: {{file: base.csv}}, fixed: true}}
)",
                                        kStep, kColumns, kRows);
  return {Scene::from_text(scene, "chute.yaml", folder), 1};
}

void write_data(const World& world, const std::string& path) {
  const Bodies& bodies = world.bodies;
  std::string places, motions;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const auto& [x, radius] = bodies.place[i];
    const auto& [v, w] = bodies.motion[i];
    places += fmt::format("{} {} {} 1 {} {} {}\n", i + 1, is_immobile(bodies.info[i]) ? 2 : 1, 2 * radius,
                          x.x, x.y, x.z);
    motions += fmt::format("{} {} {} {} {} {} {}\n", i + 1, v.x, v.y, v.z, w.x, w.y, w.z);
  }
  write_replacing(
      path, bytes_of(fmt::format("chute\n\n{} atoms\n2 atom types\n\n0 {} xlo xhi\n0 {} ylo yhi\n0 80 zlo "
                                 "zhi\n\nAtoms # sphere\n\n{}\nVelocities\n\n{}",
                                 bodies.size(), kColumns, kRows, places, motions)));
}

std::string input(int steps) {
  return fmt::format(R"(units lj
atom_style sphere
boundary p p fs
newton off
comm_modify vel yes
read_data lammps.data
pair_style gran/hooke/history 200000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
neighbor 0.1 bin
neigh_modify every 1 delay 0
timestep {}
group bottom type 2
group active subtract all bottom
neigh_modify exclude group bottom bottom
fix 1 all gravity 1.0 chute 26.0
fix 2 bottom freeze
fix 3 active nve/sphere
thermo {}
run {}
run {}
{})",
                     kStep, kWarming + steps, kWarming, steps, kCountTouches);
}

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Timed {
  double rate = 0;  // particle-steps per second of processor time
  double contacts = 0;
  StageTimes times;  // of the timed steps
  double lists = 0;
};

Timed time_cairn(Simulation& simulation, int steps) {
  const auto run = [&](int count) {
    double lists = 0;
    for (int k = 0; k < count; ++k) simulation.advance(), lists += simulation.report().list_rebuilt ? 1 : 0;
    return lists;
  };
  run(kWarming);
  simulation.times() = {};
  const double begin = processor_time(), work = simulation.particle_steps();
  Timed timed;
  timed.lists = run(steps);
  timed.rate = (simulation.particle_steps() - work) / (processor_time() - begin);
  timed.times = simulation.times();
  timed.contacts = static_cast<double>(simulation.report().contacts);
  return timed;
}

}  // namespace

Findings measure_chute(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  forget_peak();
  const double before = present_memory();
  Simulation simulation = flowing(place.folder());
  simulation.start();
  for (int k = 0; k < kLoosening; ++k) simulation.advance();
  const auto spheres = static_cast<double>(simulation.world().bodies.size());
  const int steps = std::max(200, static_cast<int>(options.seconds * 1e7 / spheres));
  write_data(simulation.world(), place.folder() + "/lammps.data");
  // The runs take turns; the flow is steady, so that ours goes on from run to run.
  Timed best;
  double lammps = 0, lammps_contacts = 0;
  for (int k = 0; k < options.repeat; ++k) {
    const Timed now = time_cairn(simulation, steps);
    if (now.rate > best.rate) best = now;
    const std::optional<LammpsRun> beside =
        has_lammps() ? run_lammps(input(steps), place.folder()) : std::nullopt;
    if (!beside) continue;
    lammps = std::max(lammps, spheres * steps / (beside->seconds * beside->busy));
    lammps_contacts = beside->contacts;
  }
  Metrics metrics{{"cairn", best.rate / 1e6, "M/s"}};
  if (lammps > 0)
    metrics.push_back({"lammps", lammps / 1e6, "M/s"}), metrics.push_back({"ratio", best.rate / lammps, ""});
  double all = 0;
  for (const double seconds : best.times.seconds) all += seconds;
  for (const Stage stage : {Stage::broad_phase, Stage::contacts, Stage::integrate})
    metrics.push_back(
        {std::string(kStageNames[static_cast<std::size_t>(stage)]), 100 * best.times[stage] / all, "%"});
  metrics.push_back({"lists", best.lists, fmt::format("in {} steps", steps)});
  metrics.push_back({"contacts", best.contacts / spheres, "per sphere"});
  if (lammps > 0) metrics.push_back({"lammps_contacts", lammps_contacts / spheres, "per sphere"});
  metrics.push_back({"memory", (peak_memory() - before) / spheres, "B/sphere"});
  return {std::move(metrics), {}};
}

}  // namespace cairn
