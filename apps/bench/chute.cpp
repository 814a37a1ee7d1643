// The flow of LAMMPS' chute benchmark: spheres of diameter 1 and density 1 in a cell of 40 x 20 that repeats
// along x and y flow over fixed ones down 26 degrees, with k_n = 2e5, k_t = 2/7 k_n, no tangential damping,
// friction 0.5 and the normal damping of restitution 0.914. The bed is our own: places at random are pushed
// apart by soft springs and then by stiff ones. The lowest spheres become the rough base, the others get
// the profile of a steady flow and flow for a while before the clock starts. LAMMPS begins where ours begins.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/file.h"
#include "base/random.h"
#include "bench/benchmarks.h"
#include "bench/folder.h"
#include "bench/lammps.h"
#include "bench/timed.h"
#include "run/simulation.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

// The cell and what is in it; a quick benchmark has a smaller one.
struct ChuteBed {
  int length = 40, width = 20, spheres = 32'000, base = 900;
  int loosening = 4000;    // steps before the state is taken
  double height() const {  // of the bed before it flows
    constexpr double kSolid = 0.55;
    return spheres * std::numbers::pi / 6 / (kSolid * length * width);
  }
};
constexpr ChuteBed kLarge{}, kLittle{.length = 12, .width = 8, .spheres = 960, .base = 110, .loosening = 200};

constexpr double kStep = 1e-4;
constexpr int kWarming = 100;       // steps before the clock starts
constexpr double kFastest = 14.5;   // speed of the surface
constexpr double kAgitation = 0.5;  // largest random velocity
constexpr double kRolling = 0.25;   // spin that goes with the shear
constexpr double kAsked = 2;        // times as fast as LAMMPS

void write_spheres(const std::string& path, const std::vector<Vec3>& places,
                   const std::vector<Vec3>& velocities = {}) {
  std::string text = "x,y,z,vx,vy,vz,wx,wy,wz,radius\n";
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Vec3 &x = places[k], v = velocities.empty() ? Vec3{} : velocities[k];
    text += fmt::format("{},{},{},{},{},{},0,{},0,0.5\n", x.x, x.y, x.z, v.x, v.y, v.z,
                        velocities.empty() ? 0 : kRolling);
  }
  write_replacing(path, bytes_of(text));
}

std::vector<Vec3> places_of(const World& world) {
  std::vector<Vec3> places;
  for (const std::uint32_t i : world.bodies.by_uid())
    if (!is_immobile(world.bodies.info[i])) places.push_back(world.bodies.place[i].position);
  return places;
}

// Steps that push spheres apart between a floor and a lid, without gravity and friction.
struct Push {
  double stiffness, damping, step;
  int steps;
};
std::vector<Vec3> pushed(const std::vector<Vec3>& places, const ChuteBed& bed, const Push& push,
                         const std::string& folder) {
  write_spheres(folder + "/bed.csv", places);
  const std::string scene =
      fmt::format(R"(
materials: {{m: {{density: 1, restitution: 0.5}}}}
method: {{explicit: {{law: hooke, stiffness: {}}}}}
damping: {{global: {}}}
time: {{step: {}, end: 100 s, allow_overlap: true, allow_gain: true, allow_unstable: true}}
periodic: {{min: [0, 0, 0], max: [{}, {}, 80], axes: [x, y]}}
bodies:
  - {{name: bed, material: m, shape: sphere, csv: {{file: bed.csv}}, relax: true}}
  - {{name: floor, material: m, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: lid, material: m, shape: {{plane: {{normal: [0, 0, -1]}}}}, position: [0, 0, {}], fixed: true}}
)",
                  push.stiffness, push.damping, push.step, bed.length, bed.width, bed.height());
  Simulation simulation(Scene::from_text(scene, "bed.yaml", folder), 1);
  simulation.start();
  for (int k = 0; k < push.steps; ++k) simulation.advance();
  return places_of(simulation.world());
}

