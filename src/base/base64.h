// Bytes as text for pages: base64 with padding (RFC 4648).
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cairn {

std::string base64(std::span<const std::byte> bytes);

}  // namespace cairn
