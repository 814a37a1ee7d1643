// Changes of the world at given times, or when a condition comes true (key `events`).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/world.h"
#include "scene/condition.h"
#include "scene/scene.h"
#include "scene/world.h"
#include "text/option.h"

namespace cairn {

Option events_option();

// A change of the world. `apply` changes the part of the world that a checkpoint stores
// (bodies, gravity, materials); it runs once. `define` changes the part that a checkpoint does not store
// (functions of time in drives and loads, springs); it runs together with `apply`, and again for every past
// event when a run is resumed. `start` is the time at which t = 0 in its functions. Either may be empty.
// Before an event the caller puts the contact memory into world.memory; after it, the caller starts the
// stepper again.
struct Event {
  double at = 0;
  std::string name;  // that conditions may use; empty: none
  std::string what;  // for the log: "remove gate"
  std::function<void(World&)> apply;
  std::function<void(World&, double start)> define;
  bool changes_materials = false;  // or pairs of them
  Mark mark{};
  std::vector<int> groups;                                         // of the bodies on which it acts
  enum class Makes { change, add, remove } makes = Makes::change;  // its effect on these groups
  bool is_idle = false;                                            // finds no bodies, as known before the run
};
// An event that happens when its rule has come; its functions count the time from there.
struct ConditionalEvent {
  Event event;
  Rule rule;
  enum class Repeat { never, always } repeat = Repeat::never;  // each time that the rule comes

  // The part that a checkpoint stores.
  struct State {
    double since = -1;            // time since which the rule holds; -1: it does not
    double last = -1;             // time of the last occurrence; -1: none yet
    std::uint64_t happened = 0;   // how often
    std::uint64_t is_served = 0;  // 1 if it happened since the rule began to hold
  } state;
  bool may_happen() const { return !state.is_served && (repeat == Repeat::always || state.happened == 0); }
};
// Events with a time, sorted by it; those at the same time stay in the order of the scene.
std::vector<Event> build_events(const Scene& scene, const World& world);
// Events with a condition, in the order of the scene.
std::vector<ConditionalEvent> build_conditional_events(const Scene& scene, const World& world,
                                                       const std::vector<NamedMeasure>& measures);
// The names that the scene gives to its events. A name that is taken twice, or that has a meaning in
// conditions already, is an InputError.
std::vector<std::string> event_names(const Scene& scene);
// An event that comes from outside while the scene runs: an action without a time, as in "{remove: gate}", or
// with a condition.
const Option& outside_event_option();
// Makes it for the present world. Afterwards the world has the group and the shape of bodies that it adds,
// and the kind of bonds that it makes. The Event refers to the value.
Event build_outside_event(const Value& event, const Scene& scene, World& world);
ConditionalEvent conditional(Event event, const Value& value, const std::vector<NamedMeasure>& measures,
                             const std::vector<std::string>& names);
// How many of these parts a world has. restore() takes out those of an event that could not happen.
class EventParts {
 public:
  explicit EventParts(const World& world);
  void restore(World& world) const;

 private:
  std::size_t shapes_, groups_, bonds_;
};
// Marks events that cannot find any bodies to act on, and warns of each at its line. Groups of which
// conditional events make or remove bodies may have some at any time.
void warn_of_idle_events(std::vector<Event>& events, const std::vector<ConditionalEvent>& conditional,
                         const Scene& scene, const World& world, Warnings& warnings);
// Names of the groups of an event that have no bodies now; empty for an event that adds bodies.
std::string idle_groups(const Event& event, const World& world);
// The options of all events of one kind, such as "add", in the order of the scene.
std::vector<const Value*> actions_of(const Scene& scene, std::string_view action);

}  // namespace cairn
