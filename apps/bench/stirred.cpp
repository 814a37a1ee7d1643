// Spheres that are stirred: in a rotating drum beside LAMMPS, and by a rotor from an STL file beside
// LIGGGHTS, which knows meshes. Each peer begins where ours has come to, and has our springs: hooke, k_t =
// 2/7 k_n, no tangential damping, and the dashpot γ m̄ of the restitution e, γ = 2 b with b = c √(k/m̄)/√(1 +
// c²), c = −ln e/π.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/file.h"
#include "bench/benchmarks.h"
#include "bench/folder.h"
#include "bench/lammps.h"
#include "bench/timed.h"
#include "run/simulation.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

struct Spheres {
  double diameter, density, stiffness, restitution, friction, step;
  double damping() const {  // γ [1/s]
    const double half_mass = density * std::numbers::pi / 12 * diameter * diameter * diameter;
    const double c = -std::log(restitution) / std::numbers::pi;
    return 2 * c / std::sqrt(1 + c * c) * std::sqrt(stiffness / half_mass);
  }
};

struct Stirred {
  const char* work;
  int spheres, warming;  // the number of steps before the clock starts
  double asked;
  Spheres material;
  std::string scene;  // without its folder's files
  DataBox box;
  const char *peer, *program;
  std::string input;  // of the peer: {0} first steps, {1} timed ones
};

// "{0}" in the text becomes the first number, and so on.
std::string filled(std::string text, const std::vector<std::string>& values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string mark = fmt::format("{{{}}}", k);
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += values[k].size())
      text.replace(at, mark.size(), values[k]);
  }
  return text;
}

// --- The drum: radius 15, turning at 0.1, gravity 1, diameters and densities 1

constexpr double kDrumRadius = 15, kDrumLength = 14, kDrumSpeed = 0.1;

Stirred drum(const BenchOptions& options) {
  const Spheres m{1, 1, 2e4, 0.6, 0.5, 3e-4};
  Stirred work{"drum, turning",
               options.work(4000, 200),
               options.work(40'000, 100),
               2,
               m,
               {},
               {},
               "LAMMPS",
               kLammps,
               {}};
  // The same drum for cairn and for LAMMPS; the cell repeats along its axis.
  const double R = kDrumRadius, L = kDrumLength;
  work.box = {{-R - 1, -R - 1, 0}, {R + 1, R + 1, L}};
  work.scene = fmt::format(R"(
gravity: [0, -1, 0]
materials: {{m: {{density: {0}, friction: {1}, restitution: {2}}}}}
method: {{explicit: {{law: hooke, stiffness: {3}, tangential_damping: 0}}}}
time: {{step: {4}, end: 1000 s, allow_unstable: true}}
periodic: {{min: [-{5}, -{5}, 0], max: [{5}, {5}, {6}], axes: [z]}}
bodies:
  - {{name: drum, material: m, shape: {{drum: {{radius: {5}, length: {7}, axis: z}}}}, position: [0, 0, {8}],
     motion: {{rotation: {{axis: [0, 0, -1], speed: {9}}}}}}}
  - {{name: spheres, material: m, shape: {{sphere: {{diameter: {10}}}}},
     fill: {{cylinder: {{center: [0, 0, {8}], radius: {5}, height: {6}, axis: z}}, count: {11}, seed: 1}}}}
)",
                           m.density, m.friction, m.restitution, m.stiffness, m.step, R, L, 3 * L, L / 2,
                           kDrumSpeed, m.diameter, work.spheres);
  const std::string law = fmt::format("{} NULL {} 0 {} 1", m.stiffness, m.damping(), m.friction);
  work.input = fmt::format(R"(units lj
atom_style sphere
boundary f f p
newton off
comm_modify vel yes
read_data lammps.data
pair_style gran/hooke/history {0}
pair_coeff * *
neighbor 0.1 bin
neigh_modify every 1 delay 0
timestep {1}
fix 1 all gravity 1.0 vector 0 -1 0
fix 2 all wall/gran hooke/history {0} zcylinder {2} shear x {3}
fix 3 all nve/sphere
thermo 1000000
run {{0}}
run {{1}}
)",
                           law, m.step, R, kDrumSpeed * R);
  return work;
}

// --- The mixer of the guide, with smaller beads

constexpr double kTurn = 1.0 / 3;  // seconds per turn of the rotor

// Four blades that stand upright, 50 mm across and 30 mm high, in mm: walls on the outline of a cross, a
// bottom and a top.
std::string rotor_stl() {
  using Point = std::array<double, 2>;
  constexpr double kBlade = 25, kHalf = 2, kHeight = 30;
  const std::array<Point, 12> outline{{{kBlade, -kHalf},
                                       {kBlade, kHalf},
                                       {kHalf, kHalf},
                                       {kHalf, kBlade},
                                       {-kHalf, kBlade},
                                       {-kHalf, kHalf},
                                       {-kBlade, kHalf},
                                       {-kBlade, -kHalf},
                                       {-kHalf, -kHalf},
                                       {-kHalf, -kBlade},
                                       {kHalf, -kBlade},
                                       {kHalf, -kHalf}}};
  const int arms[][4] = {{11, 0, 1, 2}, {2, 3, 4, 5}, {5, 6, 7, 8}, {8, 9, 10, 11}, {2, 5, 8, 11}};
  // A triangle of the file.
  std::string text = "solid rotor\n";
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = unit(cross(b - a, c - a));
    text += fmt::format(" facet normal {} {} {}\n  outer loop\n", n.x, n.y, n.z);
    for (const Vec3& p : {a, b, c}) text += fmt::format("   vertex {} {} {}\n", p.x, p.y, p.z);
    text += "  endloop\n endfacet\n";
  };
  const auto at = [&](int k, double z) { return Vec3{outline[k % 12][0], outline[k % 12][1], z}; };
  // The walls, then bottom and top of each arm and of the middle.
  for (int k = 0; k < 12; ++k) {
    add(at(k, 0), at(k + 1, 0), at(k + 1, kHeight));
    add(at(k, 0), at(k + 1, kHeight), at(k, kHeight));
  }
  for (const auto& [a, b, c, d] : arms) {
    add(at(a, kHeight), at(b, kHeight), at(c, kHeight));
    add(at(a, kHeight), at(c, kHeight), at(d, kHeight));
    add(at(a, 0), at(c, 0), at(b, 0));
    add(at(a, 0), at(d, 0), at(c, 0));
  }
  return text + "endsolid rotor\n";
}