// Places without order, the lowest first.
std::vector<Vec3> random_bed(const ChuteBed& bed, const std::string& folder) {
  Random random(1);
  std::vector<Vec3> places;
  for (int k = 0; k < bed.spheres; ++k) {
    const double x = random.uniform(0, bed.length), y = random.uniform(0, bed.width);
    places.push_back({x, y, random.uniform(0.5, bed.height() - 0.5)});
  }
  places = pushed(places, bed, {.stiffness = 2000, .damping = 20, .step = 1e-3, .steps = 300}, folder);
  places = pushed(places, bed, {.stiffness = 1e5, .damping = 10, .step = 1e-4, .steps = 800}, folder);
  std::ranges::sort(places, {}, &Vec3::z);
  return places;
}

Simulation flowing(const ChuteBed& bed, const std::string& folder) {
  std::vector<Vec3> places = random_bed(bed, folder);
  const auto end_of_base = places.begin() + bed.base;
  write_spheres(folder + "/base.csv", {places.begin(), end_of_base});
  places.erase(places.begin(), end_of_base);
  // Bagnold's profile.
  Random random(2);
  std::vector<Vec3> velocities;
  for (const Vec3& x : places) {
    const double depth = std::clamp(1 - x.z / bed.height(), 0.0, 1.0);
    const auto shaken = [&] { return random.uniform(-kAgitation, kAgitation); };
    const double along = shaken(), across = shaken();
    velocities.push_back({kFastest * (1 - std::pow(depth, 1.5)) + along, across, shaken()});
  }
  write_spheres(folder + "/flow.csv", places, velocities);
  const std::string scene = fmt::format(R"(
gravity: [0.4383711467890774, 0, -0.898794046299167]
materials: {{m: {{density: 1, friction: 0.5, restitution: 0.914}}}}
method: {{explicit: {{law: hooke, stiffness: 200000 N/m, tangential_damping: 0}}}}
time: {{step: {}, end: 100 s}}
periodic: {{min: [0, 0, 0], max: [{}, {}, 80], axes: [x, y]}}
bodies:
  - {{name: flow, material: m, shape: sphere, csv: {{file: flow.csv}}, relax: true}}
  - {{name: base, material: m, shape: sphere, csv: {{file: base.csv}}, fixed: true}}
)",
                                        kStep, bed.length, bed.width);
  return {Scene::from_text(scene, "chute.yaml", folder), 1};
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

}  // namespace

Findings measure_chute(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  const ChuteBed bed = options.quick ? kLittle : kLarge;
  const double before = present_memory();
  Simulation simulation = flowing(bed, place.folder());
  simulation.start();
  forget_peak();
  for (int k = 0; k < bed.loosening; ++k) simulation.advance();
  WorkRow row{.work = "chute, flowing", .bodies = static_cast<double>(bed.spheres), .asked = kAsked};
  row.memory = (peak_memory() - before) / row.bodies;
  const int steps = options.work(std::max(200, static_cast<int>(options.seconds * 1e7 / row.bodies)), 20);
  const Vec3 cell{static_cast<double>(bed.length), static_cast<double>(bed.width), 80};
  write_lammps_state(simulation.world(), {{}, cell}, 1, place.folder());
  // The runs take turns; the flow is steady, so that ours goes on from run to run.
  double lammps_contacts = 0;
  for (int k = 0; k < options.repeat; ++k) {
    time_steps(simulation, kWarming);
    const TimedSteps now = time_steps(simulation, steps);
    if (now.rate > row.cairn.rate) row.cairn = now;
    const std::optional<LammpsRun> beside =
        has(kLammps) ? run_lammps(kLammps, input(steps), place.folder()) : std::nullopt;
    if (!beside) continue;
    row.peer = "LAMMPS gran/hooke/history";
    row.peer_rate = std::max(row.peer_rate, row.bodies * steps / (beside->seconds * beside->busy));
    lammps_contacts = beside->contacts / row.bodies;
  }
  Findings findings = findings_of({row});
  findings.metrics.push_back({"lists", row.cairn.lists, fmt::format("in {} steps", steps)});
  if (row.peer_rate > 0) findings.metrics.push_back({"lammps_contacts", lammps_contacts, "per sphere"});
  findings.notes.push_back(fmt::format(
      "{} spheres flow over {} fixed ones; {:.2f} contacts per sphere{}", bed.spheres - bed.base, bed.base,
      row.cairn.contacts, row.peer_rate > 0 ? fmt::format(", in LAMMPS {:.2f}", lammps_contacts) : ""));
  return findings;
}

}  // namespace cairn
