// run.h5 without its frames, as bytes and back: /bodies, /names, /shapes, /index and the links to the frames
// (results/frames.h). The bytes end with a seal that HDF5 does not read: a checksum of all bytes before it. A
// program that changes the file through HDF5 removes the seal.
#pragma once

#include <memory>

#include "base/file.h"
#include "base/record.h"
#include "model/world.h"
#include "results/frames.h"

namespace cairn {

class Hdf5File;

enum class Seal { whole, missing, broken };
Seal seal_of(std::span<const std::byte> image);

// Everything that run.h5 itself holds.
struct RunContents {
  BodyTable bodies;
  Uid uid_count = 0;  // all bodies with lower uids have been considered
  std::vector<FrameItem> frames;
};

// Reads a run.h5 as results/frames.h says: in a child process, after a look at its seal. Throws InputError.
RunContents read_contents(const std::string& path);

// Names and shapes of a world; no bodies and no frames yet.
RunContents contents_of(const World& world);

// run.h5, open in memory.
class RunImage {
 public:
  explicit RunImage(const RunContents& contents);
  // Continues from the bytes that bytes() returned.
  explicit RunImage(std::span<const std::byte> image);
  ~RunImage();
  RunImage(const RunImage&) = delete;
  RunImage& operator=(const RunImage&) = delete;

  // Adds one frame, and the bodies, names and shapes that are new.
  void add(const Newcomers& fresh, const FrameItem& frame, std::size_t index);
  Bytes bytes() const;

 private:
  std::unique_ptr<Hdf5File> file_;
};

// Throws RunError with the file's name if it is not a run file, or if its arrays do not match.
RunContents contents_in(std::span<const std::byte> image, const std::string& file);

// A Record carries the contents from one process to another.
Record record_of(const RunContents& contents);
RunContents contents_in(const Record& record);

}  // namespace cairn
