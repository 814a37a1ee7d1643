// Which rank owns which leaf of bodies. No bit of a run depends on the answer, only its speed.
#pragma once

#include <span>
#include <vector>

#include "math/vec3.h"

namespace cairn {

// A leaf as a partition sees it. All ranks have the same leaves in the same order.
struct LeafPlace {
  Vec3 centre;
  double weight = 0;  // what a step of it costs, in any unit
};

class Partition {
 public:
  virtual ~Partition() = default;
  // The owner of every leaf, below `ranks`. All ranks call it together and get the same answer.
  virtual std::vector<int> owners(std::span<const LeafPlace> leaves, int ranks) = 0;
};

// Recursive coordinate bisection [BB87]: cuts the leaves in two across their longest extent, so that each
// side has the weight for its share of the ranks, and goes on with both sides.
class Bisection final : public Partition {
 public:
  std::vector<int> owners(std::span<const LeafPlace> leaves, int ranks) override;
};

}  // namespace cairn
