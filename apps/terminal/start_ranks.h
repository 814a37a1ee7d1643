// The ranks of this process. Two programs are made of the same commands: `cairn` runs by itself, `cairn-mpi`
// on the ranks that mpirun or srun start. Each has its own start_ranks(): apps/cairn/one_rank.cpp and
// mpi/start_ranks.cpp.
#pragma once

#include <memory>

#include "base/ranks.h"
#include "territory/partition.h"

namespace cairn {

// `cairn` hands over to `cairn-mpi` here if it is one of several processes. Throws RunError if it cannot.
std::unique_ptr<Ranks> start_ranks(int argc, char** argv);
// Decides which rank owns which leaf of bodies. The ranks outlive it.
std::unique_ptr<Partition> make_partition(Ranks& ranks);

}  // namespace cairn
