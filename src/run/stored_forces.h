// Compatible forces of a stored frame, after the fact. The problem of its step is put together again from
// what the frame has: positions and velocities after the step, contacts with their gaps and forces.
//   x_m = x⁺ − θ h v⁺,   v_free = v⁺ − M⁻¹D γ,   γ = h F,   u = Dᵀv⁺ + Φ/h
// Materials, shapes and who is fixed come from the scene of the run. A frame of an explicit run, or of
// compliant contacts, counts as one of bodies at rest: all its contacts are closed and stick.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/threads.h"
#include "results/frames.h"
#include "scene/scene.h"
#include "step/compatible_step.h"

namespace cairn {

struct StoredForces {
  Frame frame;  // its contacts have the compatible forces
  StepForces report;
  std::vector<std::uint8_t> immobile;  // per body of the frame
  Vec3 gravity;
  int dimension = 3;
  std::string title;
};

// `options`: none: those of the run, or Hooke's law if it has none. Throws InputError if the folder has no
// such frame, or the frame no contacts.
StoredForces stored_forces(const std::string& folder, std::size_t frame,
                           const std::optional<CompatibleOptions>& options, Threads& threads,
                           const std::vector<std::string>& allowed = {});

}  // namespace cairn
