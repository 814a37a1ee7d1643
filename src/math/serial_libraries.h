// Keeps the libraries behind CHOLMOD and UMFPACK from starting threads of their own. The engine decides how
// many threads run, and a sum must not depend on their number. OpenBLAS and OpenMP are looked up by name at
// run time, because other libraries may be in their place. Their settings are restored at the end.
#pragma once

#include <dlfcn.h>

namespace cairn {

class SerialLibraries {
 public:
  SerialLibraries() {
    find("openblas_get_num_threads", get_blas_);
    find("openblas_set_num_threads", set_blas_);
    find("omp_get_max_active_levels", get_levels_);
    find("omp_set_max_active_levels", set_levels_);
    if (get_blas_ && set_blas_) {
      blas_ = get_blas_();
      set_blas_(1);
    }
    if (get_levels_ && set_levels_) {
      levels_ = get_levels_();
      set_levels_(0);
    }
  }
  ~SerialLibraries() {
    if (get_blas_ && set_blas_) set_blas_(blas_);
    if (get_levels_ && set_levels_) set_levels_(levels_);
  }
  SerialLibraries(const SerialLibraries&) = delete;
  SerialLibraries& operator=(const SerialLibraries&) = delete;

 private:
  template <class Function>
  static void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  }

  int (*get_blas_)() = nullptr;
  void (*set_blas_)(int) = nullptr;
  int (*get_levels_)() = nullptr;
  void (*set_levels_)(int) = nullptr;
  int blas_ = 1, levels_ = 1;
};

}  // namespace cairn
