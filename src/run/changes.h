// What may change when a run goes on (cairn resume --set KEY=VALUE): when it ends, when it writes, and how
// hard its solver tries. All else would make it another run.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace cairn {

// A key of the scene; `*` stands for any one name.
struct Changeable {
  const char *key, *meaning;
};
std::span<const Changeable> changeable();

// A change that a run goes on with.
struct RunChange {
  std::string text;  // KEY=VALUE
  double at = 0;     // time since which it holds [s]

  bool is_of(const std::string& key) const { return text.starts_with(key + "="); }
};

// Throws InputError, with the list of what may change, unless all of them may.
void require_changeable(const std::vector<std::string>& changes);

}  // namespace cairn
