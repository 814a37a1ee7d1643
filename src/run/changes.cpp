#include "run/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::array kChangeable{
    Changeable{"time.end", "when the run ends"},
    Changeable{"output.frames", "simulated time between frames"},
    Changeable{"output.checkpoint", "wall time between checkpoints"},
    Changeable{"measure.*.every", "simulated time between values of a measure"},
    Changeable{"method.implicit.tolerance", "residual at which a solve ends"},
    Changeable{"method.implicit.max_iterations", "iterations after which a solve gives up"},
    Changeable{"method.impact.rest_tolerance", "residual at which a solve of contacts at rest ends"},
    Changeable{"method.impact.rest_iterations", "iterations after which it gives up"},
    Changeable{"method.*.on_failure", "what happens when a solve does not converge"},
    Changeable{"method.*.give_up_after", "failed steps in a row that end the run"},
};

// Compares word by word; a star matches any one word.
bool matches(std::string_view pattern, std::string_view key) {
  while (true) {
    const std::size_t word = pattern.find('.'), own = key.find('.');
    if (pattern.substr(0, word) != "*" && pattern.substr(0, word) != key.substr(0, own)) return false;
    if (word == pattern.npos || own == key.npos) return word == pattern.npos && own == key.npos;
    pattern.remove_prefix(word + 1);
    key.remove_prefix(own + 1);
  }
}

}  // namespace

std::span<const Changeable> changeable() { return kChangeable; }

void require_changeable(const std::vector<std::string>& changes) {
  for (const std::string& change : changes) {
    const std::string key = change.substr(0, change.find('='));
    if (std::ranges::any_of(kChangeable, [&](const Changeable& c) { return matches(c.key, key); })) continue;
    // The message lists all keys that may change.
    std::string keys;
    for (const Changeable& c : kChangeable) keys += (keys.empty() ? "" : ", ") + std::string(c.key);
    throw InputError(
        fmt::format("--set {}: {} stays as it is while a run goes on, only these may change: {}; a "
                    "new run may change all",
                    change, quote(key), keys));
  }
}

}  // namespace cairn
