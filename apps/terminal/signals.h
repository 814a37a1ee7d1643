// Interruptions. The first SIGINT, SIGTERM or SIGHUP asks the run to end after its step; a second one ends
// the program at once. A closed pipe or an exceeded file size gives an error of the failing call, not a
// signal.
#pragma once

namespace cairn {

void catch_signals();
// The signal that asked the run to end, or 0.
int caught_signal();

}  // namespace cairn