Stirred mixer(const BenchOptions& options) {
  const Spheres m{3e-3, 1200, 2000, 0.5, 0.3, 8e-6};
  Stirred work{"mixer, rotor from STL",
               options.work(4000, 150),
               options.work(25'000, 100),
               1,
               m,
               {},
               {},
               "LIGGGHTS",
               kLiggghts,
               {}};
  // The scene of cairn; the rotor turns from the start.
  work.box = {{-0.036, -0.036, -0.001}, {0.036, 0.036, 0.2}};
  work.scene = fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{m: {{density: {}, friction: {}, restitution: {}}}}}
method: {{explicit: {{law: hooke, stiffness: {}, tangential_damping: 0}}}}
time: {{step: {}, end: 1000 s, allow_unstable: true, allow_overlap: true}}
bodies:
  - {{name: cup, material: m, shape: {{cup: {{radius: 35 mm, height: 200 mm}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: rotor, material: m, shape: {{mesh: {{file: rotor.stl, unit: 1 mm}}}}, position: [0, 0, 3 mm],
     motion: {{rotation: {{axis: [0, 0, 1], speed: {} rpm}}}}}}
  - {{name: spheres, material: m, shape: {{sphere: {{diameter: {}}}}},
     fill: {{cylinder: {{center: [0, 0, 9 cm], radius: 34 mm, height: 11 cm, axis: z}}, count: {}, seed: 1}}}}
)",
                           m.density, m.friction, m.restitution, m.stiffness, m.step, 60 / kTurn, m.diameter,
                           work.spheres);
  // LIGGGHTS begins from a state of cairn, with the rotor as far turned as there.
  const double angle = std::fmod(360 * work.warming * m.step / kTurn, 360);
  work.input = fmt::format(R"(atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
units si
read_data lammps.data
neighbor {} bin
neigh_modify delay 0
fix k all property/global kn peratomtypepair 1 {}
fix t all property/global kt peratomtypepair 1 {}
fix n all property/global gamman peratomtypepair 1 {}
fix s all property/global gammat peratomtypepair 1 0
fix f all property/global coefficientFriction peratomtypepair 1 {}
pair_style gran model hooke/stiffness tangential history
pair_coeff * *
timestep {}
fix g all gravity 9.81 vector 0 0 -1
fix rotor all mesh/surface file rotor.stl type 1 scale 0.001 rotate axis 0 0 1 angle {} move 0 0 0.003
fix turn all move/mesh mesh rotor rotate origin 0 0 0 axis 0 0 1 period {}
fix blades all wall/gran model hooke/stiffness tangential history mesh n_meshes 1 meshes rotor
fix cup all wall/gran model hooke/stiffness tangential history primitive type 1 zcylinder 0.035 0 0
fix bottom all wall/gran model hooke/stiffness tangential history primitive type 1 zplane 0
fix i all nve/sphere
thermo 1000000
run {{0}}
run {{1}}
)",
                           0.1 * m.diameter, m.stiffness, 2 * m.stiffness / 7, m.damping(), m.friction,
                           m.step, angle, kTurn);
  return work;
}

WorkRow measure_stirred(const Stirred& work, const BenchOptions& options, const std::string& folder) {
  write_replacing(folder + "/rotor.stl", bytes_of(rotor_stl()));
  const double before = present_memory();
  Simulation simulation(Scene::from_text(work.scene, "stirred.yaml", folder), 1);
  simulation.start();
  forget_peak();
  for (int k = 0; k < work.warming; ++k) simulation.advance();
  WorkRow row{.work = work.work, .bodies = static_cast<double>(work.spheres), .asked = work.asked};
  row.memory = (peak_memory() - before) / row.bodies;
  write_lammps_state(simulation.world(), work.box, work.material.density, folder);
  const int steps = options.work(std::max(200, static_cast<int>(options.seconds * 5e6 / row.bodies)), 20);
  const std::string input = filled(work.input, {"100", fmt::format("{}", steps)});
  for (int k = 0; k < options.repeat; ++k) {
    const TimedSteps now = time_steps(simulation, steps);
    if (now.rate > row.cairn.rate) row.cairn = now;
    const auto beside = has(work.program) ? run_lammps(work.program, input, folder) : std::nullopt;
    if (!beside) continue;
    row.peer = work.peer;
    row.peer_rate = std::max(row.peer_rate, row.bodies * steps / (beside->seconds * beside->busy));
  }
  return row;
}

}  // namespace

Findings measure_drum(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  return findings_of({measure_stirred(drum(options), options, place.folder())});
}

Findings measure_mixer(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  return findings_of({measure_stirred(mixer(options), options, place.folder())});
}

}  // namespace cairn
