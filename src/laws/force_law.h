// Force laws of the explicit stepper: the force of a contact from its overlap, its relative velocity and what
// it remembers. Contacts come in lanes (a struct of arrays), so that a law is one branch-free loop that the
// compiler turns into vector code; the law is reached by one virtual call per block of lanes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/value.h"
#include "base/vectors.h"
#include "model/materials.h"

namespace cairn {

inline constexpr int kLanes = 64;

// Energies of the contacts that went through each lane [J]: stored now, and lost in this step.
struct alignas(64) EnergyLanes {
  double elastic_normal[kLanes] = {}, elastic_tangential[kLanes] = {}, adhesion[kLanes] = {};
  double damped[kLanes] = {}, slipped[kLanes] = {}, rolled[kLanes] = {};
};

// Touching contacts, one per lane. n from A to B; v is the velocity of B against A at the contact point, so
// that v·n > 0 separates; forces and torques act on B, their opposites on A.
struct alignas(64) ContactLanes {
  int count = 0;
  int pair[kLanes];  // material A * materials + material B
  alignas(64) double nx[kLanes], ny[kLanes], nz[kLanes];
  double overlap[kLanes];                     // δ [m]; negative only for laws that stretch
  double vx[kLanes], vy[kLanes], vz[kLanes];  // [m/s]
  double twist[kLanes];                       // mean spin of the two bodies about n [rad/s]
  double mass[kLanes];                        // reduced: 1/m̄ = 1/m_A + 1/m_B [kg]
  double radius[kLanes];                      // effective: 1/R̄ = 1/R_A + 1/R_B [m]
  double sx[kLanes], sy[kLanes], sz[kLanes];  // tangential spring ξ before [m]
  double tx[kLanes], ty[kLanes], tz[kLanes];  // out: and after
  double fx[kLanes], fy[kLanes], fz[kLanes];  // out: force on B [N]
  double normal[kLanes];     // out: pushing part of the normal force, which friction sees [N]
  double potential[kLanes];  // out: the part of the force along n that has a potential [N]
  EnergyLanes energy;        // added to

  // Only for laws that resist rolling: spin of B against A, rolling spring and twist angle, torque on B.
  double wx[kLanes], wy[kLanes], wz[kLanes];                 // [rad/s]
  double rx[kLanes], ry[kLanes], rz[kLanes], angle[kLanes];  // in and out [rad]
  double mx[kLanes], my[kLanes], mz[kLanes];                 // [N m]
};

// How heavy, curved and fast the bodies of a pair are.
struct PairScale {
  double inverse_mass = 0;  // 1/m_A + 1/m_B [1/kg]
  double curvature = 0;     // 1/R_A + 1/R_B [1/m]
  double speed = 0;         // largest expected speed of approach [m/s]
};

// The bodies of a scene at its start.
struct SceneScale {
  double largest_radius = 0;  // of free bodies [m]
  double largest_mass = 0;    // of free bodies [kg]
  double speed = 0;           // largest expected speed [m/s]
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
  virtual void evaluate(ContactLanes& lanes, double h, Vectors vectors) const = 0;
  virtual PairTimes times(int material_a, int material_b, const PairScale& scale) const = 0;

  // Name of a property that the materials of a free body (or of two) lack for this law; empty if none. A
  // fixed or driven body without a modulus is rigid.
  virtual std::string missing(const Material&, bool /*a_is_free*/, const Material&,
                              bool /*b_is_free*/) const {
    return {};
  }
  // Once, when the scene is built: a law that was asked for a largest overlap chooses its stiffness here.
  // Returns what it chose, for the log, or an empty text.
  virtual std::string survey(const SceneScale&) { return {}; }
  // Whether contacts remember rolling.
  virtual bool resists_rolling() const { return false; }
  // A pull that is there at once when bodies touch, and gone when they part [N].
  virtual double pull(int /*pair*/, double /*curvature*/) const { return 0; }
  // How far a contact may be drawn apart before it tears: of this pair, and of any [m].
  virtual double tearing(int /*pair*/, double /*curvature*/) const { return 0; }
  virtual double largest_tearing() const { return 0; }
  // Energy that a contact still holds when it tears, and that is then lost [J].
  virtual double torn_energy(int /*pair*/, double /*curvature*/) const { return 0; }
};

// One row of the table of force laws.
struct ForceLawEntry {
  std::string name, reference, meaning;
  std::vector<Option> options;
  std::unique_ptr<ForceLaw> (*make)(const Value& options);
};

const std::vector<ForceLawEntry>& force_laws();

}  // namespace cairn
