// The works that cairn is built on: docs/references.bib, kept in the program.
#pragma once

#include <string_view>

namespace cairn {

std::string_view references_bib();

}  // namespace cairn
