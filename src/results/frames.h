// run.h5 and the folder frames beside it: the motion of the bodies, frame by frame.
//
//   /bodies    uid, name_index (into /names), shape_index (into /shapes), mass [kg], radius [m], by uid, of
//              every body that was there when a frame was written; attribute uid_count: bodies with lower
//              uids have been considered
//   /names     group names, the entries of the scene
//   /shapes    kind, parameters (JSON text)
//   /index     a row per frame: time [s], step, bodies, contacts (-1: not written), bytes and checksum
//              (base/hash.h) of its file
//   /frames/000000 ...
//              attributes time [s] and step, and of a periodic scene cell (3,3) [m], a row for the
//              vector along each edge; of all bodies, sorted by uid: uid, position (n,3) [m],
//              orientation (n,4) as (w, x, y, z), velocity (n,3) [m/s], angular_velocity (n,3) [rad/s],
//              radius [m], name_index
//   /frames/000000/contacts
//              bodies (m,2) as uids of A and B, point (m,3) [m], normal (m,3) from A to B, gap (m) [m],
//              negative is overlap, force (m,3) on B in world axes [N]; for force chains, derived
//              from these: normal_force (m) [N], positive if they push, and ends (2m,3) [m], the
//              two ends of each contact's link (results/frame.h). With compatible forces:
//              force_compatible (m,3) [N], self_stress (m): 1 where equilibrium does not determine the force
//
// Integers are signed, as numpy likes them. Every frame lies in a file of its own, frames/000000.h5, to which
// /frames/000000 is an external link of HDF5: readers of run.h5 see one file. No file is ever changed: a
// frame is written beside, renamed, and then run.h5 is replaced by a new one with one more link. So whoever
// opens run.h5 has a whole file for as long as he keeps it open, and a process killed at any moment leaves
// the old state or the new one.
//
// Reading never trusts a folder: files are read whole, without following symbolic links, their checksums are
// compared, and HDF5 looks at them in a child process with limits (base/child.h). Bad files are bad input.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/world.h"
#include "results/frame.h"
#include "results/shape_text.h"

namespace cairn {

// What a list of frames needs to know about each.
struct FrameEntry {
  double time = 0;
  std::uint64_t step = 0;
  std::size_t bodies = 0;
  std::optional<std::size_t> contacts;    // none: not written
  std::uint64_t bytes = 0, checksum = 0;  // of its file
};

struct BodyTable {
  std::vector<Uid> uid;
  std::vector<std::int32_t> name_index, shape_index;
  std::vector<double> mass, radius;
  std::vector<std::string> names;
  std::vector<ShapeText> shapes;
};

// "000042": the name of a frame below /frames; and "frames/000042.h5", its file as seen from run.h5.
std::string frame_name(std::size_t index);
std::string frame_file(std::size_t index);
inline constexpr const char* kFrameFolder = "frames";
// The number of a frame whose file has that name within its folder; none if it is no such name.
std::optional<std::size_t> frame_number(const std::string& file_name);

class RunImage;

// A run file that frames are added to.
class RunFile {
 public:
  RunFile(RunFile&& other) noexcept;
  RunFile& operator=(RunFile&& other) noexcept;
  ~RunFile();

  // A new file without frames; one that is there is replaced.
  static RunFile create(std::string path, const World& world, const FileCalls& calls = {});
  // Keeps the first `frames` frames and the bodies with uid < uid_count: what was there at a checkpoint.
  // Later frames and their files go. Throws InputError if the file cannot be read, RunError if it has fewer
  // frames.
  static RunFile reopen(std::string path, std::size_t frames, Uid uid_count, const FileCalls& calls = {});

  // Adds a frame at the end, and to /bodies, /names and /shapes what the world has got since the last one.
  void append(const World& world, const Frame& frame, const FileCalls& calls = {});
  // Waits until all frames are on the disk: before a checkpoint relies on them.
  void sync(const FileCalls& calls = {});

  const std::vector<FrameEntry>& frames() const { return frames_; }
  // The folder has got another name.
  void move_to(std::string path) { path_ = std::move(path); }

 private:
  RunFile(std::string path, std::unique_ptr<RunImage> image, std::vector<FrameEntry> frames,
          const FileCalls& calls);

  std::string path_;
  std::unique_ptr<RunImage> image_;  // of run.h5
  Bytes written_;                    // its bytes on the disk
  std::vector<FrameEntry> frames_;
  std::vector<std::string> unsynced_;  // files of frames
};

// Reading. Bad files: InputError.
std::vector<FrameEntry> list_frames(const std::string& path);
Frame read_frame(const std::string& path, std::size_t index);
// The same if the list is known already.
Frame read_frame(const std::string& path, std::size_t index, const FrameEntry& entry);
// Whether run.h5 still ends with the checksum that cairn gave it.
bool is_run_file_sealed(const std::string& path);
BodyTable read_bodies(const std::string& path);

}  // namespace cairn
