// run.h5 and the folder `frames` beside it: the motion of the bodies, frame by frame.
//
//   /bodies    uid, name_index (into /names), shape_index (into /shapes), mass [kg], radius [m], sorted by
//              uid, of every body that existed when a frame was written; attribute uid_count: all bodies
//              with lower uids have been considered
//   /names     group names, the entries of the scene
//   /colours   colour of each group, #rrggbb or empty; absent if no entry has a colour
//   /shapes    kind, parameters (JSON text)
//   /index     one row per frame: time [s], step, bodies, contacts (-1: not written), bytes and checksum
//              (base/hash.h) of its file
//   /frames/000000 ...
//              attributes time [s] and step, and in a periodic scene cell (3,3) [m] with one edge vector
//              per row; for all bodies, sorted by uid: uid, position (n,3) [m], orientation (n,4) as
//              (w, x, y, z), velocity (n,3) [m/s], angular_velocity (n,3) [rad/s], radius [m], name_index
//   /frames/000000/contacts
//              bodies (m,2) as uids of A and B, point (m,3) [m], normal (m,3) from A to B, gap (m) [m],
//              negative is overlap, force (m,3) on B in world axes [N]; for force chains, derived from
//              these: normal_force (m) [N], positive if the bodies push, and ends (2m,3) [m], the two ends
//              of each contact's link (results/frame.h); with bonds: bond (m), a Cohering (model/memory.h);
//              with compatible forces: force_compatible (m,3) [N] and self_stress (m), 1 where equilibrium
//              does not determine the force
//
// Integers are signed, for numpy's sake. Every frame has a file of its own, frames/000000.h5. In run.h5,
// /frames/000000 is an external HDF5 link to it, so that readers of run.h5 see one file. No file is ever
// changed in place. A frame is written beside its place and renamed; then a new run.h5 with one more link
// replaces the old one. So a reader who opens run.h5 has a whole file for as long as it is open. A process
// killed at any moment leaves the old state or the new one.
//
// Reading never trusts a folder. Files are read whole, without following symbolic links, and their checksums
// are compared. HDF5 parses them in a child process with limits (base/child.h). Bad files are bad input.
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

// One row of /index.
struct FrameItem {
  double time = 0;
  std::uint64_t step = 0;
  std::size_t bodies = 0;
  std::optional<std::size_t> contacts;    // none: not written
  std::uint64_t bytes = 0, checksum = 0;  // of the frame's file
};

struct BodyTable {
  std::vector<Uid> uid;
  std::vector<std::int32_t> name_index, shape_index;
  std::vector<double> mass, radius;
  std::vector<std::string> names;
  std::vector<ShapeText> shapes;
  std::vector<std::string> colours{};  // per name, #rrggbb or empty; none if no entry has a colour
};

// frame_name(42) is "000042", a group below /frames. frame_file(42) is "frames/000042.h5", relative to
// run.h5.
std::string frame_name(std::size_t index);
std::string frame_file(std::size_t index);
inline constexpr const char* kFrameFolder = "frames";
// The number of the frame in a file of this name (without folder); nothing if it is not a frame's file.
std::optional<std::size_t> frame_number(const std::string& file_name);

// The part of a frame in run.h5 itself: the bodies that came since the last frame, sorted by uid, and the
// names and shapes of all.
struct Newcomers {
  BodyTable table;
  Uid uid_count = 0;  // all bodies with lower uids have been considered
};
// The present bodies with a uid of at least `first`.
Newcomers newcomers(const World& world, Uid first);

class RunImage;
struct RunContents;

// A run.h5 that grows frame by frame.
class RunFile {
 public:
  RunFile(RunFile&& other) noexcept;
  RunFile& operator=(RunFile&& other) noexcept;
  ~RunFile();

  // A new file without frames; it replaces an old one. `colours` are the colours of groups as in BodyTable.
  static RunFile create(std::string path, const World& world, const FileCalls& calls = {},
                        std::vector<std::string> colours = {});
  // Keeps the first `frames` frames and the bodies with uid < uid_count, which is the state at a checkpoint.
  // Removes later frames and their files. Throws InputError if the file cannot be read, RunError if it has
  // fewer frames.
  static RunFile reopen(std::string path, std::size_t frames, Uid uid_count, const FileCalls& calls = {});

  // Adds a frame at the end, and the newcomers since the last one. Contacts of the frame have their ends.
  void append(const Frame& frame, const Newcomers& fresh, const FileCalls& calls = {});
  void append(const World& world, const Frame& frame, const FileCalls& calls = {}) {
    append(frame, newcomers(world, uid_count_), calls);
  }
  // Bodies with lower uids have been considered in earlier frames.
  Uid uid_count() const { return uid_count_; }
  // Waits until all frames are on the disk; call it before a checkpoint relies on them.
  void sync(const FileCalls& calls = {});

  const std::vector<FrameItem>& frames() const { return frames_; }
  // Follows a folder that got another name.
  void move_to(std::string path) { path_ = std::move(path); }

 private:
  RunFile(std::string path, const RunContents& contents, const FileCalls& calls);

  std::string path_;
  std::unique_ptr<RunImage> image_;  // of run.h5
  Bytes written_;                    // the bytes of run.h5 on the disk
  std::vector<FrameItem> frames_;
  Uid uid_count_ = 0;
  std::vector<std::string> unsynced_;  // frames' files
};

// Reading. Bad files throw InputError.
std::vector<FrameItem> list_frames(const std::string& path);
Frame read_frame(const std::string& path, std::size_t index);
// The same if the caller has the list already.
Frame read_frame(const std::string& path, std::size_t index, const FrameItem& item);
// True if run.h5 still ends with a correct checksum of cairn.
bool is_run_file_sealed(const std::string& path);
BodyTable read_bodies(const std::string& path);

}  // namespace cairn
