// Hot loops are compiled twice: for the vectors of the build and for vectors of 512 bits. The processor
// decides at run time which code runs. The arithmetic of each number is the same, and so are the bits.
//
// Only run_wide() holds code for wide vectors, so that everything it calls must be inlined into it
// (CAIRN_INLINE). A header function that is not inlined is compiled for the build's own vectors, as
// everywhere else. The linker thus never has to choose between two codes of one name.
#pragma once

namespace cairn {

enum class Vectors { usual, wide };

#define CAIRN_INLINE __attribute__((always_inline))

#if defined(__x86_64__) && defined(__AVX2__) && !defined(__AVX512F__)

inline Vectors best_vectors() {
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  return wide ? Vectors::wide : Vectors::usual;
}

#ifdef __clang__
#define CAIRN_WIDE target("avx512f,avx512dq,avx512bw,avx512vl"), min_vector_width(512)
#else
#define CAIRN_WIDE target("avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")
#endif

template <class Loop>
__attribute__((noinline, CAIRN_WIDE)) void run_wide(Loop& loop) {
  loop();
}

#else

inline Vectors best_vectors() { return Vectors::usual; }

template <class Loop>
void run_wide(Loop& loop) {
  loop();
}

#endif

// Runs the loop, a CAIRN_INLINE lambda, with these vectors.
template <class Loop>
CAIRN_INLINE inline void with_vectors(Vectors vectors, Loop&& loop) {
  if (vectors == Vectors::wide)
    run_wide(loop);
  else
    loop();
}

}  // namespace cairn
