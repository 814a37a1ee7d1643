// The kinds of events, as rows of a table. Each row declares its keys in the scene and makes the Event from
// them. Every name and number is checked before the run begins.
#pragma once

#include <optional>

#include "scene/events.h"
#include "scene/materials.h"
#include "text/table.h"

namespace cairn {

// Group and shape of bodies that an event adds, or the kind of the bonds that it makes.
struct LateParts {
  int group = 0;
  std::uint32_t shape = 0;
  std::uint32_t bond = 0;
};
// The scene and world for which an event is made. The caller fills in the time and mark of the event.
struct EventSetting {
  const Scene& scene;
  const World& world;                  // at the start
  std::vector<PairChange> pairs;       // changes by the scene and by all earlier events
  std::optional<LateParts> late = {};  // of an event from outside the scene
};

struct EventRow {
  std::string name;
  Option option;
  Event (*make)(const Value& action, EventSetting& setting);

  EventRow(Option declared, Event (*maker)(const Value&, EventSetting&))
      : name(declared.name), option(std::move(declared)), make(maker) {}
};

std::vector<EventRow> body_events();   // which bodies exist, and how they move
std::vector<EventRow> world_events();  // loads, materials and everything else

// "gate, lid"
std::string names_of(const std::vector<int>& groups, const World& world);

// Runs the work of an event during the run. An InputError becomes a RunError that names the time of the
// event.
template <class Work>
void at_event(const World& world, Work&& work) {
  try {
    work();
  } catch (const InputError& error) {
    throw RunError(fmt::format("event at t = {:.6g} s: {}", world.time, error.message()));
  }
}

}  // namespace cairn
