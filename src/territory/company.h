// The ranks of a run, and how they divide its world.
#pragma once

namespace cairn {

class Ranks;
class Partition;

struct Company {
  Ranks& ranks;
  Partition& partition;
};

}  // namespace cairn
