// Rayleigh time of a sphere of radius r: T_R = π r √(ρ/G) / (0.1631 ν + 0.8766), G = Y / (2 (1 + ν)).
#include "step/advice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace cairn {
namespace {

// Bodies of one group and material that share what decides a time step.
struct Kind {
  double largest_inverse_mass = 0;
  double smallest_radius = 0;
  std::size_t count = 0;
  bool free = false;
};

double rayleigh_time(const Material& material, double radius) {
  if (std::isnan(material.young) || std::isnan(material.density)) return 0;
  const double nu = std::isnan(material.poisson) ? 0.3 : material.poisson;
  const double shear = material.young / (2 * (1 + nu));
  return std::numbers::pi * radius * std::sqrt(material.density / shear) / (0.1631 * nu + 0.8766);
}

}  // namespace

StepAdvice step_advice(const World& world, const ForceLaw& law) {
  const Bodies& bodies = world.bodies;
  std::map<std::pair<int, int>, Kind> kinds;  // by group and material
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Info& info = bodies.info[i];
    Kind& kind = kinds[{info.group, info.material}];
    const double radius = bodies.place[i].radius;
    kind.smallest_radius = kind.count == 0 ? radius : std::min(kind.smallest_radius, radius);
    kind.largest_inverse_mass = std::max(kind.largest_inverse_mass, bodies.inertia[i].inverse_mass);
    kind.free = kind.free || !is_immobile(info);
    ++kind.count;
  }

  StepAdvice advice;
  const auto smaller = [](double a, double b) { return a == 0 || b < a; };
  for (auto a = kinds.begin(); a != kinds.end(); ++a) {
    const Material& material = world.materials.list[static_cast<std::size_t>(a->first.second)];
    if (const double t = rayleigh_time(material, a->second.smallest_radius);
        a->second.free && t > 0 && smaller(advice.rayleigh, t)) {
      advice.rayleigh = t;
    }
    for (auto b = a; b != kinds.end(); ++b) {
      if (!a->second.free && !b->second.free) continue;
      if (a == b && a->second.count < 2) continue;
      const std::pair<int, int> groups = std::minmax(a->first.first, b->first.first);
      if (std::ranges::binary_search(world.apart, groups)) continue;
      const PairTimes times = law.times(a->first.second, b->first.second,
                                        a->second.largest_inverse_mass + b->second.largest_inverse_mass);
      if (smaller(advice.contact_time, times.contact_time)) advice.contact_time = times.contact_time;
      if (!smaller(advice.stable, times.stable_step)) continue;
      advice.limited = true, advice.stable = times.stable_step;
      advice.pair = world.groups[static_cast<std::size_t>(a->first.first)] + " - " +
                    world.groups[static_cast<std::size_t>(b->first.first)];
    }
  }
  advice.recommended = advice.contact_time / 50;
  if (advice.rayleigh > 0) advice.recommended = std::min(advice.recommended, 0.2 * advice.rayleigh);
  return advice;
}

}  // namespace cairn
