// Compatible forces of a stored frame. The contact problem of its step is assembled again from the data of
// the frame: positions and velocities after the step, and contacts with their gaps and forces.
//   x_m = x⁺ − θ h v⁺,   v_free = v⁺ − M⁻¹D γ,   γ = h F,   u = Dᵀv⁺ + Φ/h
// Materials, shapes and fixed bodies come from the scene of the run. In a frame of an explicit run, or of
// compliant contacts, all bodies count as at rest, and all contacts as closed and sticking.
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
  Frame frame;  // its contacts hold the compatible forces
  StepForces report;
  std::vector<std::uint8_t> immobile;  // per body of the frame
  Vec3 gravity;
  int dimension = 3;
  std::string title;
};

// Without `options`, those of the run apply, or Hooke's law if the run has none. Throws InputError if the
// folder has no such frame, or if the frame has no contacts.
StoredForces stored_forces(const std::string& folder, std::size_t frame,
                           const std::optional<CompatibleOptions>& options, Threads& threads,
                           const std::vector<std::string>& allowed = {});

}  // namespace cairn
