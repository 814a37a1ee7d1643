// One frame as the bytes of an HDF5 file, and back. The frame is the group /frames/000042 of its file, as it
// is in run.h5 (results/frames.h), so that programs see the same names wherever they look.
#pragma once

#include "base/file.h"
#include "base/record.h"
#include "model/world.h"
#include "results/frame.h"

namespace cairn {

// "/frames/000042".
std::string frame_group(std::size_t index);

// The world is the one that the frame shows: it knows where the links of contacts end.
Bytes frame_image(std::size_t index, const World& world, const Frame& frame);
// Throws RunError naming the file if that is no frame, or arrays are missing or do not match.
Frame frame_in(std::span<const std::byte> image, std::size_t index, const std::string& file);

// For the way from one process to another.
Record record_of(const Frame& frame);
Frame frame_in(const Record& record);

}  // namespace cairn
