#include "base/assert.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace cairn {

void assertion_failed(const char* condition, const char* file, int line, const char* function) {
  const std::string text = std::string("cairn: contract broken: ") + condition + "\n  at " + file + ":" +
                           std::to_string(line) + " in " + function +
                           "\n  this is a bug of cairn: please report it\n";
  // Write straight to the descriptor: buffers and locks may be part of the damage.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  std::abort();
}

}  // namespace cairn
