#include "scene/out_of_memory.h"

#include <fmt/format.h>

#include "scene/groups.h"

namespace cairn {
namespace {

constexpr double kBytesPerBody = 1000;  // state, lists and contacts of a sphere in a heap

// The number of bodies that an entry asks for, and the key that gives it.
struct Wanted {
  double bodies = 1;
  std::string key;
  Mark mark{};
};

Wanted wanted_by(const Value& entry) {
  const Value& generator = entry["generator"];
  if (!generator) return {};
  const std::string& kind = generator.chosen();
  const Value& options = generator.selected();
  if (kind == "lattice") {
    double bodies = 1;
    for (const Value& count : options["counts"].items()) bodies *= count.number();
    return {bodies, "lattice.counts", options["counts"].mark()};
  }
  if (kind == "pyramid") {
    const double n = options["base"].number();
    return {n * (n + 1) * (2 * n + 1) / 6, "pyramid.base", options["base"].mark()};
  }
  if (kind == "fill" && options["amount"].chosen() == "count")
    return {options["amount"].selected().number(), "fill.count", options["amount"].selected().mark()};
  const char* key = kind == "fill" ? "fill.solid_fraction" : "csv.file";
  return {1, key, options.mark()};
}

}  // namespace

std::string out_of_memory(const Scene& scene, const std::string& doing) {
  double all = 0;
  Wanted most{0, "", {}};
  for (const NamedEntry& entry : body_entries(scene)) {
    Wanted own = wanted_by(*entry.value);
    all += own.bodies;
    if (own.key.empty() || own.bodies <= most.bodies) continue;
    most = own;
    most.key = entry.name + "." + own.key;
  }
  const std::string size = fmt::format("the scene asks for {:.0f} bodies by number, about {:.2g} GB", all,
                                       all * kBytesPerBody / 1e9);
  const TextPlace place = most.mark.place();
  const std::string way = most.key.empty()
                              ? "fewer bodies, inlets with a smaller `count`, or `start` from a smaller run"
                              : fmt::format("reduce {} ({}:{})", most.key, place.file, place.line);
  return fmt::format("out of memory while {}: {}; {}, or take a machine with more memory", doing, size, way);
}

}  // namespace cairn
