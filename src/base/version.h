// The version of this program: the release and the commit, as "0.1.0+f8364bd". "-dirty" follows if the
// sources had uncommitted changes. Without git it is the release alone.
#pragma once

#include <string_view>

namespace cairn {

std::string_view version();
// The licence of this program. It depends on the linked libraries.
std::string_view licence();

}  // namespace cairn
