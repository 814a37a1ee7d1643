// Memory of this process, as the kernel counts it.
#pragma once

namespace cairn {

// Makes the C library return large arrays to the system when they are freed. By default it soon keeps them,
// and a run needs a third more memory than it uses.
void return_freed_memory();

double peak_memory();     // largest resident size so far [bytes]; 0 if unknown
double present_memory();  // resident size now [bytes]
void forget_peak();       // peak_memory() counts from here on

}  // namespace cairn
