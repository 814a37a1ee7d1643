// Force laws of the explicit stepper: the force of a contact from its overlap, its relative velocity and what
// it remembers. Contacts come in lanes (a struct of arrays), so that a law is one branch-free loop that the
// compiler turns into vector code; the law is reached by one virtual call per block of lanes.
#pragma once

#include <memory>
#include <string>

#include "base/value.h"
#include "model/materials.h"

namespace cairn {

inline constexpr int kLanes = 64;

// Touching contacts, one per lane. n from A to B; v is the velocity of B against A at the contact point, so
// that v·n > 0 separates; forces act on B, their opposites on A.
struct alignas(64) ContactLanes {
  int count = 0;
  int pair[kLanes];  // material A * materials + material B
  double nx[kLanes], ny[kLanes], nz[kLanes];
  double overlap[kLanes];                                     // δ > 0 [m]
  double vx[kLanes], vy[kLanes], vz[kLanes];                  // [m/s]
  double twist[kLanes];                                       // mean spin of the two bodies about n [rad/s]
  double inverse_mass[kLanes];                                // 1/m_A + 1/m_B [1/kg]
  double sx[kLanes], sy[kLanes], sz[kLanes];                  // tangential spring ξ, in and out [m]
  double fx[kLanes], fy[kLanes], fz[kLanes];                  // out: force on B [N]
  double elastic_normal[kLanes], elastic_tangential[kLanes];  // out: stored energy [J]
  double damped[kLanes], slipped[kLanes];  // out: energy lost in this step to damping and friction [J]
};

// How fast a pair of bodies rings: what the time step must resolve.
struct PairTimes {
  double stable_step = 0;   // 2/ω_max, the bound of the integrator [s]
  double contact_time = 0;  // duration of one collision [s]
};

class ForceLaw {
 public:
  virtual ~ForceLaw() = default;
  // Coefficients of every pair of materials; again whenever the materials change.
  virtual void prepare(const Materials& materials) = 0;
  // Forces of all lanes over a step h; h = 0 evaluates without moving the springs.
  virtual void evaluate(ContactLanes& lanes, double h) const = 0;
  // For two bodies of these materials with 1/m_A + 1/m_B.
  virtual PairTimes times(int material_a, int material_b, double inverse_mass) const = 0;
};

// One row of the table of force laws.
struct ForceLawEntry {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ForceLaw> (*make)(const Value& options);
};

const std::vector<ForceLawEntry>& force_laws();

}  // namespace cairn
