// What an event may do, as rows of a table: each declares what the scene writes and makes the Event from it,
// with every name and number checked before the run begins.
#pragma once

#include <optional>

#include "scene/events.h"
#include "scene/materials.h"
#include "text/table.h"

namespace cairn {

// Group and shape of bodies that an event adds.
struct LateGroup {
  int group = 0;
  std::uint32_t shape = 0;
};

// What an event is made for; its time and place are filled in by the caller.
struct EventSetting {
  const Scene& scene;
  const World& world;                  // at the start
  std::vector<PairChange> pairs;       // in force by now
  std::optional<LateGroup> late = {};  // of an event that is not of the scene
};

struct EventRow {
  std::string name;
  Option option;
  Event (*make)(const Value& action, EventSetting& setting);

  EventRow(Option declared, Event (*maker)(const Value&, EventSetting&))
      : name(declared.name), option(std::move(declared)), make(maker) {}
};

std::vector<EventRow> body_events();   // who is there, and who moves freely
std::vector<EventRow> world_events();  // what acts on bodies and between them

// "gate, lid"
std::string names_of(const std::vector<int>& groups, const World& world);

// What an event of the run does; an InputError that it meets is one of the run.
template <class Work>
void at_event(const World& world, Work&& work) {
  try {
    work();
  } catch (const InputError& error) {
    throw RunError(fmt::format("event at t = {:.6g} s: {}", world.time, error.message()));
  }
}

}  // namespace cairn
