// Inlets of a scene (key `inlet`): bodies that enter while it runs.
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

// The world with the smallest one or two bodies of each event that adds some and of each inlet:
// what the time step must be chosen for.
World with_later_bodies(const Scene& scene, const World& world);

// The world with the smallest and the largest body of each inlet, as high as they enter: what stiffness must
// be chosen for.
World with_inlet_bodies(const Scene& scene, const World& world);

}  // namespace cairn
