// Inlets of a scene (key `inlet`), which add bodies during the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option inlet_option();

// A source of bodies. It adds the bodies that are due, where there is room for them. A checkpoint stores its
// random stream and its counts.
struct Inlet {
  std::string name;
  Mark mark;
  Random random;
  double due = 0;   // bodies (or kg) that are due but not yet placed
  double late = 0;  // bodies that are due and found no room at the last feeding
  std::uint64_t placed = 0;
  double until = 0;
  // Adds bodies for the interval (t, t + h]; returns how many.
  std::function<std::uint64_t(Inlet&, World&, double t, double h)> feed;
};
std::vector<Inlet> build_inlets(const Scene& scene, const World& world);

// The world with the smallest one or two bodies of each `add` event and of each inlet added. The time step is
// chosen for this world.
World with_later_bodies(const Scene& scene, const World& world);

// The world with the smallest and the largest body of each inlet added, at the top of its region. The
// stiffness is chosen for this world.
World with_inlet_bodies(const Scene& scene, const World& world);

}  // namespace cairn
