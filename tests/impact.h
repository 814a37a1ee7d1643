// One collision, watched from its beginning to its end.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "simulate.h"

namespace cairn::test {

struct Impact {
  double force = 0, overlap = 0;  // largest normal force [N] and overlap [m]
  double tension = 0;             // largest pull [N]
  double duration = 0;            // [s]
  double deepest_imbalance = 0;   // largest |imbalance| of the energy budget on the way [J]
};

// Steps until the only contact of the scene has come and gone, or the scene ends.
inline Impact watch_impact(SceneRun& run) {
  Impact seen;
  double began = -1;
  while (!run.simulation.done()) {
    run.simulation.advance(Recording::contacts);
    seen.deepest_imbalance = std::max(seen.deepest_imbalance, std::abs(run.simulation.energy().imbalance));
    const auto contacts = run.simulation.contacts();
    if (contacts.empty() && began < 0) continue;
    if (contacts.empty()) break;
    if (began < 0) began = run.world().time;
    const double force = dot(contacts[0].force, contacts[0].normal);
    seen.force = std::max(seen.force, force), seen.tension = std::max(seen.tension, -force);
    seen.overlap = std::max(seen.overlap, -contacts[0].gap);
    seen.duration = run.world().time - began;
  }
  return seen;
}

// Two elastic bodies: K = 4/3 E* √R̄, δ_max = (5 m̄ v²/(4 K))^{2/5}, F_max = K δ_max^{3/2},
// T = 2.9432 δ_max/v.
struct Hertz {
  double modulus, radius, mass;  // E*, R̄, m̄

  double stiffness() const { return 4.0 / 3 * modulus * std::sqrt(radius); }
  double overlap(double v) const { return std::pow(1.25 * mass * v * v / stiffness(), 0.4); }
  double force(double v) const { return stiffness() * std::pow(overlap(v), 1.5); }
  double time(double v) const { return 2.9432 * overlap(v) / v; }
};

inline double ball_mass(double density, double radius) {
  return density * 4 / 3 * std::numbers::pi * radius * radius * radius;
}

}  // namespace cairn::test
