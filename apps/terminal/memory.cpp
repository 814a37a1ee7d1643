#include "terminal/memory.h"

#include <malloc.h>

#include <fstream>
#include <string>

namespace cairn {
namespace {

// The number in a line such as "VmHWM:    5364 kB" of /proc/self/status, in bytes; 0 if there is none.
double status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == name && status >> kilobytes) return 1024 * kilobytes;
  }
  return 0;
}

}  // namespace

double peak_memory() { return status_bytes("VmHWM:"); }

double present_memory() { return status_bytes("VmRSS:"); }

void return_freed_memory() { mallopt(M_MMAP_THRESHOLD, 1 << 20); }

void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

}  // namespace cairn
