// What to say when memory runs out: what was being built, how much the scene asks for, and the key to reduce.
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

// Runs a part of the work; where it finds no memory, or asks for an array longer than there can be, RunError
// says so.
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
