// The partition of leaves by Zoltan [BCL12], on many ranks in parallel. Recursive coordinate bisection that
// remembers its cuts: a small change of the weights then moves few leaves.
#pragma once

#include "base/ranks.h"
#include "territory/partition.h"

struct Zoltan_Struct;

namespace cairn {

class ZoltanPartition final : public Partition {
 public:
  explicit ZoltanPartition(Ranks& ranks);
  ~ZoltanPartition() override;
  ZoltanPartition(const ZoltanPartition&) = delete;
  ZoltanPartition& operator=(const ZoltanPartition&) = delete;

  // `ranks` is the number of processes of MPI.
  std::vector<int> owners(std::span<const LeafPlace> leaves, int ranks) override;

 private:
  Ranks& ranks_;
  Zoltan_Struct* zoltan_ = nullptr;
};

}  // namespace cairn
