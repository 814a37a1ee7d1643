// Bodies grouped by kind, and the pairs of kinds that can meet. Time steps and stiffnesses are chosen for
// these pairs.
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
  int corners = 1;       // contacts that one body has with a flat face
  bool is_round = true;  // all free bodies are balls
  // m h²/I with the largest lever h, over free bodies that are no balls: of forces that rock a body about an
  // axis in the plane of a face, and of those that twist it about the normal.
  double rocking = 0, twisting = 0;
};

std::vector<Kind> kinds_of(const World& world);

// Calls visit(a, b) for all pairs of kinds that can meet.
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
