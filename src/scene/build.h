// From a scene to a world: materials, bodies (one by one, fills, lattices, pyramids, CSV lists), drives,
// loads, springs, exclusions, and what the scene wants done later (events, inlets).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "measure/measure.h"
#include "model/domain.h"
#include "model/world.h"
#include "scene/scene.h"
#include "step/compatible_step.h"
#include "step/stepper.h"

namespace cairn {

// Warnings with their place, as they are shown to the user (file:line: warning: ...).
using Warnings = std::vector<std::string>;

// The world at t = 0, bodies in the order of the scene (uids count up from 0). Shapes, materials and groups
// of events and inlets are made here too, so that a resumed run finds them without replaying anything.
World build_world(const Scene& scene, Warnings& warnings);

// The world with the smallest one or two bodies of each event that adds some and of each inlet:
// what the time step must be chosen for.
World with_later_bodies(const Scene& scene, const World& world);

// The world with the smallest and the largest body of each inlet, as high as they enter: what stiffness must
// be chosen for.
World with_inlet_bodies(const Scene& scene, const World& world);

std::unique_ptr<Stepper> build_stepper(const Scene& scene, const World& world);
// None if the scene does not ask for compatible forces.
std::optional<CompatibleOptions> compatible_options(const Scene& scene);

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
// Marks events that find no bodies to act on, whatever happens: each gets a warning at its line.
void warn_of_idle_events(std::vector<Event>& events, const Scene& scene, const World& world,
                         Warnings& warnings);
// Names of the groups of an event that have no bodies now; empty: all have some, or it adds them.
std::string idle_groups(const Event& event, const World& world);

// A source of bodies: adds what is due at time t and where there is room. Its random stream and its account
// of what is due are part of a checkpoint.
struct Inlet {
  std::string name;
  Random random;
  double due = 0;  // bodies (or kg) owed but not yet placed
  std::uint64_t placed = 0;
  double until = 0;
  // Adds bodies for the interval (t, t + h]; returns how many.
  std::function<std::uint64_t(Inlet&, World&, double t, double h)> feed;
};
std::vector<Inlet> build_inlets(const Scene& scene, const World& world);

struct NamedMeasure {
  std::string name;
  double every = 0;  // s; 0: every step
  std::unique_ptr<Measure> measure;
  std::vector<double> last;   // values of the last sample that was due
  std::vector<double> shown;  // the newest ones: those, or of the end of the run
};
std::vector<NamedMeasure> build_measures(const Scene& scene, const World& world);

enum class Outside { stop, remove, ignore };
struct DomainRule {
  Bounds domain;  // bodies outside are reported; the scene decides what happens to them
  Outside outside = Outside::stop;
};
std::optional<DomainRule> build_domain(const Scene& scene);

// When a run may end early: the quantity has been below (above) the limit for `after` seconds.
struct StopRule {
  std::string quantity;  // kinetic_energy, max_speed, contacts, bodies, max_overlap, or measure.column
  bool below = true;
  double limit = 0;
  double after = 0;
};
// Throws InputError if it speaks of a column that none of the measures has.
std::optional<StopRule> build_stop(const Scene& scene, const std::vector<NamedMeasure>& measures);

}  // namespace cairn
