// The keys that may change when a run is resumed (cairn resume --set KEY=VALUE): the end, the times of output
// and the limits of the solver. A change of any other key would make it another run.
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

// One change, and when it was made.
struct RunChange {
  std::string text;  // KEY=VALUE
  double at = 0;     // time since which it holds [s]

  bool is_of(const std::string& key) const { return text.starts_with(key + "="); }
};

// Throws InputError, with the list of changeable keys, unless all changes are of such keys.
void require_changeable(const std::vector<std::string>& changes);

}  // namespace cairn
