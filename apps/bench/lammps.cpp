// The style gran/hertz/history takes, per pair with R = R_i R_j/(R_i + R_j) and reduced mass m:
//   F_n = √(R δ) (K_n δ − m γ_n v_n),   F_t = −√(R δ) (K_t ξ + m γ_t v_t),   |F_t| ≤ μ |F_n|
//   K_n = 4 G/(3 (1 − ν)),  K_t = 4 G/(2 − ν),  G = Y/(2 (1 + ν))
// Its restitution depends on speed: γ_n is chosen for 0.66 at 0.2 m/s, and γ_t is half of γ_n.
#include "bench/lammps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "base/file.h"
#include "bench/bed.h"

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
compute touching all contact/atom
compute touches all reduce sum c_touching
thermo_style custom step c_touches
run 0
)",
                     data, skin * kBedDiameter, law, law, bed.length, law, bed.width, law, step,
                     warming + steps, warming, steps);
}

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  return pclose(pipe) == 0 ? text : "";
}

// Reads the time of the second run, and the number in the line after the last heading "Step c_touches".
std::optional<LammpsRun> found_in(const std::string& text) {
  LammpsRun run;
  std::istringstream lines(text);
  int loops = 0;
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    double seconds = 0, contacts = 0, percent = 0;
    if (std::sscanf(line.c_str(), "Loop time of %lf", &seconds) == 1 && ++loops == 2) run.seconds = seconds;
    const bool is_share = loops == 2 && line.find("% CPU use") != std::string::npos;
    if (is_share && std::sscanf(line.c_str(), "%lf", &percent) == 1) run.busy = percent / 100;
    if (line.find("c_touches") == std::string::npos || line.find("Step") == std::string::npos) continue;
    if (std::getline(lines, line) && std::sscanf(line.c_str(), "%*d %lf", &contacts) == 1) {
      run.contacts = contacts / 2;
      found = true;
    }
  }
  return found && run.seconds > 0 ? std::optional(run) : std::nullopt;
}

}  // namespace

bool has_lammps() { return !output_of("command -v lmp 2>/dev/null").empty(); }

std::optional<LammpsRun> run_lammps(const SettledBed& bed, double skin, int warming, int steps, double step,
                                    const std::string& folder) {
  // The script names files inside the folder only, so that no path needs quotes.
  write_data(bed, folder + "/lammps.data");
  write_replacing(folder + "/lammps.in", bytes_of(input(bed, skin, warming, steps, step, "lammps.data")));
  if (folder.find('\'') != std::string::npos) return std::nullopt;
  return found_in(
      output_of(fmt::format("cd '{}' && OMP_NUM_THREADS=1 lmp -in lammps.in -log none 2>&1", folder)));
}

}  // namespace cairn
