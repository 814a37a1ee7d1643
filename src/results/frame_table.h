// The bodies of a frame as text: a table in CSV, and the dump format of LAMMPS, which OVITO reads.
#pragma once

#include <string>
#include <vector>

#include "results/frames.h"

namespace cairn {

// The row of each body of a frame in the table of bodies. Throws RunError if one is missing there.
std::vector<std::size_t> table_rows(const BodyTable& table, const Frame& frame);

// The sum of the contact forces on each body [N]; the frame must have contacts.
std::vector<Vec3> net_forces(const Frame& frame);

// Two header lines, units and names, then a line per body: uid, group, shape, mass, radius, position,
// orientation, velocity, angular velocity, and the sum of the contact forces if the frame has contacts.
std::string bodies_csv(const BodyTable& table, const Frame& frame);

// One snapshot of a dump. Atoms are the bodies with a radius; walls have none. The type counts groups from 1.
// The box is the periodic cell about its centre if its first edge lies along x and its second in the x-y
// plane, as LAMMPS wants it, and else the smallest box around the atoms.
std::string dump_snapshot(const BodyTable& table, const Frame& frame, const Vec3& cell_centre = {});

}  // namespace cairn
