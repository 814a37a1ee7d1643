// run.xmf, contacts.xmf and chains.xmf: XDMF texts that let ParaView's XDMF Reader open the frames of run.h5
// without a copy: bodies and contacts as points, force chains as lines from centre to centre, with values
// over time. Vectors are coloured by their magnitude there, so speed and force need no array.
//
// ParaView cannot show a step without points, so a frame with nothing in it gets one point (one line of no
// length) at the origin with all values 0.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "results/frames.h"

namespace cairn {

// `data` is the name of the HDF5 file as seen from the folder of the XDMF file.
std::string bodies_xdmf(std::span<const FrameEntry> frames, std::string_view data);
// Only frames that carry contacts.
std::string contacts_xdmf(std::span<const FrameEntry> frames, std::string_view data);
std::string chains_xdmf(std::span<const FrameEntry> frames, std::string_view data);

// Replaces folder/run.xmf, and contacts.xmf and chains.xmf beside it if any frame carries contacts.
void write_xdmf(const std::string& folder, std::span<const FrameEntry> frames, const FileCalls& calls = {});

}  // namespace cairn
