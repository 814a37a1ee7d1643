// Memory of this process, from the kernel's books.
#pragma once

namespace cairn {

double peak_memory();     // largest resident size so far [bytes]; 0 if unknown
double present_memory();  // resident size now [bytes]
void forget_peak();       // lets peak_memory() count from here

}  // namespace cairn
