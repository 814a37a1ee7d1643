// Frames as VTK files for ParaView, PyVista and others: PolyData (.vtp) per frame with its arrays appended as
// raw bytes, and a list of the files over time (.pvd).
//
//   bodies    points at the centres: uid, group, shape, mass [kg], radius [m], velocity (3) [m/s],
//             angular_velocity (3) [rad/s], orientation (4) as (w, x, y, z); scale (3), the lengths of the
//             body along its own axes [m], so that a glyph of length 1 takes its size; force (3), the sum of
//             its contact forces [N], if the frame has contacts
//   contacts  lines from the end at A to the end at B (results/frame.h). bodies (2), force (3) on B [N],
//             normal_force [N], normal (3), gap [m], point (3); force_compatible (3) [N] if the
//             frame has them
//   fields    ImageData (.vti) with the parts of a GridField as point data
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/frames.h"
#include "results/grid_field.h"

namespace cairn {

// The lengths of each shape of the table along its axes [m]; a ball or disc has 1 and takes its radius.
using ShapeLengths = std::vector<Vec3>;

std::string bodies_vtp(const BodyTable& table, const Frame& frame, const ShapeLengths& lengths);
// The frame must have contacts.
std::string contacts_vtp(const Frame& frame);

// ImageData (.vti) with the values at the points of the grid.
std::string grid_vti(const GridField& grid);

struct TimedFile {
  double time = 0;   // s
  std::string name;  // relative to the .pvd file
};
std::string pvd(std::span<const TimedFile> files);

}  // namespace cairn
