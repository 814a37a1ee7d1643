// One frame as the bytes of an HDF5 file, and back. The file holds the frame as group /frames/000042, the
// same path as in run.h5 (results/frames.h), so that programs find the same names in both.
#pragma once

#include "base/file.h"
#include "base/record.h"
#include "model/world.h"
#include "results/frame.h"

namespace cairn {

std::string frame_group(std::size_t index);

// Contacts of the frame have their ends.
Bytes frame_image(std::size_t index, const Frame& frame);
// Throws RunError with the file's name if the file holds no frame, or if arrays are missing or do not match.
Frame frame_in(std::span<const std::byte> image, std::size_t index, const std::string& file);

// A Record carries the frame from one process to another.
Record record_of(const Frame& frame);
Frame frame_in(const Record& record);

}  // namespace cairn
