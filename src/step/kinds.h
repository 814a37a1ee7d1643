// Bodies sorted by kind, and the pairs of kinds that can meet: what a time step and a stiffness are chosen
// for.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/world.h"

namespace cairn {

// Bodies of one group and material. Radii [m] and masses [kg]; an immobile body has no mass.
struct Kind {
  int group = 0, material = 0;
  double largest_inverse_mass = 0, largest_mass = 0, smallest_radius = 0, largest_radius = 0;
  std::size_t count = 0;
  bool free = false;
};

std::vector<Kind> kinds_of(const World& world);

// Calls visit(a, b) for all kinds of bodies that can meet.
template <class Visit>
void each_pair(const World& world, const std::vector<Kind>& kinds, Visit&& visit) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = i; j < kinds.size(); ++j) {
      const Kind &a = kinds[i], &b = kinds[j];
      if ((!a.free && !b.free) || (i == j && a.count < 2)) continue;
      const std::pair<int, int> groups = std::minmax(a.group, b.group);
      if (!std::ranges::binary_search(world.apart, groups)) visit(a, b);
    }
  }
}

// "beads - wall"
std::string pair_name(const World& world, const Kind& a, const Kind& b);

}  // namespace cairn
