// What all fuzz targets share: libFuzzer calls attack() with bytes of its own invention. InputError and
// RunError are answers; anything else (another exception, a broken contract, a finding of a sanitizer, a
// hang) is a defect.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace cairn::fuzz {

void attack(const std::string& bytes);  // each target has its own

}  // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    cairn::fuzz::attack(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const cairn::InputError&) {
  } catch (const cairn::RunError&) {
  }
  return 0;
}
