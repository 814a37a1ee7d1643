// Linked into mpi_tests_late: before each message the rank waits for a random time, up to 2 ms in one of
// eight calls. Another order of arrival must not change any answer.
#include <mpi.h>
#include <unistd.h>

#include <cstdint>

namespace {

void wait_at_random() {
  static std::uint64_t state = 0;
  if (state == 0) {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    state = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(rank + 1);
  }
  state = state * 6364136223846793005u + 1442695040888963407u;
  const std::uint64_t random = state >> 33;
  if (random % 8 == 0) usleep(static_cast<useconds_t>(random / 8 % 2000));
}

}  // namespace

extern "C" {

int MPI_Allreduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  wait_at_random();
  return PMPI_Allreduce(from, into, count, type, op, comm);
}

int MPI_Bcast(void* bytes, int count, MPI_Datatype type, int from, MPI_Comm comm) {
  wait_at_random();
  return PMPI_Bcast(bytes, count, type, from, comm);
}

int MPI_Isend(const void* bytes, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  wait_at_random();
  return PMPI_Isend(bytes, count, type, to, tag, comm, request);
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  wait_at_random();
  return PMPI_Waitall(count, requests, statuses);
}

}  // extern "C"
