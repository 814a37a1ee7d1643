// A force law composed of parts by name: normal, damping, tangential, adhesion, rolling. The scene chooses;
// the compiler has built one loop for every combination.
#pragma once

#include "laws/force_law.h"
#include "laws/kernel.h"
#include "laws/rolling.h"

namespace cairn {

enum class NormalPart { hooke, hertz, luding, edinburgh };

inline bool is_curved(NormalPart part) { return part == NormalPart::hertz || part == NormalPart::edinburgh; }
inline bool keeps_dent(NormalPart part) {
  return part == NormalPart::luding || part == NormalPart::edinburgh;
}

// The options that these laws share; each law puts its own in front.
// Bounds of 1 − k_1/k_2: a contact that hardly flows is elastic, and one with a k_2 of a thousand k_1
// dictates the step.
inline constexpr double kLeastPlasticity = 1e-3, kMostPlasticity = 0.999;

std::vector<Option> composed_options(NormalPart normal);
std::vector<Option> plastic_options();  // of laws that keep a dent
std::vector<std::string> composed_uses(const Value& options);
std::unique_ptr<ForceLaw> make_composed(NormalPart normal, const Value& options);

}  // namespace cairn
