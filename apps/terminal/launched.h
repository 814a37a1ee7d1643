// One process of several that mpirun, mpiexec or srun started, as their environment tells.
#pragma once

#include <optional>

namespace cairn {

struct Launched {
  int count = 0;  // 0: several, but nobody says how many
  int own = 0;
};

// None if this process is alone.
std::optional<Launched> launched();

}  // namespace cairn
