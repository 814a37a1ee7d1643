// Memory of this process, from the kernel's books.
#pragma once

namespace cairn {

// Large arrays go back to the system when they are freed. Left alone, the C library soon keeps them, and a
// run needs a third more memory than it uses.
void return_freed_memory();

double peak_memory();     // largest resident size so far [bytes]; 0 if unknown
double present_memory();  // resident size now [bytes]
void forget_peak();       // lets peak_memory() count from here

}  // namespace cairn
