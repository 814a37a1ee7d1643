// Changes of the world at given times (key `events`).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"
#include "scene/world.h"
#include "text/option.h"

namespace cairn {

Option events_option();

// A change of the world at a time. `apply` changes what a checkpoint stores (bodies, gravity, materials): it
// runs once. `define` changes what comes from the scene and is not stored (functions of time in drives and
// loads, springs): it runs together with apply, and again for every past event when a run is resumed. Either
// may be empty. The caller has the contact memory in world.memory before and starts the stepper again after.
struct Event {
  double at = 0;
  std::string what;  // for the log: "remove gate"
  std::function<void(World&)> apply;
  std::function<void(World&)> define;
  bool changes_materials = false;  // or pairs of them
  Mark mark{};
  std::vector<int> groups;                                         // of the bodies it acts on
  enum class Makes { change, add, remove } makes = Makes::change;  // of the bodies of these groups
  bool is_idle = false;                                            // and known to be so before the run
};
std::vector<Event> build_events(const Scene& scene,
                                const World& world);  // sorted by time, scene order within

// An event that comes from outside while the scene runs: an action without a time, as in "{remove: gate}".
const Option& outside_event_option();
// Makes it for the present world. The group and the shape of bodies that it adds are in the world afterwards.
// Throws InputError for actions that only scenes have. The Event refers to the value.
Event build_outside_event(const Value& event, const Scene& scene, World& world);

// Marks events that find no bodies to act on, whatever happens: each gets a warning at its line.
void warn_of_idle_events(std::vector<Event>& events, const Scene& scene, const World& world,
                         Warnings& warnings);
// Names of the groups of an event that have no bodies now; empty: all have some, or it adds them.
std::string idle_groups(const Event& event, const World& world);
// The options of all events that do this ("add"), in the order of the scene.
std::vector<const Value*> actions_of(const Scene& scene, std::string_view action);

}  // namespace cairn
