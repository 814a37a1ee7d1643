// The time step a scene needs: the bound of the integrator and the step that resolves a collision, with the
// pair of bodies that limits them.
#pragma once

#include <optional>
#include <string>

#include "laws/force_law.h"
#include "laws/row_law.h"
#include "model/world.h"

namespace cairn {

struct StepAdvice {
  bool limited = false;     // false: no two bodies can ever touch
  double stable = 0;        // 2/ω_max of the stiffest pair [s]
  double contact_time = 0;  // shortest collision [s]
  double rayleigh = 0;      // shortest Rayleigh time of a free body with a modulus; 0: none has one [s]
  double recommended = 0;   // min(contact_time/50, 0.2 rayleigh) [s]
  std::string pair;         // "beads - wall": the groups of the pair with the smallest stable step
};

// The largest speed to expect [m/s]: of bodies and drives at the start, or of a fall through the height of
// the scene.
double expected_speed(const World& world);

StepAdvice step_advice(const World& world, const ForceLaw& law, double speed);

// For methods whose steps contacts do not limit: a body should not move farther in a step than half the
// smallest one's radius, at the largest speed or by falling from rest.
StepAdvice way_advice(const World& world, double speed);

// The thinnest free body that can meet another [m]; infinity if there is none. A step in which bodies move
// farther than this may carry one through another unseen.
struct ThinnestBody {
  double thickness = 0;
  std::string group;
};
ThinnestBody thinnest_body(const World& world);

// A property that the law needs and a pair of materials that can meet does not have.
struct MissingProperty {
  int material = 0;
  std::string property, pair;
};
std::optional<MissingProperty> missing_property(const World& world, const ForceLaw& law);

// A pair of materials that can meet and that the law can not take, and why.
struct RefusedPair {
  std::string pair, reason;
};
std::optional<RefusedPair> refused_pair(const World& world, const RowLaw& law);

// The largest lift of associated sliding at a speed, (h + α_K) μ v [m], and the smaller radius of its pair.
struct Lift {
  double height = 0, radius = 0;
  std::string pair;
};
Lift largest_lift(const World& world, const RowLaw& law, double step, double speed);

}  // namespace cairn
