// Interruptions: the first SIGINT, SIGTERM or SIGHUP asks the run to end after its step, a second one leaves
// at once. A closed pipe and a full disk are told by the failing call instead of a signal.
#pragma once

namespace cairn {

void catch_signals();
// The signal that asked to end, or 0.
int caught_signal();

}  // namespace cairn
