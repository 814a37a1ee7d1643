// The start of `cairn`: a program by itself. Started by mpirun or srun it becomes `cairn-mpi`, which lies
// beside it. MPI is not linked into `cairn`, because its start alone costs a program half a second.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "terminal/exit_code.h"
#include "terminal/launched.h"
#include "terminal/start_ranks.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

// Says why there is nothing to hand over to. One of the processes speaks for all.
[[noreturn]] void refuse(const Launched& process, const std::string& reason) {
  const std::string ranks = process.count > 0 ? fmt::format("{} ranks", process.count) : "several ranks";
  if (process.own > 0) std::_Exit(kFailed);
  throw RunError(fmt::format("started by mpirun or srun with {}; {}", ranks, reason));
}

}  // namespace

std::unique_ptr<Ranks> start_ranks(int, char** argv) {
  const std::optional<Launched> process = launched();
  if (!process) return std::make_unique<OneRank>();
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed).replace_filename("cairn-mpi");
  if (failed || !fs::exists(program, failed))
    refuse(*process, "this cairn has no MPI (apt install cairn-mpi, or build with -DCAIRN_MPI=ON)");
  ::execv(program.c_str(), argv);
  refuse(*process, fmt::format("{} does not start: {}", program.string(),
                               std::error_code(errno, std::generic_category()).message()));
}

std::unique_ptr<Partition> make_partition(Ranks&) { return std::make_unique<Bisection>(); }

}  // namespace cairn
