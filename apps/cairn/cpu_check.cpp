// On a processor that is too old, the program would die of an illegal instruction. The check in this file is
// compiled for the oldest processors and runs before anything else.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#if defined(__AVX2__)
#define CAIRN_NEEDS_V3
#endif
#pragma GCC push_options
#pragma GCC target("arch=x86-64")

#include <unistd.h>

namespace {

#if defined(CAIRN_NEEDS_V3)
__attribute__((constructor(101))) void check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3")) return;
  static const char message[] =
      "error: this cairn was built for processors with AVX2, FMA and BMI2 (x86-64-v3), which this one lacks; "
      "build it with cmake -DCAIRN_ARCH=x86-64\n";
  const auto written = write(STDERR_FILENO, message, sizeof message - 1);
  _exit(written < 0 ? 3 : 2);
}
#endif

}  // namespace

#pragma GCC pop_options
#endif
