// The works that cairn is built on: CITATION.bib, kept in the program.
#pragma once

#include <string_view>

namespace cairn {

std::string_view references_bib();

}  // namespace cairn
