// The style gran/hertz/history takes, per pair with R = R_i R_j/(R_i + R_j) and reduced mass m:
//   F_n = √(R δ) (K_n δ − m γ_n v_n),   F_t = −√(R δ) (K_t ξ + m γ_t v_t),   |F_t| ≤ μ |F_n|
//   K_n = 4 G/(3 (1 − ν)),  K_t = 4 G/(2 − ν),  G = Y/(2 (1 + ν))
// Its restitution depends on speed: γ_n is chosen for 0.66 at 0.2 m/s, and γ_t is half of γ_n.
#include "bench/lammps.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "base/file.h"
#include "base/timer.h"
#include "bench/bed.h"
#include "bench/command.h"

namespace cairn {
namespace {

constexpr double kYoung = 1e8, kPoisson = 0.3, kFriction = 0.5;
constexpr double kShear = kYoung / (2 * (1 + kPoisson));
constexpr double kNormal = 4 * kShear / (3 * (1 - kPoisson)), kTangential = 4 * kShear / (2 - kPoisson);
constexpr double kDamping = 8.978e7;  // 1/(m s)

void write_data(const SettledBed& bed, const std::string& path) {
  double top = 0;
  for (const Place& sphere : bed.spheres) top = std::max(top, sphere.position.z);
  const double margin = 2 * kBedDiameter;
  std::string text = fmt::format(
      "bed\n\n{} atoms\n1 atom types\n\n{} {} xlo xhi\n{} {} ylo yhi\n{} {} zlo zhi\n\nAtoms # sphere\n\n",
      bed.spheres.size(), -margin, bed.length + margin, -margin, bed.width + margin, -margin, top + margin);
  for (std::size_t k = 0; k < bed.spheres.size(); ++k) {
    const auto& [x, radius] = bed.spheres[k];
    text += fmt::format("{} 1 {} {} {} {} {}\n", k + 1, 2 * radius, kBedDensity, x.x, x.y, x.z);
  }
  write_replacing(path, bytes_of(text));
}

// The input script of LAMMPS: warming steps, timed steps, then the number of contacts.
std::string input(const SettledBed& bed, double skin, int warming, int steps, double step,
                  const std::string& data) {
  const std::string law =
      fmt::format("{} {} {} {} {} 1", kNormal, kTangential, kDamping, kDamping / 2, kFriction);
  return fmt::format(R"(units si
atom_style sphere
boundary f f f
newton off
comm_modify vel yes
read_data {}
neighbor {} bin
neigh_modify delay 0 every 1 check yes
pair_style gran/hertz/history {}
pair_coeff * *
fix x all wall/gran hertz/history {} xplane 0 {}
fix y all wall/gran hertz/history {} yplane 0 {}
fix z all wall/gran hertz/history {} zplane 0 NULL
fix g all gravity 9.81 vector 0 0 -1
fix i all nve/sphere
timestep {}
thermo {}
run {}
run {}
{})",
                     data, skin * kBedDiameter, law, law, bed.length, law, bed.width, law, step,
                     warming + steps, warming, steps, kCountTouches);
}

// Reads the time of the second run, and the number in the line after the last heading "Step c_touches".
std::optional<LammpsRun> found_in(const std::string& text) {
  LammpsRun run;
  std::istringstream lines(text);
  int loops = 0;
  for (std::string line; std::getline(lines, line);) {
    double seconds = 0, contacts = 0;
    if (std::sscanf(line.c_str(), "Loop time of %lf", &seconds) == 1 && ++loops == 2) run.seconds = seconds;
    if (line.find("c_touches") == std::string::npos || line.find("Step") == std::string::npos) continue;
    if (std::getline(lines, line) && std::sscanf(line.c_str(), "%*d %lf", &contacts) == 1)
      run.contacts = contacts / 2;
  }
  return run.seconds > 0 ? std::optional(run) : std::nullopt;
}

// Processor time of all commands that have ended [s].
double children_time() {
  rusage use{};
  getrusage(RUSAGE_CHILDREN, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

}  // namespace

bool has(const std::string& program) {
  return output_of(fmt::format("command -v {} 2>/dev/null", program)).has_value();
}

std::optional<LammpsRun> run_lammps(const std::string& program, const std::string& script,
                                    const std::string& folder) {
  write_replacing(folder + "/lammps.in", bytes_of(script));
  const double before = children_time();
  const Stopwatch watch;
  const std::optional<std::string> said = output_of(fmt::format(
      "cd {} && OMP_NUM_THREADS=1 {} -in lammps.in -log none 2>&1", quoted_word(folder), program));
  std::optional<LammpsRun> run = said ? found_in(*said) : std::nullopt;
  if (run) run->busy = std::min(1.0, (children_time() - before) / watch.seconds());
  return run;
}

void write_lammps_state(const World& world, const DataBox& box, double density, const std::string& folder) {
  const Bodies& bodies = world.bodies;
  std::string places, motions;
  int count = 0, types = 1;
  for (const std::uint32_t i : bodies.by_uid()) {
    const Info& info = bodies.info[i];
    if ((info.flags & kTurned) != 0) continue;  // no sphere
    const auto& [x, radius] = bodies.place[i];
    const auto& [v, w] = bodies.motion[i];
    const int type = is_immobile(info) ? 2 : 1;
    types = std::max(types, type);
    ++count;
    places += fmt::format("{} {} {} {} {} {} {}\n", count, type, 2 * radius, density, x.x, x.y, x.z);
    motions += fmt::format("{} {} {} {} {} {} {}\n", count, v.x, v.y, v.z, w.x, w.y, w.z);
  }
  const auto& [low, high] = box;
  write_replacing(
      folder + "/lammps.data",
      bytes_of(fmt::format("state\n\n{} atoms\n{} atom types\n\n{} {} xlo xhi\n{} {} ylo yhi\n{} {} "
                           "zlo zhi\n\nAtoms\n\n{}\nVelocities\n\n{}",
                           count, types, low.x, high.x, low.y, high.y, low.z, high.z, places, motions)));
}

std::optional<LammpsRun> run_lammps(const SettledBed& bed, double skin, int warming, int steps, double step,
                                    const std::string& folder) {
  write_data(bed, folder + "/lammps.data");
  return run_lammps(kLammps, input(bed, skin, warming, steps, step, "lammps.data"), folder);
}

}  // namespace cairn
