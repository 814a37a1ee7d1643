// How hard bodies of a scene may press on each other. A law with a given largest overlap chooses its
// stiffness for this load. It is an upper estimate for the present bodies:
//   speed   V² = V₀² + 2 g H         V₀: of free bodies, or twice the speed of driven walls; H: height from
//                                    the highest free body down to the floor
//   energy  max(2 M V², M (V + w)²)  M: heaviest free body, which may squeeze the lightest against a wall
//                                    of speed w; the factor 2 is for chains of bodies that arrive together
//   force   g (M + C) + f            C: a column of grains over the whole height; f: applied forces
// Two bodies alone in the world collide once: energy m̄ u² with u the speed of approach.
// Not included: speeds that bodies gain from springs, applied forces, or many pushes of a shaken wall.
#pragma once

#include <optional>

#include "laws/force_law.h"
#include "model/world.h"

namespace cairn {

struct LoadPlan {
  double end = 0;               // functions of time are sampled until then [s]
  std::optional<double> speed;  // given by the scene [m/s]
  double mass_to_come = 0;      // of bodies that enter later [kg]
};

SceneLoad scene_load(const World& world, const LoadPlan& plan);

// The larger of two loads, part by part.
SceneLoad harder(SceneLoad a, const SceneLoad& b);

}  // namespace cairn
