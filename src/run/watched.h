// Servo walls, motors and inlets that fail to do what the scene means.
#pragma once

#include "model/world.h"
#include "step/stepper.h"

namespace cairn {

// The cure for a motor whose position jumps.
inline constexpr const char* kJumpCure =
    "give that motor a `max` or a `time`, or let its position rise with `smooth(t, 0 s, 1 s)`";

// True if so few steps have passed since a motor jumped that it is to blame for trouble; 0: none has.
inline bool is_lately(std::uint8_t steps) { return steps > 0 && steps <= 100; }

// How a servo wall begins, by the extents of the bodies along its axis. Without free bodies all stays NaN.
struct ServoOutlook {
  double distance = kNone;      // to the first free body in front of it [m]; negative: it touches some
  double time = kNone;          // until it arrives there if nothing is in its way [s]; infinite: never
  bool turns_its_back = false;  // all free bodies are behind it

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};
ServoOutlook outlook(const World& world, const Stepper& stepper, const Drive& drive);

}  // namespace cairn
