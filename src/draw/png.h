// PNG files (ISO/IEC 15948) of 8-bit RGB images: bytes in memory, no file is touched.
#pragma once

#include <cstdint>
#include <vector>

#include "draw/image.h"

namespace cairn {

// The whole file. The same image gives the same bytes with the same zlib.
std::vector<std::uint8_t> png_bytes(const Image& image);

}  // namespace cairn
