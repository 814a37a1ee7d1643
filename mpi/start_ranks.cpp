// The start of `cairn-mpi`.
#include "terminal/start_ranks.h"

#include "mpi/ranks.h"

namespace cairn {

std::unique_ptr<Ranks> start_ranks(int argc, char** argv) {
#ifdef NDEBUG
  constexpr Calls kCalls = Calls::trusted;
#else
  constexpr Calls kCalls = Calls::compared;
#endif
  return std::make_unique<MpiRanks>(argc, argv, kCalls);
}

}  // namespace cairn
