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

// A change of the world at a given time. `apply` changes the part of the world that a checkpoint stores
// (bodies, gravity, materials); it runs once. `define` changes the part that a checkpoint does not store
// (functions of time in drives and loads, springs); it runs together with `apply`, and again for every past
// event when a run is resumed. Either may be empty. Before an event the caller puts the contact memory into
// world.memory; after it, the caller starts the stepper again.
struct Event {
  double at = 0;
  std::string what;  // for the log: "remove gate"
  std::function<void(World&)> apply;
  std::function<void(World&)> define;
  bool changes_materials = false;  // or pairs of them
  Mark mark{};
  std::vector<int> groups;                                         // of the bodies on which it acts
  enum class Makes { change, add, remove } makes = Makes::change;  // its effect on these groups
  bool is_idle = false;                                            // finds no bodies, as known before the run
};
// Events sorted by time; those at the same time stay in the order of the scene.
std::vector<Event> build_events(const Scene& scene, const World& world);
// An event that comes from outside while the scene runs: an action without a time, as in "{remove: gate}".
const Option& outside_event_option();
// Makes it for the present world. Afterwards the world has the group and the shape of bodies that it adds,
// and the kind of bonds that it makes. The Event refers to the value.
Event build_outside_event(const Value& event, const Scene& scene, World& world);
// How many of these parts a world has. restore() takes out those of an event that could not happen.
class EventParts {
 public:
  explicit EventParts(const World& world);
  void restore(World& world) const;

 private:
  std::size_t shapes_, groups_, bonds_;
};
// Marks events that cannot find any bodies to act on, and warns of each at its line.
void warn_of_idle_events(std::vector<Event>& events, const Scene& scene, const World& world,
                         Warnings& warnings);
// Names of the groups of an event that have no bodies now; empty for an event that adds bodies.
std::string idle_groups(const Event& event, const World& world);
// The options of all events of one kind, such as "add", in the order of the scene.
std::vector<const Value*> actions_of(const Scene& scene, std::string_view action);

}  // namespace cairn
