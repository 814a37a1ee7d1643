// Bodies that fall into a box and settle, by implicit steps of 1 ms with ten sweeps, beside Bullet and ODE
// with as many. The peers are programs of their own in the folder `peers` of this program (apps/bench/peers).
// All begin at the same places; cairn judges the overlaps of every state at the end.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/file.h"
#include "base/random.h"
#include "bench/benchmarks.h"
#include "bench/command.h"
#include "bench/folder.h"
#include "bench/timed.h"
#include "run/simulation.h"
#include "scene/overlap.h"
#include "terminal/memory.h"

namespace cairn {
namespace {

constexpr double kRadius = 0.01, kDensity = 2500, kFriction = 0.5, kGravity = 9.81, kStep = 1e-3;
constexpr const char* kTenSweeps =
    "{law: coulomb, solver: pgs, tolerance: 1e-12, max_iterations: 10, on_failure: warn}";
constexpr int kSweeps = 10;

struct RigidWork {
  const char* name;
  const char* shape;  // as the peers call it
  Vec3 half;          // half axes [m]
  int bodies, steps;
  double asked;  // ratio to the peers
  const char* method = kTenSweeps;
};
constexpr Vec3 kBall{kRadius, kRadius, kRadius}, kEgg{0.012, 0.01, 0.008};
constexpr RigidWork kAll[] = {
    {"spheres settling, 10 sweeps", "spheres", kBall, 1000, 1000, 3},
    {"spheres settling, 10 sweeps", "spheres", kBall, 5000, 700, 4},
    {"spheres settling, 10 sweeps", "spheres", kBall, 20'000, 400, 5},
    {"spheres settling, default settings", "spheres", kBall, 1000, 1000, 0.5, "{law: coulomb}"},
    {"cubes settling, 10 sweeps", "cubes", kBall, 500, 600, 1},
    {"ellipsoids settling, 10 sweeps", "ellipsoids", kEgg, 500, 600, 1},
};

struct Pose {
  Vec3 place;
  Quat turn;
};
struct RigidBed {
  std::vector<Vec3> half;  // half axes of each body
  std::vector<Pose> poses;
  double width = 0;  // of the box
};

// A loose lattice, shaken; radii vary by a twentieth, and all bodies but spheres are turned at random.
RigidBed lattice(const RigidWork& work) {
  const bool is_round = work.half.x == work.half.y && std::string_view(work.shape) == "spheres";
  const double spacing = (is_round ? 2.3 : 3.0) * std::max({work.half.x, work.half.y, work.half.z});
  const double size = std::string_view(work.shape) == "cubes" ? 1.2 : 1;  // turned, they need more room
  const int side = static_cast<int>(std::ceil(std::cbrt(work.bodies)));
  Random random(1);
  RigidBed bed;
  bed.width = side * spacing * size;
  for (int k = 0; k < work.bodies; ++k) {
    const auto at = [&](int n) { return (n + 0.5) * spacing * size + random.uniform(-0.04, 0.04) * kRadius; };
    const double grown = is_round ? random.uniform(0.95, 1.05) : 1;
    const double x = at(k % side) - bed.width / 2, y = at(k / side % side) - bed.width / 2;
    Pose pose{{x, y, at(k / side / side)}, {}};
    if (!is_round) pose.turn = unit(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
    bed.half.push_back(grown * work.half);
    bed.poses.push_back(pose);
  }
  return bed;
}

std::string pose_text(const Pose& pose, char gap) {
  const auto& [x, q] = pose;
  return fmt::format("{0}{7}{1}{7}{2}{7}{3}{7}{4}{7}{5}{7}{6}", x.x, x.y, x.z, q.w, q.x, q.y, q.z, gap);
}

std::string shape_text(const RigidWork& work) {
  const auto& [a, b, c] = work.half;
  const std::string_view shape = work.shape;
  if (shape == "spheres") return "sphere";
  if (shape == "cubes") return fmt::format("{{box: {{size: [{}, {}, {}]}}}}", 2 * a, 2 * b, 2 * c);
  return fmt::format("{{ellipsoid: {{radii: [{}, {}, {}]}}}}", a, b, c);
}

// The scene of these poses; its bodies are in the file bodies.csv of the folder.
Scene scene_of(const RigidWork& work, const RigidBed& bed, const std::string& folder) {
  const bool is_round = std::string_view(work.shape) == "spheres";
  std::string text = is_round ? "x,y,z,qw,qx,qy,qz,radius\n" : "x,y,z,qw,qx,qy,qz\n";
  for (std::size_t k = 0; k < bed.poses.size(); ++k)
    text += pose_text(bed.poses[k], ',') + (is_round ? fmt::format(",{}\n", bed.half[k].x) : "\n");
  write_replacing(folder + "/bodies.csv", bytes_of(text));
  const double w = bed.width / 2;
  const std::string scene =
      fmt::format(R"(
gravity: [0, 0, -{}]
materials: {{stone: {{density: {}, friction: {}, restitution: 0}}}}
method: {{implicit: {}}}
time: {{step: {}, end: 100 s, allow_overlap: true, allow_gain: true}}
bodies:
  - {{name: floor, material: stone, fixed: true, shape: plane, position: [0, 0, 0]}}
  - {{name: west, material: stone, fixed: true, shape: {{plane: {{normal: [1, 0, 0]}}}}, position: [-{}, 0, 0]}}
  - {{name: east, material: stone, fixed: true, shape: {{plane: {{normal: [-1, 0, 0]}}}}, position: [{}, 0, 0]}}
  - {{name: south, material: stone, fixed: true, shape: {{plane: {{normal: [0, 1, 0]}}}}, position: [0, -{}, 0]}}
  - {{name: north, material: stone, fixed: true, shape: {{plane: {{normal: [0, -1, 0]}}}}, position: [0, {}, 0]}}
  - {{name: bodies, material: stone, shape: {}, csv: {{file: bodies.csv}}}}
)",
                  kGravity, kDensity, kFriction, work.method, kStep, w, w, w, w, shape_text(work));
  return Scene::from_text(scene, "rigid.yaml", folder);
}

// The deepest overlap of the bodies at these poses, over the size of the smaller one.
double overlap_at(World world, const std::vector<Pose>& poses) {
  std::size_t next = 0;
  for (const std::uint32_t i : world.bodies.by_uid()) {
    if (is_immobile(world.bodies.info[i])) continue;
    world.bodies.place[i].position = poses[next].place;
    world.bodies.orientation[i] = unit(poses[next++].turn);
  }
  return overlaps_of(world).share;
}

std::vector<Pose> poses_of(const World& world) {
  std::vector<Pose> poses;
  for (const std::uint32_t i : world.bodies.by_uid())
    if (!is_immobile(world.bodies.info[i]))
      poses.push_back({world.bodies.place[i].position, world.bodies.orientation[i]});
  return poses;
}

// --- Peers

struct Peer {
  const char* name;
  const char* program;
  bool has_ellipsoids;
};
constexpr Peer kPeers[] = {{"Bullet", "bullet", true}, {"ODE", "ode", false}};

std::string program_of(const Peer& peer) {
  const std::filesystem::path path =
      std::filesystem::path(own_program()).parent_path() / "peers" / peer.program;
  return std::filesystem::exists(path) ? path.string() : "";
}

void write_work(const RigidWork& work, const RigidBed& bed, const std::string& path) {
  std::string text = fmt::format("{} {} {} {} {} {} {} {} {}\n", work.shape, work.bodies, bed.width,
                                 kFriction, kDensity, kGravity, kStep, work.steps, kSweeps);
  for (std::size_t k = 0; k < bed.poses.size(); ++k) {
    const auto& [a, b, c] = bed.half[k];
    text += fmt::format("{} {} {} {}\n", a, b, c, pose_text(bed.poses[k], ' '));
  }
  write_replacing(path, bytes_of(text));
}

struct PeerRun {
  double seconds = 0;  // of processor time
  std::vector<Pose> poses;
};
std::optional<PeerRun> run_peer(const Peer& peer, const std::string& folder, std::size_t bodies) {
  const std::string state = folder + "/state.txt";
  if (!output_of(fmt::format("{} {} {} 2>&1", quoted_word(program_of(peer)),
                             quoted_word(folder + "/work.txt"), quoted_word(state))))
    return std::nullopt;
  std::ifstream file(state);
  PeerRun run;
  file >> run.seconds;
  for (Pose pose; run.poses.size() < bodies; run.poses.push_back(pose)) {
    auto& [x, q] = pose;
    if (!(file >> x.x >> x.y >> x.z >> q.w >> q.x >> q.y >> q.z)) return std::nullopt;
  }
  return run;
}

// --- One row per peer

std::vector<WorkRow> measure_work(const RigidWork& work, const BenchOptions& options,
                                  const std::string& folder) {
  const RigidBed bed = lattice(work);
  std::vector<const Peer*> present;
  for (const Peer& peer : kPeers)
    if (!program_of(peer).empty() && (peer.has_ellipsoids || work.half.x == work.half.z))
      present.push_back(&peer);
  std::vector<WorkRow> rows(std::max<std::size_t>(present.size(), 1));
  write_work(work, bed, folder + "/work.txt");
  const double done = static_cast<double>(work.bodies) * work.steps;
  // The runs take turns.
  WorkRow own{.work = work.name, .bodies = static_cast<double>(work.bodies), .asked = work.asked};
  for (int k = 0; k < options.repeat; ++k) {
    forget_peak();
    const double before = present_memory();
    Simulation simulation(scene_of(work, bed, folder), 1);
    simulation.start();
    const TimedSteps now = time_steps(simulation, work.steps);
    if (now.rate > own.cairn.rate) own.cairn = now;
    own.memory = std::max(own.memory, (peak_memory() - before) / work.bodies);
    own.overlap = overlap_at(simulation.world(), poses_of(simulation.world()));
    for (std::size_t p = 0; p < present.size(); ++p) {
      const std::optional<PeerRun> run = run_peer(*present[p], folder, bed.poses.size());
      if (!run) continue;
      rows[p].peer = present[p]->name;
      rows[p].peer_rate = std::max(rows[p].peer_rate, done / run->seconds);
      rows[p].peer_overlap = overlap_at(simulation.world(), run->poses);
    }
  }
  for (WorkRow& row : rows) {
    own.peer = row.peer;
    own.peer_rate = row.peer_rate;
    own.peer_overlap = row.peer_overlap;
    row = own;
  }
  return rows;
}

}  // namespace

Findings measure_rigid(const BenchOptions& options) {
  const BenchFolder place(options.folder);
  std::vector<WorkRow> rows;
  for (RigidWork work : kAll) {
    work.bodies = options.work(work.bodies, std::min(work.bodies / 20, 60));
    work.steps = options.work(work.steps, 30);
    std::ranges::copy(measure_work(work, options, place.folder()), std::back_inserter(rows));
  }
  return findings_of(rows);
}

}  // namespace cairn
