// The tests that every kind of ranks has to pass. Each entry calls all ranks and looks at the answers.
#pragma once

#include <vector>

#include "base/ranks.h"

namespace cairn {

struct RanksCall {
  const char* name;
  void (*run)(Ranks& ranks);
};
std::vector<RanksCall> ranks_calls();

}  // namespace cairn
