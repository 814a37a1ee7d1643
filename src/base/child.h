// Runs work that may crash, hang or use up memory in a process of its own, with limits. It is meant for
// libraries that read foreign files: whatever a file does to them, the caller gets a result or a reason.
//
// The child inherits the memory of its parent, so that `work` may use anything it captures. Its changes are
// lost; only the Record that it returns comes back, with checksums. The child prints nothing and leaves no
// core file. Call this only while no other thread runs.
#pragma once

#include <functional>
#include <string>

#include "base/record.h"

namespace cairn {

struct ChildLimits {
  std::uint64_t memory = 0;  // bytes beyond those of the parent
  unsigned seconds = 0;      // of processor time
};

// Limits that are ample for reading a sound file of that many bytes.
ChildLimits reading_limits(std::uint64_t file_bytes);

struct [[nodiscard]] ChildResult {
  Record record;       // the record that `work` returned
  std::string reason;  // message of its exception, or the cause of the child's death; empty on success
};

ChildResult run_in_child(const ChildLimits& limits, const std::function<Record()>& work);

}  // namespace cairn
