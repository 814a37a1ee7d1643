// LAMMPS beside cairn: the same bed under its leanest granular style, run as a program of its own.
#pragma once

#include <optional>
#include <string>

#include "bench/settled_bed.h"

namespace cairn {

bool has_lammps();  // whether `lmp` is on the PATH

struct LammpsRun {
  double seconds = 0;   // of the timed steps, as LAMMPS says
  double busy = 1;      // share of these in which it had a processor
  double contacts = 0;  // touching pairs of spheres at the end
};

// Friction, damping and stiffness as cairn's hertz_mindlin has them. `skin` in diameters: how much farther
// than touching neighbours are listed. Files go to the folder. Nothing if LAMMPS fails.
std::optional<LammpsRun> run_lammps(const SettledBed& bed, double skin, int warming, int steps, double step,
                                    const std::string& folder);

}  // namespace cairn
