// run.h5 without its frames, as bytes and back: /bodies, /names, /shapes, /index and links to the frames
// (results/frames.h). The bytes end with a seal behind what HDF5 looks at: a checksum of all bytes before it.
// A program that changes the file through HDF5 takes the seal away.
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

// All that run.h5 holds by itself.
struct RunContents {
  BodyTable bodies;
  Uid uid_count = 0;  // bodies with lower uids have been considered
  std::vector<FrameEntry> frames;
};

// Of a world whose bodies are not listed yet, without frames.
RunContents contents_of(const World& world);

// The file itself, open in memory.
class RunImage {
 public:
  explicit RunImage(const RunContents& contents);
  // Goes on with bytes that bytes() gave.
  explicit RunImage(std::span<const std::byte> image);
  ~RunImage();
  RunImage(const RunImage&) = delete;
  RunImage& operator=(const RunImage&) = delete;

  // One more frame, and the bodies, names and shapes that the world has got since the last one.
  void add(const World& world, const FrameEntry& frame, std::size_t index);
  Bytes bytes() const;

 private:
  std::unique_ptr<Hdf5File> file_;
};

// Throws RunError naming the file if that is no run file, or its arrays do not match.
RunContents contents_in(std::span<const std::byte> image, const std::string& file);

// For the way from one process to another.
Record record_of(const RunContents& contents);
RunContents contents_in(const Record& record);

}  // namespace cairn
