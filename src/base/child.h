// Work that may crash, hang or eat memory, done in a process of its own with limits. Meant for libraries that
// read foreign files: whatever such a file does to them, the caller gets a result or a reason.
//
// The child inherits the memory of its parent, so `work` may use anything it captures; what it changes is
// lost, and only the Record it returns comes back, with checksums. It prints nothing and leaves no core file.
// To be used where no other thread is at work.
#pragma once

#include <functional>
#include <string>

#include "base/record.h"

namespace cairn {

struct ChildLimits {
  std::uint64_t memory = 0;  // bytes beyond those that the parent has
  unsigned seconds = 0;      // of processor time
};

// Ample for reading a sound file of that many bytes.
ChildLimits reading_limits(std::uint64_t file_bytes);

struct [[nodiscard]] ChildResult {
  Record record;       // what `work` returned
  std::string reason;  // what it threw, or how the child died; empty if all went well
};

ChildResult run_in_child(const ChildLimits& limits, const std::function<Record()>& work);

}  // namespace cairn
