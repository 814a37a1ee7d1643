// The page with a run inside: one HTML file that opens from the disk, without a server and without a network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/library.h"

namespace cairn {

struct ExportedPage {
  std::string text;
  std::size_t all_frames = 0;
  std::vector<std::size_t> frames;  // that it holds, ascending
};

// Answers are compressed with gzip and stand as base64 in a script element with the id `cairn-data`. If the
// frames would need more than `most_bytes`, only every n-th of them goes into the page, and the last. They
// are numbered from 0 again. Frames that cannot be read are left out. Up to three frames have a picture (PNG)
// beside them, for browsers that cannot draw.
ExportedPage exported_page(Library& library, std::string_view page, std::size_t most_bytes);

// The bytes as a gzip file (RFC 1952). The same bytes give the same file.
std::string gzip(std::string_view bytes);

}  // namespace cairn
