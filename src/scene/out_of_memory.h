// The message for a run that is out of memory: what was being built, how much the scene asks for, and which
// key to reduce.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "scene/scene.h"

namespace cairn {

// "out of memory while the bodies were placed: the scene asks for 10000000 bodies by number, about 10 GB;
// reduce beads.lattice.counts (scene.yaml:9), or take a machine with more memory"
std::string out_of_memory(const Scene& scene, const std::string& doing);

// Runs a part of the work. If memory runs out, or an array would be too long, throws RunError with that
// message.
template <class Work>
auto within_memory(const Scene& scene, const std::string& doing, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw RunError(out_of_memory(scene, doing));
  } catch (const std::length_error&) {
    throw RunError(out_of_memory(scene, doing));
  }
}

}  // namespace cairn
