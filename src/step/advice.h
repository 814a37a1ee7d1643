// The time step that a scene needs: the stability bound of the integrator, the step that resolves a
// collision, and the pair of bodies that limits them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "laws/force_law.h"
#include "laws/row_law.h"
#include "model/world.h"

namespace cairn {

struct StepAdvice {
  bool limited = false;     // false: no two bodies can ever touch
  double stable = 0;        // 2/ω_max of the stiffest pair [s]
  double contact_time = 0;  // shortest collision [s]
  double rayleigh = 0;      // shortest Rayleigh time of a free body with a modulus; 0: none has a modulus [s]
  double recommended = 0;   // min(contact_time/50, 0.5 stable, 0.2 rayleigh) [s]
  std::string pair;         // "beads - wall": the groups of the pair with the smallest stable step
};

// The largest expected speed [m/s]: of bodies and drives at the start, or of a fall through the height of the
// scene.
double expected_speed(const World& world);

StepAdvice step_advice(const World& world, const ForceLaw& law, double speed);

// For methods whose step is not limited by contacts. A body should move at most half the smallest radius in a
// step, at the largest speed or by falling from rest.
StepAdvice way_advice(const World& world, double speed);

// A pair of materials that can meet and that a law cannot handle.
struct RefusedPair {
  int material = -1;  // the one that lacks the property `reason`; -1: the pair as such is refused
  std::string pair;   // "beads - wall"
  std::string reason;
};
std::optional<RefusedPair> missing_property(const World& world, const ForceLaw& law);
std::optional<RefusedPair> refused_pair(const World& world, const RowLaw& law);

// Warnings for the user about steps h at the expected speed; empty if there are none.
//   tunnelling  bodies that move farther in a step than the thinnest one is wide may pass through each other
//   lift        associated sliding lifts contacts by (h + α_K) μ v
std::vector<std::string> tunnelling_warning(const World& world, double speed, double h);
std::vector<std::string> lift_warning(const World& world, const RowLaw& law, double speed, double h);

}  // namespace cairn
