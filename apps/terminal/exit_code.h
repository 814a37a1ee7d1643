// Exit codes of the program.
#pragma once

namespace cairn {

enum ExitCode { kDone = 0, kDisagrees = 1, kBadInput = 2, kFailed = 3, kNotConverged = 4 };

}  // namespace cairn
