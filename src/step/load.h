// How hard bodies of a scene may press on each other: what a law that was asked for a largest overlap chooses
// its stiffness for. An estimate from above, of the bodies as they lie now:
//   speed   V² = V₀² + 2 g H      V₀: of free bodies, or twice that of driven walls; H: from the highest free
//                                 body down to where the walls end
//   energy  max(2 M V², M (V + w)²)   M: the heaviest free body, which may squeeze the lightest against a
//   wall
//                                 that moves with w; the factor 2 is for chains of bodies that arrive
//                                 together
//   force   g (M + C) + f         C: a column of grains over the whole height; f: applied forces
// Two bodies alone in the world collide once: energy m̄ u² with u the speed of approach.
// Not foreseen: speeds that bodies gain from springs, applied forces, or many pushes of a shaken wall.
#pragma once

#include <optional>

#include "laws/force_law.h"
#include "model/world.h"

namespace cairn {

struct LoadPlan {
  double end = 0;               // functions of time are looked at until then [s]
  std::optional<double> speed;  // if the scene gives it [m/s]
  double mass_to_come = 0;      // of bodies that enter later [kg]
};

SceneLoad scene_load(const World& world, const LoadPlan& plan);

// The harder of two loads, part by part.
SceneLoad harder(SceneLoad a, const SceneLoad& b);

}  // namespace cairn
