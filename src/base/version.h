// Which cairn this is: the release and the commit that it was built from, "0.1.0+f8364bd"; "-dirty" behind it
// if the sources had changes that were not committed. Without git the release alone.
#pragma once

#include <string_view>

namespace cairn {

std::string_view version();
// The licence of this program, which depends on the libraries it is linked with.
std::string_view licence();

}  // namespace cairn
