// The library behind CHOLMOD and UMFPACK must not start threads of its own: the engine decides how many run,
// and a sum must not depend on it. OpenBLAS is asked by name, because any other BLAS may be in its place.
#pragma once

#include <dlfcn.h>

namespace cairn {

inline void use_one_blas_thread() {
  using Set = void (*)(int);
  if (const auto set = reinterpret_cast<Set>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))) set(1);
}

}  // namespace cairn
