// Runs the same spheres in LAMMPS under its leanest granular styles, as a separate program.
#pragma once

#include <optional>
#include <string>

#include "bench/settled_bed.h"
#include "model/world.h"

namespace cairn {

// LAMMPS, and LIGGGHTS, which grew out of it and knows meshes: their programs.
inline constexpr const char *kLammps = "lmp", *kLiggghts = "liggghts";
bool has(const std::string& program);  // true if it is on the PATH

struct LammpsRun {
  double seconds = 0;   // of the timed steps, as LAMMPS reports them
  double busy = 1;      // share of the time in which the program had a processor
  double contacts = 0;  // touching pairs of spheres at the end; 0 if the script does not ask
};

// Runs the script lammps.in of a folder: a first run, the timed one, and maybe a thermo output of c_touches,
// twice the number of contacts. Returns nothing if the program fails.
std::optional<LammpsRun> run_lammps(const std::string& program, const std::string& script,
                                    const std::string& folder);
// Its end, after the timed run.
inline constexpr const char* kCountTouches = R"(compute touching all contact/atom
compute touches all reduce sum c_touching
thermo_style custom step c_touches
thermo_modify norm no
run 0
)";

// Writes the spheres of a world with their motion to lammps.data: fixed ones are of type 2, if there are any.
struct DataBox {
  Vec3 low, high;
};
void write_lammps_state(const World& world, const DataBox& box, double density, const std::string& folder);

// A bed at rest. Friction and stiffness are those of cairn's hertz_mindlin; damping see lammps.cpp.
// Neighbours within `skin` diameters beyond touching are listed. Files go to the folder. Returns nothing if
// LAMMPS fails.
std::optional<LammpsRun> run_lammps(const SettledBed& bed, double skin, int warming, int steps, double step,
                                    const std::string& folder);

}  // namespace cairn
