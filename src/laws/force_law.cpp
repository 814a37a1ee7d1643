#include "laws/force_law.h"

#include <array>

#include "base/poison.h"

namespace cairn {
namespace {

// Visits the lanes that every law writes, and those of laws that keep a history. True if a visit returns
// true.
template <class Lanes, class Visit>
bool any_output(Lanes& l, Outputs outputs, Visit&& visit) {
  const auto used = [&](auto* lane) { return std::span(lane, static_cast<std::size_t>(l.count)); };
  for (auto* lane : {l.tx, l.ty, l.tz, l.fx, l.fy, l.fz, l.normal, l.potential})
    if (visit(used(lane))) return true;
  if (outputs == Outputs::forces) return false;
  for (auto* lane : {l.mx, l.my, l.mz})
    if (visit(used(lane))) return true;
  return false;
}

}  // namespace

void poison_output(ContactLanes& lanes, Outputs outputs) {
  any_output(lanes, outputs, [](std::span<double> lane) {
    poison(lane);
    return false;
  });
}

bool is_output_missing(const ContactLanes& lanes, Outputs outputs) {
  return any_output(lanes, outputs, [](std::span<const double> lane) { return is_poisoned(lane); });
}

void ForceLaw::evaluate(ContactLanes& lanes, double h, Vectors vectors) const {
  CAIRN_ASSERT(lanes.count >= 0 && lanes.count <= kLanes);
  CAIRN_ASSERT(h >= 0);
  lanes.vectors = vectors;
  const Outputs outputs = keeps_history() ? Outputs::torques : Outputs::forces;
  if constexpr (kPoisons) poison_output(lanes, outputs);
  find_forces(lanes, h);
  if constexpr (kPoisons) CAIRN_ASSERT(!is_output_missing(lanes, outputs));
}

}  // namespace cairn
