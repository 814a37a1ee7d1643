// run.xmf, contacts.xmf and chains.xmf: XDMF texts for ParaView's XDMF Reader. They refer to the frames of
// run.h5 without a copy: bodies and contacts as points, force chains as lines from centre to centre, with
// values over time. ParaView colours vectors by their magnitude, so speed and force need no array.
//
// ParaView cannot show a time step without points. So an empty frame gets one point (or one line of no
// length) at the origin with all values 0.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "results/frames.h"

namespace cairn {

// `data` is the HDF5 file, relative to the folder of the XDMF file.
std::string bodies_xdmf(std::span<const FrameItem> frames, std::string_view data);
// Only frames with contacts.
std::string contacts_xdmf(std::span<const FrameItem> frames, std::string_view data);
std::string chains_xdmf(std::span<const FrameItem> frames, std::string_view data);

// Replaces folder/run.xmf, and contacts.xmf and chains.xmf if any frame has contacts.
void write_xdmf(const std::string& folder, std::span<const FrameItem> frames, const FileCalls& calls = {});

}  // namespace cairn
