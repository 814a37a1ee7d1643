#include "run/energy_watch.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kRoundOff = 1e-10;       // of the energies in the budget
constexpr double kSmallestMotion = 1e-9;  // of the radius, per step: less is round-off

double potential(const Energy& energy) { return energy.stored() - energy.kinetic; }

template <class Share>
double sum_over_free(const World& world, Share&& share) {
  double sum = 0;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i)
    if (!is_immobile(world.bodies.info[i]))
      sum += share(mass(world.bodies.inertia[i]), world.bodies.place[i]);
  return sum;
}

}  // namespace

void EnergyWatch::begin(const Energy& now) {
  *this = {};
  at_start = lowest = now.stored();
  lowest_potential = potential(now);
}

void EnergyWatch::look(const Energy& now) {
  put_in += std::max(now.work_of_drives - work, 0.0) + std::max(now.exchanged - exchanged, 0.0);
  work = now.work_of_drives;
  exchanged = now.exchanged;
  const double level = now.stored() - work - exchanged;
  lowest = std::min(lowest, level);
  lowest_potential = std::min(lowest_potential, potential(now));
  risen = level - lowest;
  most_risen = std::max(most_risen, risen);
}

double negligible_energy(const World& world, double h) {
  const double g = norm(world.gravity);
  return motion_energy(world, kSmallestMotion, h) + sum_over_free(world, [&](double m, const Place& place) {
           return m * g * (place.radius + kRoundOff * norm(place.position));
         });
}

double motion_energy(const World& world, double share, double h) {
  CAIRN_ASSERT(h > 0 && share >= 0);
  return sum_over_free(world, [&](double m, const Place& place) {
    const double speed = share * place.radius / h;
    return 0.5 * m * speed * speed;
  });
}

}  // namespace cairn
