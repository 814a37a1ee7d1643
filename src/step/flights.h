// The motion of bodies between the impacts of a step. Each body flies from its own starting time with
// constant acceleration and nearly constant spin, so its place at any later time has a closed form.
//   x(t) = x₀ + v₀ (t − t₀) + ½ a (t − t₀)²,   turned by exp(ω̄ (t − t₀)),   v(t) = v₀ + a (t − t₀)
// Times count from the beginning of the step. Turning by ω̄(t − t₀) conserves angular momentum and energy;
// predictions use the mean spin of the rest of the step. Driven bodies move in a straight line to their
// prescribed place.
#pragma once

#include <vector>

#include "collide/time_of_impact.h"
#include "model/world.h"

namespace cairn {

class Flights {
 public:
  // Starts all flights. Free bodies are at their places of time t in a step h and fly until `end`. Driven
  // ones are still at the beginning of the step. Accelerations are in local order.
  void begin(const World& world, double t, double end, double h, std::vector<Vec3> acceleration);

  double end() const { return end_; }
  const Vec3& acceleration(std::uint32_t i) const { return acceleration_[i]; }
  Vec3 position(const World& world, std::uint32_t i, double t) const;
  // v(t), and ω̄ of the rest of the step.
  Motion motion(const World& world, std::uint32_t i, double t) const;
  Flight flight(const World& world, std::uint32_t i, double t, const Vec3& shift) const;

  // Moves body i to its place at time t, where its motion may change.
  void advance(World& world, std::uint32_t i, double t);
  // Call after the motion or acceleration of body i has changed at the time of its last advance().
  void redirect(const World& world, std::uint32_t i, const Vec3& acceleration);

 private:
  double end_ = 0;
  std::vector<double> since_;
  std::vector<Vec3> acceleration_, spin_;
  std::vector<Vec3> given_;  // velocity of driven bodies
};

}  // namespace cairn
