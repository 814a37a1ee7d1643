// How bodies move within a step between impacts: each from a moment of its own, with constant acceleration
// and next to constant spin, so that where it is at any later time costs nothing but a look.
//   x(t) = x₀ + v₀ (t − t₀) + ½ a (t − t₀)²,   turned by exp(ω̄ (t − t₀)),   v(t) = v₀ + a (t − t₀)
// Times are since the beginning of the step. ω̄(t − t₀) turns a body as its angular momentum does, and keeps
// its energy; what comes is foreseen with that of the rest of the step. Driven bodies move straight to where
// they are driven.
#pragma once

#include <vector>

#include "collide/time_of_impact.h"
#include "model/world.h"

namespace cairn {

class Flights {
 public:
  // All free bodies are where they are at time t of a step h, and fly until `end`; driven ones are where they
  // were at its beginning. Accelerations in local order.
  void begin(const World& world, double t, double end, double h, std::vector<Vec3> acceleration);

  double end() const { return end_; }
  const Vec3& acceleration(std::uint32_t i) const { return acceleration_[i]; }
  Vec3 position(const World& world, std::uint32_t i, double t) const;
  // Of the surface: v(t) and ω̄ of the rest of the step.
  Motion motion(const World& world, std::uint32_t i, double t) const;
  Flight flight(const World& world, std::uint32_t i, double t, const Vec3& shift) const;

  // Moves body i to where it is at time t; there it may get another motion.
  void advance(World& world, std::uint32_t i, double t);
  // After its motion or acceleration was changed at the time it was advanced to.
  void redirect(const World& world, std::uint32_t i, const Vec3& acceleration);

 private:
  double end_ = 0;
  std::vector<double> since_;
  std::vector<Vec3> acceleration_, spin_;
  std::vector<Vec3> given_;  // velocity of driven bodies
};

}  // namespace cairn
