// Runs the same bed in LAMMPS under its leanest granular style, as a separate program.
#pragma once

#include <optional>
#include <string>

#include "bench/settled_bed.h"

namespace cairn {

bool has_lammps();  // true if `lmp` is on the PATH

struct LammpsRun {
  double seconds = 0;   // of the timed steps, as LAMMPS reports them
  double busy = 1;      // share of this time in which LAMMPS had a processor
  double contacts = 0;  // touching pairs of spheres at the end
};

// Friction and stiffness are those of cairn's hertz_mindlin; damping see lammps.cpp. Neighbours within `skin`
// diameters beyond touching are listed. Files go to the folder. Returns nothing if LAMMPS fails.
std::optional<LammpsRun> run_lammps(const SettledBed& bed, double skin, int warming, int steps, double step,
                                    const std::string& folder);

}  // namespace cairn
