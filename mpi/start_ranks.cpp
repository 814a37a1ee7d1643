// The start of `cairn-mpi`.
#include "terminal/start_ranks.h"

#include "mpi/ranks.h"
#include "mpi/zoltan.h"

namespace cairn {

std::unique_ptr<Ranks> start_ranks(int argc, char** argv) {
#ifdef NDEBUG
  constexpr Calls kCalls = Calls::trusted;
#else
  constexpr Calls kCalls = Calls::compared;
#endif
  return std::make_unique<MpiRanks>(argc, argv, kCalls);
}

std::unique_ptr<Partition> make_partition(Ranks& ranks) { return std::make_unique<ZoltanPartition>(ranks); }

}  // namespace cairn
