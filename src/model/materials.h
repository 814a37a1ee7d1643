// Materials and the properties of each pair of them. A property that is absent is NaN, so that the
// combination rule can distinguish it from zero.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/assert.h"

namespace cairn {

inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

struct Material {
  std::string name;
  double density = kNotGiven;  // kg/m³; needed by free bodies
  double young = kNotGiven;    // Pa; a fixed or driven body without it is rigid
  double poisson = kNotGiven;
  double friction = kNotGiven;     // Coulomb coefficient
  double restitution = kNotGiven;  // normal, [0, 1]
  double restitution_tangential = kNotGiven;
  double work_of_adhesion = kNotGiven;  // J/m²
  double rolling_friction = kNotGiven;
  double twisting_friction = kNotGiven;
};

// Properties of the contact between two materials.
struct PairProperties {
  double friction = 0;
  double restitution = 0;
  double restitution_tangential = 0;
  double work_of_adhesion = 0;
  double rolling_friction = 0;
  double twisting_friction = 0;
  // For the compliant law; a property that is absent takes the law's own value.
  double stiffness = kNotGiven;  // N/m
  double stiffness_tangential = kNotGiven;
  double damping_time = kNotGiven;  // s
  double cohesion = kNotGiven;      // N
  double crush = kNotGiven;         // N
  double dilatancy = kNotGiven;     // rad
};

// The smaller of the two values; if one is absent, the other; if both are, 0.
inline double combine(double a, double b) {
  if (std::isnan(a)) return std::isnan(b) ? 0 : b;
  return std::isnan(b) ? a : std::min(a, b);
}

class Materials {
 public:
  std::vector<Material> list;

  // Asserts that the table has every pair, and the same properties in both orders.
  void check() const;
  // Fills the pair table by the combination rule. Overrides follow with set().
  void combine_all();
  PairProperties& at(int a, int b) { return pairs_[static_cast<std::size_t>(index(a, b))]; }
  const PairProperties& at(int a, int b) const { return pairs_[static_cast<std::size_t>(index(a, b))]; }
  void set(int a, int b, const PairProperties& pair) {
    CAIRN_ASSERT(a >= 0 && a < size() && b >= 0 && b < size());
    at(a, b) = at(b, a) = pair;
  }
  int size() const { return static_cast<int>(list.size()); }
  // The index of a pair in a table of all pairs.
  int index(int a, int b) const { return a * size() + b; }
  int find(const std::string& name) const;  // -1 if there is none

 private:
  std::vector<PairProperties> pairs_;
};

}  // namespace cairn
