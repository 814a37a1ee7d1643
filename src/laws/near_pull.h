// Pulls between bodies that are near each other, with or without touch: liquid bridges and van der Waals.
#pragma once

#include <string>
#include <vector>

#include "laws/force_law.h"

namespace cairn {

class NearPull {
 public:
  enum class Kind { none, bridge, van_der_waals };

  NearPull() = default;
  explicit NearPull(const Value& options);  // of a law with `adhesion: bridge` or `van_der_waals`

  bool acts() const { return kind_ != Kind::none; }
  // The pull at a gap, its energy, zero where it begins, and the dashpot of the liquid [N, J, N s/m].
  double pull(double gap, double rbar) const;
  double energy(double gap, double rbar) const;
  double dashpot(double gap, double rbar) const;
  double volume(double rbar) const;   // of the liquid [m³]
  double tearing(double rbar) const;  // gap where a bridge breaks; 0 without one
  double range() const { return kind_ == Kind::van_der_waals ? cutoff_ : 0; }

  // Adds it to the forces that the contact law has found.
  void add_to(ContactLanes& lanes, double h) const;

 private:
  double energy_at_touch(double rbar) const;

  Kind kind_ = Kind::none;
  double tension_ = 0, angle_ = 0, volume_ = 0, share_ = 0, viscosity_ = 0, roughness_ = 0;
  double hamaker_ = 0, separation_ = 0, cutoff_ = 0;
};

std::vector<Option> near_pull_options();

}  // namespace cairn
