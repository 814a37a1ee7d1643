// run.h5: what the bodies did, frame by frame.
//
//   /bodies    uid, name_index (into /names), shape_index (into /shapes), mass [kg], radius [m], by uid, of
//              every body that was there when a frame was written; attribute uid_count: bodies with lower
//              uids have been considered
//   /names     group names, the entries of the scene
//   /shapes    kind, parameters (JSON text)
//   /frames/000000 ...
//              attributes time [s] and step, and of a periodic scene cell (3,3) [m], a row for the
//              vector along each edge; of all bodies, sorted by uid: uid, position (n,3) [m],
//              orientation (n,4) as (w, x, y, z), velocity (n,3) [m/s], angular_velocity (n,3) [rad/s],
//              radius [m], name_index
//   /frames/000000/contacts
//              bodies (m,2) as uids of A and B, point (m,3) [m], normal (m,3) from A to B, gap (m) [m],
//              negative is overlap, force (m,3) on B in world axes [N]; for force chains, derived
//              from these: normal_force (m) [N], positive if they push, and ends (2m,3) [m], the
//              two ends of each contact's link (observe/frame.h). With compatible forces:
//              force_compatible (m,3) [N], self_stress (m): 1 where equilibrium does not determine the force
//
// The file is opened, changed in one step and closed per frame (base/patched_file.h): it can be read at any
// time, and after a killed run it holds whole frames only. Integers are signed, as numpy likes them. The
// attribute time is written last; a frame without it does not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/world.h"
#include "observe/frame.h"
#include "observe/shape_text.h"

namespace cairn {

// What a list of frames needs to know about each.
struct FrameEntry {
  double time = 0;
  std::uint64_t step = 0;
  std::size_t bodies = 0;
  std::optional<std::size_t> contacts;  // none: not written
};

struct BodyTable {
  std::vector<Uid> uid;
  std::vector<std::int32_t> name_index, shape_index;
  std::vector<double> mass, radius;
  std::vector<std::string> names;
  std::vector<ShapeText> shapes;
};

// "000042": the name of a frame below /frames.
std::string frame_name(std::size_t index);

// A new file without frames; one that is there is replaced once the new one is whole.
void create_run_file(const std::string& path, const World& world, const FileCalls& calls = {});
// Adds a frame at the end, and to /bodies, /names and /shapes what the world has got since the last one.
FrameEntry append_frame(const std::string& path, const World& world, const Frame& frame,
                        const FileCalls& calls = {});
// The whole frames.
std::vector<FrameEntry> list_frames(const std::string& path, const FileCalls& calls = {});
// Keeps the first `frames` frames and the bodies with uid < uid_count: what was there at a checkpoint. Also
// removes frames that are not whole.
void truncate_frames(const std::string& path, std::size_t frames, Uid uid_count, const FileCalls& calls = {});

Frame read_frame(const std::string& path, std::size_t index, const FileCalls& calls = {});
BodyTable read_bodies(const std::string& path, const FileCalls& calls = {});

}  // namespace cairn
